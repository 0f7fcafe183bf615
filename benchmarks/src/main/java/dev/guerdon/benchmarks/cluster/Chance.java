package dev.guerdon.benchmarks.cluster;

import java.util.SplittableRandom;

/** Random numbers that are the same on every machine: only arithmetic that Java fixes to the last bit. */
final class Chance {

    private final SplittableRandom random;

    /** A stream of its own for each use, so that one more failure draws no other costs. */
    Chance(long seed, long stream) {
        this.random = new SplittableRandom((seed * 0x9E3779B97F4A7C15L) ^ (stream * 0xD1B54A32D192ED03L));
    }

    /** From 0, included, to 1. */
    double uniform() {
        return random.nextDouble();
    }

    double exponential(double mean) {
        return -mean * StrictMath.log(1 - uniform());
    }

    /** By the polar method. */
    double gaussian() {
        while (true) {
            double x = 2 * uniform() - 1;
            double y = 2 * uniform() - 1;
            double s = x * x + y * y;
            if (s > 0 && s < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
            }
        }
    }

    /** With the mean given, whatever the spread: {@code sigma} is that of the logarithm. */
    double lognormal(double mean, double sigma) {
        return mean * StrictMath.exp(sigma * gaussian() - sigma * sigma / 2);
    }

    /** A value of at least {@code least}, more than x with the chance (least/x)^alpha. */
    double pareto(double least, double alpha) {
        return least / StrictMath.pow(1 - uniform(), 1 / alpha);
    }

    /** How many of many rare things happen; beyond 50 by the normal approximation. */
    int poisson(double mean) {
        if (mean > 50) {
            return (int) Math.max(0, StrictMath.rint(mean + StrictMath.sqrt(mean) * gaussian()));
        }
        double limit = StrictMath.exp(-mean);
        int count = 0;
        for (double product = uniform(); product > limit; product *= uniform()) {
            count++;
        }
        return count;
    }
}
