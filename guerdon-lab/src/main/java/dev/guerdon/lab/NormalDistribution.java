package dev.guerdon.lab;

/**
 * The standard normal distribution.
 *
 * <p>Both functions are correct to a relative error of about 1e-14 down to probabilities of 1e-300, which tests hold against
 * published tables.
 */
final class NormalDistribution {

    private static final double SQRT_TWO_PI = Math.sqrt(2 * Math.PI);

    /** Up to here the power series is short and exact enough; beyond it the continued fraction of the tail is. */
    private static final double SERIES_END = 2.5;

    private NormalDistribution() {}

    static double density(double x) {
        return Math.exp(-x * x / 2) / SQRT_TWO_PI;
    }

    /** The probability of a value below x. */
    static double below(double x) {
        if (x > SERIES_END) {
            return 1 - tail(x);
        }
        return x < -SERIES_END ? tail(-x) : 0.5 + density(x) * series(x);
    }

    /** x + x^3/3 + x^5/(3*5) + ...: all terms have the same sign, so nothing cancels. */
    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return sum;
    }

    /** The probability of a value above x, for x of some size: density(x) / (x + 1/(x + 2/(x + 3/(x + ...)))). */
    private static double tail(double x) {
        double fraction = x;
        for (int i = 160; i >= 1; i--) {
            fraction = x + i / fraction;
        }
        return density(x) / fraction;
    }

    /** The value below which lies the probability p. */
    static double quantile(double p) {
        if (!(p > 0 && p < 1)) {
            return p == 0 ? Double.NEGATIVE_INFINITY : p == 1 ? Double.POSITIVE_INFINITY : Double.NaN;
        }
        if (p > 0.5) {
            return -quantile(1 - p);
        }
        // Starts at the leading term of the tail, or on a straight line in the middle; each step then triples the
        // correct digits.
        double x = p < 0.1 ? -Math.sqrt(-2 * Math.log(p * 2.5)) : (p - 0.5) * SQRT_TWO_PI;
        for (int i = 0; i < 50; i++) {
            double step = (below(x) - p) / density(x);
            double halley = step / (1 + x * step / 2);
            x -= halley;
            if (Math.abs(halley) <= 1e-15 * Math.max(1, Math.abs(x))) {
                break;
            }
        }
        return x;
    }
}
