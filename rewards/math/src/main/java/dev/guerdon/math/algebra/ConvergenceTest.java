package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Big;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an integral or an infinite sum is too simple to hide anything between the points at which it is approximated.
 *
 * <p>A bend narrower than the distance of the points needs a large number somewhere: a factor, a bound, a power. The weight of an expression
 * is what its numbers and powers can build together.
 */
final class ConvergenceTest {

    private static final double MAX_WEIGHT = 2000;

    private ConvergenceTest() {}

    static boolean isTame(Node node) {
        if (node instanceof Big b && (b.operator().equals("int") || b.to() == Const.INFINITY)) {
            ExpressionFeatures features = ExpressionFeatures.of(b.body());
            return !features.turning()
                    && !features.stepping()
                    && !features.branching()
                    && weight(b.body()) * bound(b.from()) * bound(b.to()) <= MAX_WEIGHT;
        }
        return node.children().stream().allMatch(ConvergenceTest::isTame);
    }

    private static double bound(@Nullable Node bound) {
        Node of = bound instanceof Neg n ? n.of() : bound;
        return of == null || of == Const.INFINITY ? 1 : weight(of);
    }

    private static double weight(Node node) {
        return switch (node) {
            case Num n ->
                Math.max(1, n.value().numerator().abs().doubleValue())
                        * n.value().denominator().doubleValue();
            case Const c -> c == Const.PI || c == Const.E ? 3 : 1;
            case Pow p
            when p.exponent() instanceof Num n && n.value().isInteger() ->
                Math.pow(weight(p.base()), weight(n)) * weight(n);
            case Node.Add a ->
                a.terms().stream().mapToDouble(ConvergenceTest::weight).sum();
            default ->
                node.children().stream().mapToDouble(ConvergenceTest::weight).reduce(1, (x, y) -> x * y);
        };
    }
}
