package dev.guerdon.core;

import dev.guerdon.api.Experimental;

/** The chance that at least one of k rollouts of a task passes. */
@Experimental
public final class PassAtK {

    /** From this reward on, a rollout passes. */
    public static final double PASS = 0.990;

    private PassAtK() {}

    /**
     * The unbiased estimate 1 - C(n - c, k) / C(n, k), as a product that does not overflow.
     *
     * @param n how many rollouts were made
     * @param c how many of them passed
     * @param k how many one would make, at most n
     */
    public static double of(long n, long c, long k) {
        if (n - c < k) {
            return 1;
        }
        double allFail = 1;
        for (long i = n - c + 1; i <= n; i++) {
            allFail *= 1.0 - (double) k / i;
        }
        return 1 - allFail;
    }
}
