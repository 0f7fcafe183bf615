package dev.guerdon.lab;

/**
 * Student's t distribution, and the incomplete beta function that it and the binomial distribution are made of.
 *
 * <p>Probabilities and quantiles are correct to about 1e-10, which tests hold against published tables.
 */
final class StudentT {

    /** From here on the normal distribution differs by less than the accuracy stated above. */
    private static final double NORMAL_FROM = 1e10;

    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    private StudentT() {}

    /** The probability of a value below t. */
    static double below(double t, double degrees) {
        if (degrees >= NORMAL_FROM) {
            return NormalDistribution.below(t);
        }
        double tail = incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
        return t > 0 ? 1 - tail : tail;
    }

    /** The value below which lies the probability p. */
    static double quantile(double p, double degrees) {
        if (p > 0.5) {
            return -quantile(1 - p, degrees);
        }
        if (p == 0.5) {
            return 0;
        }
        double high = 0;
        double low = Math.min(-1, NormalDistribution.quantile(p));
        while (below(low, degrees) > p) {
            high = low;
            low *= 2;
        }
        while (high - low > 1e-14 * Math.abs(low)) {
            double middle = (low + high) / 2;
            if (middle == low || middle == high) {
                break;
            }
            if (below(middle, degrees) > p) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return (low + high) / 2;
    }

    /** The regularised incomplete beta function. */
    static double incompleteBeta(double a, double b, double x) {
        if (x <= 0) {
            return 0;
        }
        if (x >= 1) {
            return 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        // The fraction converges quickly on this side of the peak only; the other side is its mirror image.
        return x < (a + 1) / (a + b + 2)
                ? front * betaFraction(a, b, x) / a
                : 1 - front * betaFraction(b, a, 1 - x) / b;
    }

    /** The continued fraction of the incomplete beta function, by the method of Lentz. */
    private static double betaFraction(double a, double b, double x) {
        double tiny = 1e-300;
        double c = 1;
        double d = nonZero(1 - (a + b) * x / (a + 1), tiny);
        d = 1 / d;
        double h = d;
        for (int m = 1; m <= 1_000_000; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / nonZero(1 + even * d, tiny);
            c = nonZero(1 + even / c, tiny);
            h *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / nonZero(1 + odd * d, tiny);
            c = nonZero(1 + odd / c, tiny);
            h *= d * c;
            if (Math.abs(d * c - 1) < 1e-15) {
                break;
            }
        }
        return h;
    }

    private static double nonZero(double value, double tiny) {
        return Math.abs(value) < tiny ? tiny : value;
    }

    /** The logarithm of the gamma function of a positive number, after Lanczos. */
    static double logGamma(double x) {
        if (x < 0.5) {
            return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
        }
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x - 1 + i);
        }
        double t = x + 6.5;
        return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
    }
}
