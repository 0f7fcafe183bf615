package dev.guerdon.math.algebra;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Functions of rational and whole numbers. */
final class ExactIntegers {

    private ExactIntegers() {}

    /** Returns the value of a function of rational numbers, null if it is not rational or not known here. */
    static @Nullable Rational apply(String function, Rational[] values) {
        if (values.length == 0) {
            return null;
        }
        return switch (function) {
            case "floor" -> Rational.of(values[0].floor());
            case "ceil" -> Rational.of(values[0].negate().floor().negate());
            case "mod" ->
                values.length == 2 && !values[1].isZero()
                        ? values[0].subtract(
                                Rational.of(values[0].divide(values[1]).floor()).multiply(values[1]))
                        : null;
            case "gcd", "lcm" -> common(function, values);
            case "max", "min" -> extreme(function, values);
            case "Re" -> values[0];
            case "Im" -> Rational.ZERO;
            default -> null;
        };
    }

    private static @Nullable Rational common(String function, Rational[] values) {
        BigInteger result = null;
        for (Rational value : values) {
            if (!value.isInteger()) {
                return null;
            }
            BigInteger n = value.numerator().abs();
            if (result == null) {
                result = n;
            } else if (function.equals("gcd")) {
                result = result.gcd(n);
            } else {
                result = n.signum() == 0 || result.signum() == 0
                        ? BigInteger.ZERO
                        : result.multiply(n).divide(result.gcd(n));
            }
        }
        return result == null ? null : Rational.of(result);
    }

    private static Rational extreme(String function, Rational[] values) {
        Rational best = values[0];
        for (Rational value : values) {
            int order = value.compareTo(best);
            if (function.equals("max") ? order > 0 : order < 0) {
                best = value;
            }
        }
        return best;
    }

    /** About how many digits n! has. */
    static double factorialDigits(int n) {
        return n < 2 ? 1 : n * (Math.log10(n) - 0.4342944819) + 0.5 * Math.log10(6.2832 * n) + 1;
    }

    static BigInteger factorial(int n, ComparisonBudget budget) {
        budget.step(1 + (long) (n * factorialDigits(n) / 1200));
        return product(1, n);
    }

    private static BigInteger product(int from, int to) {
        if (to - from < 8) {
            BigInteger result = BigInteger.ONE;
            for (int i = Math.max(from, 2); i <= to; i++) {
                result = result.multiply(BigInteger.valueOf(i));
            }
            return result;
        }
        int middle = (from + to) >>> 1;
        return product(from, middle).multiply(product(middle + 1, to));
    }
}
