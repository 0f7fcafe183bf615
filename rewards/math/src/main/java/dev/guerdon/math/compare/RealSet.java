package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.UndecidedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unions of intervals and points of the real line, merged where they meet. */
final class RealSet {

    static final Node LEAST = new Neg(Const.INFINITY);
    static final Interval ALL = new Interval(LEAST, true, Const.INFINITY, true);

    private final ScalarComparison scalars;

    RealSet(ScalarComparison scalars) {
        this.scalars = scalars;
    }

    /** All numbers between two; a point where both are the same and closed. */
    record Interval(Node low, boolean lowOpen, Node high, boolean highOpen) {

        static Interval point(Node at) {
            return new Interval(at, false, at, false);
        }

        boolean isPlain() {
            return low.variables().isEmpty() && high.variables().isEmpty();
        }
    }

    /** Returns whether two unions of intervals and finite sets are the same; false also where they are something else. */
    static boolean equal(List<Node> a, List<Node> b, ComparisonBudget budget) {
        RealSet sets = new RealSet(new ScalarComparison(budget));
        List<Interval> x = intervals(a);
        List<Interval> y = intervals(b);
        try {
            return x != null && y != null && allPlain(x) && allPlain(y) && sets.equal(x, y);
        } catch (UndecidedException e) {
            return false;
        }
    }

    static boolean allPlain(List<Interval> intervals) {
        return intervals.stream().allMatch(Interval::isPlain);
    }

    /** Equality of sets whose ends are constants. */
    boolean equal(List<Interval> a, List<Interval> b) {
        return Pairing.inOrder(merged(a), merged(b), this::same);
    }

    boolean same(Interval p, Interval q) {
        return p.lowOpen == q.lowOpen && p.highOpen == q.highOpen && same(p.low, q.low) && same(p.high, q.high);
    }

    private boolean same(Node a, Node b) {
        int x = infinite(a);
        int y = infinite(b);
        return (x != 0 || y != 0) ? x == y : scalars.equal(a, b);
    }

    /** Intervals and finite sets as intervals, null where a part is something else. */
    static @Nullable List<Interval> intervals(List<Node> parts) {
        List<Interval> all = new ArrayList<>();
        for (Node part : parts) {
            if (!(part instanceof Group group)) {
                return null;
            }
            if (group.isSet()) {
                for (Node item : AnswerValues.expand(group.items())) {
                    if (item instanceof Group || item instanceof Node.Relation || item instanceof Node.Word) {
                        return null;
                    }
                    all.add(Interval.point(item));
                }
            } else if (isInterval(group)) {
                all.add(new Interval(
                        group.items().getFirst(),
                        group.open() == '(',
                        group.items().getLast(),
                        group.close() == ')'));
            } else {
                return null;
            }
        }
        return all;
    }

    static boolean isInterval(Group group) {
        return group.items().size() == 2 && (group.open() == '(' || group.open() == '[');
    }

    List<Interval> intersection(List<Interval> a, List<Interval> b) {
        List<Interval> result = new ArrayList<>();
        for (Interval p : a) {
            for (Interval q : b) {
                int low = order(p.low, q.low);
                int high = order(p.high, q.high);
                Interval both = new Interval(
                        low >= 0 ? p.low : q.low,
                        low > 0 ? p.lowOpen : low < 0 ? q.lowOpen : p.lowOpen || q.lowOpen,
                        high <= 0 ? p.high : q.high,
                        high < 0 ? p.highOpen : high > 0 ? q.highOpen : p.highOpen || q.highOpen);
                int width = order(both.low, both.high);
                if (width < 0 || (width == 0 && !both.lowOpen && !both.highOpen)) {
                    result.add(both);
                }
            }
        }
        return result;
    }

    List<Interval> complement(List<Interval> set) {
        List<Interval> result = new ArrayList<>();
        Node low = LEAST;
        boolean open = true;
        for (Interval one : merged(set)) {
            if (infinite(one.low) == 0 && order(low, one.low) <= 0) {
                result.add(new Interval(low, open, one.low, !one.lowOpen));
            }
            low = one.high;
            open = !one.highOpen;
        }
        if (infinite(low) <= 0) {
            result.add(new Interval(low, open, Const.INFINITY, true));
        }
        result.removeIf(gap -> order(gap.low, gap.high) == 0 && (gap.lowOpen || gap.highOpen));
        return result;
    }

    /** Returns the intervals in order, overlapping ones as one. */
    private List<Interval> merged(List<Interval> intervals) {
        List<Interval> all = new ArrayList<>(intervals);
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
        int sign = scalars.sign(new Add(List.of(a, new Neg(b))));
        if (sign == 0 && !scalars.equal(a, b)) {
            // Which comes first is not certain, as with numbers too large to evaluate; a set built on a guess would be
            // one.
            throw UndecidedException.INSTANCE;
        }
        return sign;
    }

    static int infinite(Node node) {
        if (node == Const.INFINITY) {
            return 1;
        }
        return node instanceof Neg n && n.of() == Const.INFINITY ? -1 : 0;
    }
}
