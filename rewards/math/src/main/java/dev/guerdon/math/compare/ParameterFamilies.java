package dev.guerdon.math.compare;

import dev.guerdon.math.algebra.Node;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Group;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Relation;
import dev.guerdon.math.algebra.Node.SetBuilder;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Families of values with a parameter that is any whole number: the name of the parameter is free, and where it starts from. */
final class ParameterFamilies {

    private static final Sym INTEGERS = new Sym("setZ");

    /** The names that a parameter has where nobody says so. */
    private static final String USUAL = "nkmjl";

    private final AnswerComparison comparison;
    private final ScalarComparison scalars;

    ParameterFamilies(AnswerComparison comparison, ScalarComparison scalars) {
        this.comparison = comparison;
        this.scalars = scalars;
    }

    private record Family(List<Node> values, Sym parameter) {}

    /** Returns the verdict where one side at least names its parameter, empty for anything else. */
    Optional<Boolean> equal(Node a, Node b) {
        Family x = declared(a);
        Family y = declared(b);
        if (x == null && y == null && !isRenamed(a, b)) {
            return Optional.empty();
        }
        Family left = x != null ? x : undeclared(a);
        Family right = y != null ? y : undeclared(b);
        if (left == null || right == null) {
            return Optional.empty();
        }
        return Optional.of(Pairing.inAnyOrder(left.values, right.values, (p, q) -> same(p, left, q, right)));
    }

    /**
     * Returns whether both are multiples of π counted by one whole number each, whose names differ, as solutions are: one names the unknown,
     * or both are sums of an angle and its periods. (n-2)π is a formula, and kπ another one.
     */
    private static boolean isRenamed(Node a, Node b) {
        boolean solutions = isNamed(a) || isNamed(b) || (value(a) instanceof Add && value(b) instanceof Add);
        if (a instanceof Sym || b instanceof Sym || !solutions) {
            return false;
        }
        Set<String> left = value(a).variables();
        Set<String> right = value(b).variables();
        return left.size() == 1
                && right.size() == 1
                && !left.equals(right)
                && USUAL.contains(left.iterator().next())
                && USUAL.contains(right.iterator().next())
                && holdsPi(a)
                && holdsPi(b);
    }

    private static boolean isNamed(Node node) {
        return node instanceof Relation
                || (node instanceof Group g && g.items().stream().allMatch(Relation.class::isInstance));
    }

    private static boolean holdsPi(Node node) {
        return node == Node.Const.PI || node.children().stream().anyMatch(ParameterFamilies::holdsPi);
    }

    private static @Nullable Family declared(Node node) {
        if (node instanceof SetBuilder s) {
            Sym counted = parameter(s.condition());
            return counted != null && s.head().variables().contains(counted.name())
                    ? new Family(List.of(s.head()), counted)
                    : null;
        }
        if (!(node instanceof Group g) || !g.isList() || g.items().size() < 2) {
            return null;
        }
        Sym parameter = parameter(g.items().getLast());
        if (parameter == null) {
            return null;
        }
        List<Node> values = g.items().subList(0, g.items().size() - 1);
        return values.stream().anyMatch(value -> value.variables().contains(parameter.name()))
                ? new Family(values, parameter)
                : null;
    }

    private static @Nullable Sym parameter(Node node) {
        return node instanceof Relation r
                        && r.operators().equals(List.of("∈"))
                        && r.sides().getLast().equals(INTEGERS)
                        && r.sides().getFirst() instanceof Sym s
                ? s
                : null;
    }

    private static @Nullable Family undeclared(Node node) {
        List<Node> values = node instanceof Group g && g.isList() ? g.items() : List.of(node);
        for (String name : value(node).variables()) {
            if (USUAL.contains(name)) {
                return new Family(values, new Sym(name));
            }
        }
        return null;
    }

    private boolean same(Node p, Family left, Node q, Family right) {
        Node x = value(p);
        Node y = value(q);
        boolean named = p instanceof Relation && q instanceof Relation;
        if (named
                && !((Relation) p)
                        .sides()
                        .getFirst()
                        .equals(((Relation) q).sides().getFirst())) {
            return false;
        }
        if (x instanceof Group || y instanceof Group || x instanceof Relation || y instanceof Relation) {
            return comparison.equal(x, y.replace(right.parameter, left.parameter));
        }
        Sym k = left.parameter;
        Node renamed = y.replace(right.parameter, k);
        if (scalars.equal(x, renamed)) {
            return true;
        }
        // a + kd and b + kd are the same numbers where a - b is a multiple of d, and with -d as well.
        Node start = x.replace(k, Num.of(0));
        Node step = new Add(List.of(x.replace(k, Num.ONE), new Neg(start)));
        Node otherStart = renamed.replace(k, Num.of(0));
        Node otherStep = new Add(List.of(renamed.replace(k, Num.ONE), new Neg(otherStart)));
        boolean steps = scalars.equal(step, otherStep) || scalars.equal(step, new Neg(otherStep));
        Node shift = new Div(new Add(List.of(start, new Neg(otherStart))), step);
        return steps
                && !scalars.equal(step, Num.of(0))
                && scalars.isWhole(shift)
                && scalars.equal(x, new Add(List.of(start, new Mul(List.of(k, step)))))
                && scalars.equal(renamed, new Add(List.of(otherStart, new Mul(List.of(k, otherStep)))));
    }

    private static Node value(Node node) {
        return node instanceof Relation r
                        && r.operators().equals(List.of("="))
                        && AnswerComparison.isName(r.sides().getFirst())
                ? r.sides().getLast()
                : node;
    }
}
