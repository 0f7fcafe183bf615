package dev.guerdon.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Measures operations per CPU second of the calling thread. */
public final class Measure {

    /** Keeps the results alive. */
    public static volatile double lastChecksum;

    private Measure() {}

    /** A round of work: does some operations and returns how many, and something that depends on all of them. */
    @FunctionalInterface
    public interface Round {
        Done run() throws Exception;
    }

    /**
     * What a round did.
     *
     * @param operations how many operations
     * @param checksum depends on every result, so that none can be optimised away
     */
    public record Done(long operations, double checksum) {}

    /** CPU nanoseconds of the calling thread so far. */
    public static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** The median of {@code rounds} measurements of about {@code seconds} CPU seconds each, after one unmeasured warm-up of the same length. */
    public static double perCpuSecond(int rounds, double seconds, Round round) throws Exception {
        once(seconds, round);
        double[] rates = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            rates[i] = once(seconds, round);
        }
        Arrays.sort(rates);
        return rates[rounds / 2];
    }

    private static double once(double seconds, Round round) throws Exception {
        long start = cpuNanos();
        long operations = 0;
        long spent;
        do {
            Done done = round.run();
            operations += done.operations;
            lastChecksum = done.checksum;
            spent = cpuNanos() - start;
        } while (spent < seconds * 1e9);
        return operations / (spent / 1e9);
    }
}
