package dev.guerdon.lab.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws sums of those of some sizes that came out positive: sizes that occur often by counting random bits, the others one by one. */
final class SignFlips {

    /** From this many equal sizes on, a word of random bits for all of them pays. */
    private static final int OFTEN = 8;

    private final double[] values;
    private final int[] times;
    private final double[] singles;

    /** Takes the sizes in rising order. */
    SignFlips(double[] sorted) {
        double[] often = new double[sorted.length];
        int[] counts = new int[sorted.length];
        double[] seldom = new double[sorted.length];
        int groups = 0;
        int alone = 0;
        for (int from = 0; from < sorted.length; ) {
            int to = from + 1;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            if (to - from >= OFTEN) {
                often[groups] = sorted[from];
                counts[groups++] = to - from;
            } else {
                for (int i = from; i < to; i++) {
                    seldom[alone++] = sorted[i];
                }
            }
            from = to;
        }
        values = Arrays.copyOf(often, groups);
        times = Arrays.copyOf(counts, groups);
        singles = Arrays.copyOf(seldom, alone);
    }

    /** What a draw costs, roughly in additions. */
    long work() {
        return singles.length
                + values.length
                + Arrays.stream(times).asLongStream().sum() / 32
                + 1;
    }

    double draw(SplittableRandom random) {
        double sum = 0;
        for (int g = 0; g < values.length; g++) {
            int left = times[g];
            int ups = 0;
            for (; left >= 64; left -= 64) {
                ups += Long.bitCount(random.nextLong());
            }
            ups += left == 0 ? 0 : Long.bitCount(random.nextLong() >>> (64 - left));
            sum += ups * values[g];
        }
        for (int from = 0; from < singles.length; from += 64) {
            long bits = random.nextLong();
            int to = Math.min(singles.length, from + 64);
            for (int i = from; i < to; i++) {
                sum += singles[i] * (bits & 1);
                bits >>>= 1;
            }
        }
        return sum;
    }
}
