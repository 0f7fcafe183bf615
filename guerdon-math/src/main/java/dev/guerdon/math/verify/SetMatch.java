package dev.guerdon.math.verify;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import dev.guerdon.math.compare.RealSet;
import dev.guerdon.math.compare.Values;
import dev.guerdon.math.number.Budget;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Compares sets, tuples and intervals by Math-Verify's rules. */
final class SetMatch {

    private final Match match;
    private final Budget budget;

    SetMatch(Match match, Budget budget) {
        this.match = match;
        this.budget = budget;
    }

    boolean equal(Node gold, Node prediction) {
        Items g = items(gold);
        Items p = items(prediction);
        if (g.interval && p.interval) {
            return g.open == p.open && g.close == p.close && ordered(g.items, p.items);
        }
        if (gold instanceof SetOp || prediction instanceof SetOp) {
            return (gold instanceof SetOp x && prediction instanceof SetOp y && operations(x, y))
                    || merged(gold, prediction);
        }
        if (isReals(gold) || isReals(prediction)) {
            return (isReals(gold) || isLine(g)) && (isReals(prediction) || isLine(p));
        }
        if (gold instanceof Sym || prediction instanceof Sym) {
            return gold.equals(prediction) || (Match.isSet(gold) != Match.isSet(prediction) && single(g, p));
        }
        if ((g.interval && !g.isOpen()) || (p.interval && !p.isOpen())) {
            return false;
        }
        if (g.items.size() != p.items.size()) {
            return false;
        }
        return g.finite ? unordered(g.items, p.items) : ordered(g.items, p.items);
    }

    private boolean single(Items g, Items p) {
        return g.items.size() == 1 && p.items.size() == 1 && match.equal(g.items.getFirst(), p.items.getFirst());
    }

    private static boolean isReals(Node node) {
        return node instanceof Sym s && s.name().equals("setR");
    }

    private static boolean isLine(Items items) {
        return items.interval
                && Match.infinite(items.items.getFirst()) < 0
                && Match.infinite(items.items.getLast()) > 0;
    }

    private boolean operations(SetOp gold, SetOp prediction) {
        if (gold.operator() != prediction.operator()) {
            return false;
        }
        List<Node> g = new ArrayList<>();
        List<Node> p = new ArrayList<>();
        flatten(gold, gold.operator(), g);
        flatten(prediction, gold.operator(), p);
        return unordered(g, p) || (gold.operator() == '∪' && RealSet.equal(g, p, budget));
    }

    /** Whether unions of intervals are the same set of numbers. */
    private boolean merged(Node gold, Node prediction) {
        List<Node> g = new ArrayList<>();
        List<Node> p = new ArrayList<>();
        flatten(gold, '∪', g);
        flatten(prediction, '∪', p);
        return RealSet.equal(g, p, budget);
    }

    private static void flatten(Node node, char operator, List<Node> parts) {
        if (node instanceof SetOp op && op.operator() == operator) {
            flatten(op.left(), operator, parts);
            flatten(op.right(), operator, parts);
        } else {
            parts.add(node);
        }
    }

    /** A set, tuple or interval with its elements. */
    private record Items(List<Node> items, boolean finite, boolean interval, char open, char close) {
        boolean isOpen() {
            return open == '(' && close == ')';
        }
    }

    private Items items(Node node) {
        if (node instanceof PlusMinus pm) {
            return new Items(Values.both(pm), true, false, '{', '}');
        }
        if (!(node instanceof Group group)) {
            return new Items(List.of(node), true, false, '{', '}');
        }
        List<Node> items = Values.expand(group.items());
        if (group.isList() || group.isSet()) {
            return new Items(distinct(items), true, false, '{', '}');
        }
        boolean interval = items.size() == 2 && !isEmpty(group, items);
        return new Items(items, false, interval, group.open(), group.close());
    }

    /** Whether an interval would be empty, in which case it is a pair. */
    private boolean isEmpty(Group group, List<Node> items) {
        boolean open = group.open() == '(' && group.close() == ')';
        boolean closed = group.open() == '[' && group.close() == ']';
        BigDecimal low = match.constant(items.getFirst());
        BigDecimal high = match.constant(items.getLast());
        if (low == null || high == null) {
            return false;
        }
        int order = high.compareTo(low);
        return (open && order <= 0) || (closed && order < 0);
    }

    private List<Node> distinct(List<Node> items) {
        List<Node> distinct = new ArrayList<>();
        for (Node item : items) {
            if (!distinct.contains(item)) {
                distinct.add(item);
            }
        }
        return distinct;
    }

    private boolean ordered(List<Node> gold, List<Node> prediction) {
        if (gold.size() != prediction.size()) {
            return false;
        }
        for (int i = 0; i < gold.size(); i++) {
            if (!match.equal(gold.get(i), prediction.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean unordered(List<Node> gold, List<Node> prediction) {
        if (gold.size() != prediction.size()) {
            return false;
        }
        boolean[] taken = new boolean[prediction.size()];
        for (Node item : gold) {
            boolean found = false;
            for (int i = 0; i < prediction.size() && !found; i++) {
                if (!taken[i] && match.equal(item, prediction.get(i))) {
                    taken[i] = true;
                    found = true;
                }
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }
}
