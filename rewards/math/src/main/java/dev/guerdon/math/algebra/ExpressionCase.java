package dev.guerdon.math.algebra;

import dev.guerdon.api.Internal;
import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import dev.guerdon.math.algebra.Node.Sym;
import java.util.List;
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

    /** An expression that takes every value between two numbers, and no other. */
    static Node between(Rational low, Rational high, Sym inside) {
        Node square = new Pow(inside, Num.of(2));
        Node share = new Div(Num.of(high.subtract(low)), new Add(List.of(Num.of(2), square)));
        return new Add(List.of(Num.of(low), share));
    }
}
