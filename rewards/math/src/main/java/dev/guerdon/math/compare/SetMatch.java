package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.ComparisonBudget;
import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.PlusMinus;
import dev.guerdon.math.algebra.Node.SetOp;
import dev.guerdon.math.algebra.Node.Sym;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Compares sets, tuples and intervals by Math-Verify's rules. */
final class SetMatch {

    private final VerifyMatch match;
    private final ComparisonBudget budget;

    SetMatch(VerifyMatch match, ComparisonBudget budget) {
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
            return gold.equals(prediction)
                    || (VerifyMatch.isSet(gold) != VerifyMatch.isSet(prediction) && single(g, p));
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
                && RealSet.infinite(items.items.getFirst()) < 0
                && RealSet.infinite(items.items.getLast()) > 0;
    }

    private boolean operations(SetOp gold, SetOp prediction) {
        if (gold.operator() != prediction.operator()) {
            return false;
        }
        List<Node> g = new ArrayList<>();
        List<Node> p = new ArrayList<>();
        AnswerComparison.flatten(gold, gold.operator(), g);
        AnswerComparison.flatten(prediction, gold.operator(), p);
        return unordered(g, p) || (gold.operator() == '∪' && RealSet.equal(g, p, budget));
    }

    /** Returns whether unions of intervals are the same set of numbers. */
    private boolean merged(Node gold, Node prediction) {
        List<Node> g = new ArrayList<>();
        List<Node> p = new ArrayList<>();
        AnswerComparison.flatten(withoutDifference(gold), '∪', g);
        AnswerComparison.flatten(withoutDifference(prediction), '∪', p);
        return RealSet.equal(g, p, budget);
    }

    /** Returns the real numbers without an interval as two intervals, any other set as it is. */
    private static Node withoutDifference(Node node) {
        boolean difference = node instanceof SetOp s
                && s.operator() == '∖'
                && isReals(s.left())
                && s.right() instanceof Group g
                && g.items().size() == 2
                && "([".indexOf(g.open()) >= 0;
        if (!difference) {
            return node;
        }
        Group cut = (Group) ((SetOp) node).right();
        Node low = new Group(
                '(',
                cut.open() == '[' ? ')' : ']',
                ',',
                List.of(new Node.Neg(Node.Const.INFINITY), cut.items().getFirst()));
        Node high = new Group(
                cut.close() == ']' ? '(' : '[', ')', ',', List.of(cut.items().getLast(), Node.Const.INFINITY));
        return new SetOp('∪', low, high);
    }

    /** A set, tuple or interval with its elements. */
    private record Items(List<Node> items, boolean finite, boolean interval, char open, char close) {
        boolean isOpen() {
            return open == '(' && close == ')';
        }
    }

    private Items items(Node node) {
        if (node instanceof PlusMinus pm) {
            return new Items(AnswerValues.both(pm), true, false, '{', '}');
        }
        if (!(node instanceof Group group)) {
            return new Items(List.of(node), true, false, '{', '}');
        }
        List<Node> items = AnswerValues.expand(group.items());
        if (group.isList() || group.isSet()) {
            return new Items(items.stream().distinct().toList(), true, false, '{', '}');
        }
        boolean interval = items.size() == 2 && !isEmpty(group, items);
        return new Items(items, false, interval, group.open(), group.close());
    }

    /** Returns whether an interval would be empty, in which case it is a pair. */
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

    private boolean ordered(List<Node> gold, List<Node> prediction) {
        return Pairing.inOrder(gold, prediction, match::equal);
    }

    private boolean unordered(List<Node> gold, List<Node> prediction) {
        return Pairing.inAnyOrder(gold, prediction, match::equal);
    }
}
