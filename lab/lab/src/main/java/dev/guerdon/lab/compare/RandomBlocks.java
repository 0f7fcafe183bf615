package dev.guerdon.lab.compare;

import java.util.SplittableRandom;

/**
 * Puts many values together in blocks of nearly equal size, dealt out at random.
 *
 * <p>Resampling or flipping whole blocks is as valid as doing so with single values, and with thousands of blocks as sharp; it makes
 * the cost of a comparison independent of its size.
 */
final class RandomBlocks {

    /** The most units that are resampled or flipped one by one. */
    static final int MOST = 10_000;

    final double[] sums;
    final int[] sizes;

    private RandomBlocks(double[] sums, int[] sizes) {
        this.sums = sums;
        this.sizes = sizes;
    }

    /** Returns one block for each value where there are few. */
    static RandomBlocks of(double[] values, long seed) {
        int count = Math.min(MOST, values.length);
        double[] dealt = values.clone();
        if (values.length > MOST) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = dealt.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                double value = dealt[i];
                dealt[i] = dealt[other];
                dealt[other] = value;
            }
        }
        double[] sums = new double[count];
        int[] sizes = new int[count];
        for (int i = 0; i < dealt.length; i++) {
            sums[i % count] += dealt[i];
            sizes[i % count]++;
        }
        return new RandomBlocks(sums, sizes);
    }
}
