package dev.guerdon.math.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Substitution;
import dev.guerdon.math.number.Budget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unions of intervals and points of the real line, merged where they meet. */
@Internal
public final class RealSet {

    private final Scalars scalars;

    private RealSet(Scalars scalars) {
        this.scalars = scalars;
    }

    private record Interval(Node low, boolean lowOpen, Node high, boolean highOpen) {}

    public static boolean equal(List<Node> a, List<Node> b, Budget budget) {
        RealSet sets = new RealSet(new Scalars(budget));
        List<Interval> x = sets.merged(a);
        List<Interval> y = sets.merged(b);
        if (x == null || y == null || x.size() != y.size()) {
            return false;
        }
        for (int i = 0; i < x.size(); i++) {
            Interval p = x.get(i);
            Interval q = y.get(i);
            if (p.lowOpen != q.lowOpen
                    || p.highOpen != q.highOpen
                    || sets.order(p.low, q.low) != 0
                    || sets.order(p.high, q.high) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The intervals in order, overlapping ones as one; null where the parts are no real intervals. */
    private @Nullable List<Interval> merged(List<Node> parts) {
        List<Interval> all = new ArrayList<>();
        for (Node part : parts) {
            if (!(part instanceof Group group) || group.items().isEmpty()) {
                return null;
            }
            if (group.isSet()) {
                for (Node item : Values.expand(group.items())) {
                    all.add(new Interval(item, false, item, false));
                }
            } else if (group.items().size() == 2 && (group.open() == '(' || group.open() == '[')) {
                all.add(new Interval(
                        group.items().getFirst(),
                        group.open() == '(',
                        group.items().getLast(),
                        group.close() == ')'));
            } else {
                return null;
            }
        }
        for (Interval one : all) {
            if (!Substitution.variables(one.low).isEmpty()
                    || !Substitution.variables(one.high).isEmpty()) {
                return null;
            }
        }
        all.sort((p, q) -> {
            int order = order(p.low, q.low);
            return order != 0 ? order : Boolean.compare(p.lowOpen, q.lowOpen);
        });
        List<Interval> merged = new ArrayList<>();
        for (Interval one : all) {
            if (merged.isEmpty()) {
                merged.add(one);
                continue;
            }
            Interval last = merged.getLast();
            int touch = order(one.low, last.high);
            if (touch > 0 || (touch == 0 && one.lowOpen && last.highOpen)) {
                merged.add(one);
                continue;
            }
            int ends = order(one.high, last.high);
            merged.set(
                    merged.size() - 1,
                    ends > 0
                            ? new Interval(last.low, last.lowOpen, one.high, one.highOpen)
                            : new Interval(
                                    last.low,
                                    last.lowOpen,
                                    last.high,
                                    ends == 0 ? last.highOpen && one.highOpen : last.highOpen));
        }
        return merged;
    }

    private int order(Node a, Node b) {
        int x = infinite(a);
        int y = infinite(b);
        if (x != 0 || y != 0) {
            return Integer.compare(x, y);
        }
        return scalars.sign(new Add(List.of(a, new Neg(b))));
    }

    private static int infinite(Node node) {
        if (node == Const.INFINITY) {
            return 1;
        }
        return node instanceof Neg n && n.of() == Const.INFINITY ? -1 : 0;
    }
}
