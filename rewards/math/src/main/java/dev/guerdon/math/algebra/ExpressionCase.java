package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of the domain of two expressions on which both are analytic, with what they are there.
 *
 * @param a the first one
 * @param b the second one
 * @param placedA the first one where a variable that takes any value runs through this part only
 * @param placedB the second one in that variable
 * @param positive expressions that are positive on this part, for what no such variable is known
 */
@Internal
public record ExpressionCase(Node a, Node b, Node placedA, Node placedB, List<Node> positive) {

    private static final Set<String> RESTRICTED =
            Set.of("ln", "log", "lg", "root", "asin", "acos", "acosh", "atanh", "factorial", "factorial2");

    /** Two unknowns that no answer can spell. */
    private static final Sym FIRST = new Sym("one unknown");

    private static final Sym SECOND = new Sym("other unknown");

    ExpressionCase(Node a, Node b, List<Node> positive) {
        this(a, b, a, b, positive);
    }

    /**
     * Returns the cases of which each must agree for two expressions to be equal: residues and gaps for steps, signs for absolute values.
     * An empty list says that both are free of such; null that the cases could not be told.
     */
    public static @Nullable List<ExpressionCase> of(Node a, Node b, ComparisonBudget budget) {
        ExpressionFeatures features = ExpressionFeatures.of(a, b);
        if (features.variables().isEmpty() || (!features.stepping() && !features.turning())) {
            return List.of();
        }
        try {
            return features.stepping() ? StepCases.of(a, b, features, budget) : SignCases.of(a, b, budget);
        } catch (UndecidedException | UndefinedException e) {
            return null;
        }
    }

    /** Returns an expression that takes every value between two numbers, and no other. */
    static Node between(Rational low, Rational high, Sym inside) {
        Node square = new Pow(inside, Num.of(2));
        Node share = new Div(Num.of(high.subtract(low)), new Add(List.of(Num.of(2), square)));
        return new Add(List.of(Num.of(low), share));
    }

    /**
     * Returns whether one of two expressions of the same value is defined in fewer places, for nothing: {@code 0·ln(x-10)}.
     *
     * <p>A function of a restricted domain is idle if the normal form of the whole expression stays the same whatever stands in its place.
     */
    public static boolean isNarrower(Node a, Node b, ComparisonBudget budget) {
        Set<Node> left = new LinkedHashSet<>();
        Set<Node> right = new LinkedHashSet<>();
        collect(a, left);
        collect(b, right);
        return isIdle(a, left, right, budget) || isIdle(b, right, left, budget);
    }

    private static boolean isIdle(Node whole, Set<Node> own, Set<Node> others, ComparisonBudget budget) {
        for (Node part : own) {
            if (others.contains(part)) {
                continue;
            }
            Algebra algebra = new Algebra(budget);
            try {
                Quot one = algebra.normal(replaced(whole, part, FIRST));
                if (algebra.subtract(one, algebra.normal(replaced(whole, part, SECOND)))
                        .isZero()) {
                    return true;
                }
            } catch (UndecidedException | UndefinedException e) {
                return true;
            }
        }
        return false;
    }

    private static Node replaced(Node node, Node part, Sym unknown) {
        return node.equals(part) ? unknown : node.map(inner -> replaced(inner, part, unknown));
    }

    private static void collect(Node node, Set<Node> parts) {
        if (node instanceof Call c && RESTRICTED.contains(c.function()) && isRestricted(c)) {
            parts.add(c);
        }
        for (Node part : node.children()) {
            collect(part, parts);
        }
    }

    private static boolean isRestricted(Call call) {
        Node of = call.arguments().getFirst();
        boolean oddRoot = call.function().equals("root")
                && !SignCases.isEven(call.arguments().getLast());
        return !oddRoot && !of.variables().isEmpty() && !ExpressionFeatures.ValueRange.isNonNegative(of);
    }
}
