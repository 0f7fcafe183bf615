package dev.guerdon.math.algebra;

import dev.guerdon.math.algebra.Node.Add;
import dev.guerdon.math.algebra.Node.Call;
import dev.guerdon.math.algebra.Node.Const;
import dev.guerdon.math.algebra.Node.Div;
import dev.guerdon.math.algebra.Node.Mul;
import dev.guerdon.math.algebra.Node.Neg;
import dev.guerdon.math.algebra.Node.Num;
import dev.guerdon.math.algebra.Node.Pow;

/**
 * Bounds of the real values that an expression takes anywhere.
 *
 * @param low no value is less
 * @param high no value is more
 */
record ValueRange(double low, double high) {

    private static final ValueRange ANY = new ValueRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    private static final ValueRange POSITIVE = new ValueRange(0, Double.POSITIVE_INFINITY);

    /** Returns whether no value is negative, for certain. */
    static boolean isNonNegative(Node node) {
        return of(node).low >= 0;
    }

    private static ValueRange of(Node node) {
        return switch (node) {
            case Num n -> {
                double value = n.value().toDouble();
                boolean exact = n.value().isInteger() && n.value().bits() < 53;
                yield exact ? new ValueRange(value, value) : new ValueRange(Math.nextDown(value), Math.nextUp(value));
            }
            case Const c -> c == Const.PI ? new ValueRange(3.1415, 3.1416) : c == Const.E ? new ValueRange(2, 3) : ANY;
            case Neg n -> of(n.of()).negated();
            case Add a -> a.terms().stream().map(ValueRange::of).reduce(new ValueRange(0, 0), ValueRange::plus);
            case Mul m -> m.factors().stream().map(ValueRange::of).reduce(new ValueRange(1, 1), ValueRange::times);
            case Div d -> of(d.under()).low >= 0 && of(d.over()).low >= 0 ? POSITIVE : ANY;
            case Pow p -> SignCases.isEven(p.exponent()) || of(p.base()).low >= 0 ? POSITIVE : ANY;
            case Call c ->
                switch (c.function()) {
                    case "sin", "cos" -> new ValueRange(-1, 1);
                    case "exp", "abs", "norm", "acos" -> POSITIVE;
                    case "cosh" -> new ValueRange(1, Double.POSITIVE_INFINITY);
                    case "tanh" -> new ValueRange(-1, 1);
                    case "atan", "asin" -> new ValueRange(-1.571, 1.571);
                    case "root" -> SignCases.isEven(c.arguments().getLast()) ? POSITIVE : ANY;
                    default -> ANY;
                };
            default -> ANY;
        };
    }

    private ValueRange negated() {
        return new ValueRange(-high, -low);
    }

    private ValueRange plus(ValueRange other) {
        return new ValueRange(sum(low, other.low, -1), sum(high, other.high, 1));
    }

    /** The sum, rounded outwards where it may have been rounded at all. */
    private static double sum(double a, double b, int outwards) {
        double sum = a + b;
        boolean exact = isWhole(a) && isWhole(b);
        return exact ? sum : outwards < 0 ? Math.nextDown(sum) : Math.nextUp(sum);
    }

    private static boolean isWhole(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15;
    }

    private ValueRange times(ValueRange other) {
        if (low >= 0 && other.low >= 0) {
            return new ValueRange(
                    Math.max(0, Math.nextDown(product(low, other.low))), Math.nextUp(product(high, other.high)));
        }
        if (low == high && low < 0) {
            return new ValueRange(-low, -low).times(other).negated();
        }
        if (low == high && low > 0) {
            return new ValueRange(Math.nextDown(product(low, other.low)), Math.nextUp(product(low, other.high)));
        }
        return other.low == other.high && other.low != 0 ? other.times(this) : ANY;
    }

    private static double product(double a, double b) {
        return a == 0 || b == 0 ? 0 : a * b;
    }
}
