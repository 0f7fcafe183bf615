package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The paired permutation test: if base and candidate were the same, each task's difference could as well have had the other sign.
 *
 * <p>A task's repeats flip together, as they are not independent. Where the differences are multiples of one unit, as for rewards of
 * 0 and 1, or there are at most {@value #ENUMERABLE} tasks with a difference, all flips are counted and the p-values are exact. Else
 * flips are drawn (of random blocks, where there are very many tasks; beyond {@value #HUGE} the normal limit is taken), and a p-value is (1 + those
 * at least as extreme) / (1 + all), which is valid for any number of them.
 *
 * @param pValue two-sided: how often a mean at least as far from 0 comes by chance
 * @param pDrop one-sided: how often a mean at least as low
 * @param pGain one-sided: how often a mean at least as high
 * @param exact whether all flips were counted
 * @param flips how many flips were drawn, 0 where exact, or where the tasks are so many that their normal limit is taken
 */
@Internal
public record SignFlipTest(double pValue, double pDrop, double pGain, boolean exact, int flips) {

    private static final int ENUMERABLE = 20;

    /** Beyond this many tasks with equal differences the binomial distribution is computed, not built up. */
    private static final int COUNTABLE = 1_000;

    /** The most work for a count on a grid: tasks times grid points. */
    private static final long GRID_WORK = 30_000_000;

    /** The work for drawn flips, in random words. */
    private static final long DRAWN_WORK = 50_000_000;

    /** Beyond this many tasks with a difference nothing is drawn. */
    private static final int HUGE = 10_000;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private static final int FEWEST = 1_999;
    private static final int MOST = 99_999;
    private static final int BATCH = 250;

    /** The finest grid looked for: differences that are multiples of the smallest one, divided by up to this. */
    private static final int FINEST = 60;

    /**
     * Tests whether the mean of the differences is 0.
     *
     * @param differences one for each task
     * @param seed makes drawn flips repeatable
     */
    public static SignFlipTest of(double[] differences, long seed) {
        double[] sizes = Arrays.stream(differences)
                .filter(d -> d != 0)
                .map(Math::abs)
                .sorted()
                .toArray();
        if (sizes.length == 0) {
            return new SignFlipTest(1, 1, 1, true, 0);
        }
        double positive = Arrays.stream(differences).filter(d -> d > 0).sum();
        double total = Arrays.stream(sizes).sum();
        long[] grid = sizes.length > HUGE && sizes[0] < sizes[sizes.length - 1] ? new long[0] : grid(sizes);
        if (grid.length > COUNTABLE && grid[0] == grid[grid.length - 1]) {
            return binomial(grid.length, Math.round(positive / sizes[0]));
        }
        if (sizes.length > HUGE) {
            return normal(sizes, positive, total);
        }
        if (grid.length > 0 && Arrays.stream(grid).sum() * grid.length <= GRID_WORK) {
            int sum = (int) Arrays.stream(grid).sum();
            return counted(grid, sum, (int) Math.round(positive / total * sum));
        }
        return sizes.length <= ENUMERABLE ? enumerated(sizes, positive, total) : drawn(differences, sizes, seed);
    }

    /** Many different sizes flip in blocks; sizes of which each occurs often are cheap as they are. */
    private static SignFlipTest drawn(double[] differences, double[] sizes, long seed) {
        if (sizes.length <= RandomBlocks.MOST || new SignFlips(sizes).work() <= RandomBlocks.MOST) {
            return drawn(
                    sizes,
                    Arrays.stream(differences).filter(d -> d > 0).sum(),
                    Arrays.stream(sizes).sum(),
                    seed);
        }
        double[] sums =
                RandomBlocks.of(Arrays.stream(differences).filter(d -> d != 0).toArray(), seed).sums;
        double[] sorted = Arrays.stream(sums).map(Math::abs).sorted().toArray();
        return drawn(
                sorted,
                Arrays.stream(sums).filter(d -> d > 0).sum(),
                Arrays.stream(sorted).sum(),
                seed);
    }

    /** Returns the sizes as whole multiples of a common unit; empty if there is none. */
    private static long[] grid(double[] sorted) {
        for (int parts = 1; parts <= FINEST; parts++) {
            double unit = sorted[0] / parts;
            if (Arrays.stream(sorted).allMatch(d -> Math.abs(d / unit - Math.rint(d / unit)) < 1e-7)) {
                return Arrays.stream(sorted)
                        .mapToLong(d -> Math.round(d / unit))
                        .toArray();
            }
        }
        return new long[0];
    }

    /** Returns all sizes equal: the sign test, at any number of tasks. */
    private static SignFlipTest binomial(long n, long ups) {
        return exact(atLeast(n, ups), atLeast(n, n - ups));
    }

    /** With so many tasks the sum of flipped differences has a normal distribution, as far as any digit of a p-value that is told. */
    private static SignFlipTest normal(double[] sizes, double positive, double total) {
        double deviation = Math.sqrt(Arrays.stream(sizes).map(d -> d * d).sum());
        double z = (2 * positive - total) / deviation;
        double gain = NORMAL.survivalProbability(z);
        double drop = NORMAL.cumulativeProbability(z);
        return new SignFlipTest(Math.min(1, 2 * Math.min(gain, drop)), drop, gain, false, 0);
    }

    private static double atLeast(long n, long successes) {
        return successes <= 0 ? 1 : RegularizedBeta.value(0.5, (double) successes, n - successes + 1.0);
    }

    /** By symmetry the two-sided value is twice the smaller one. */
    private static SignFlipTest exact(double gain, double drop) {
        return new SignFlipTest(Math.min(1, 2 * Math.min(gain, drop)), Math.min(1, drop), Math.min(1, gain), true, 0);
    }

    /** Builds up the distribution of the sum of the sizes that are positive, one task after the other. */
    private static SignFlipTest counted(long[] grid, int sum, int positive) {
        double[] chance = new double[sum + 1];
        chance[0] = 1;
        int reached = 0;
        for (long size : grid) {
            int step = (int) size;
            reached += step;
            for (int x = reached; x >= 0; x--) {
                chance[x] = (chance[x] + (x >= step ? chance[x - step] : 0)) / 2;
            }
        }
        double gain = 0;
        double drop = 0;
        for (int x = 0; x <= sum; x++) {
            gain += x >= positive ? chance[x] : 0;
            drop += x <= positive ? chance[x] : 0;
        }
        return exact(gain, drop);
    }

    private static SignFlipTest enumerated(double[] sizes, double positive, double total) {
        double slack = 1e-10 * total;
        long all = 1L << sizes.length;
        long gain = 0;
        long drop = 0;
        double sum = 0;
        long chosen = 0;
        for (long i = 1; i <= all; i++) {
            gain += sum >= positive - slack ? 1 : 0;
            drop += sum <= positive + slack ? 1 : 0;
            // Neighbours in Gray code differ in one sign.
            int flip = Long.numberOfTrailingZeros(i);
            if (flip < sizes.length) {
                chosen ^= 1L << flip;
                sum += (chosen >>> flip & 1) == 1 ? sizes[flip] : -sizes[flip];
            }
        }
        return exact((double) gain / all, (double) drop / all);
    }

    private static SignFlipTest drawn(double[] sizes, double positive, double total, long seed) {
        SignFlips flips = new SignFlips(sizes);
        int wanted = Math.clamp(DRAWN_WORK / flips.work(), FEWEST, MOST);
        double slack = 1e-10 * total;
        long[] seeds =
                new SplittableRandom(seed).longs((wanted + BATCH - 1) / BATCH).toArray();
        long[] counts = IntStream.range(0, seeds.length)
                .parallel()
                .mapToObj(batch -> {
                    SplittableRandom random = new SplittableRandom(seeds[batch]);
                    long[] part = new long[3];
                    double observed = Math.abs(2 * positive - total);
                    for (int i = batch * BATCH; i < Math.min(wanted, (batch + 1) * BATCH); i++) {
                        double sum = flips.draw(random);
                        part[0] += sum >= positive - slack ? 1 : 0;
                        part[1] += sum <= positive + slack ? 1 : 0;
                        part[2] += Math.abs(2 * sum - total) >= observed - slack ? 1 : 0;
                    }
                    return part;
                })
                .reduce(new long[3], (a, b) -> new long[] {a[0] + b[0], a[1] + b[1], a[2] + b[2]});
        double all = wanted + 1.0;
        return new SignFlipTest((1 + counts[2]) / all, (1 + counts[1]) / all, (1 + counts[0]) / all, false, wanted);
    }

    /** Holm's step-down correction of p-values for several tests at once. */
    public static final class Holm {

        private Holm() {}

        /** Returns the adjusted p-values, in the order given: those below alpha may be rejected with a family-wise error of at most alpha. */
        public static double[] adjust(double... p) {
            int[] order = IntStream.range(0, p.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> p[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            double[] adjusted = new double[p.length];
            double floor = 0;
            for (int rank = 0; rank < p.length; rank++) {
                floor = Math.max(floor, Math.min(1, p[order[rank]] * (p.length - rank)));
                adjusted[order[rank]] = floor;
            }
            return adjusted;
        }
    }

    /** Draws sums of those of some sizes that came out positive: sizes that occur often by counting random bits, the others one by one. */
    static final class SignFlips {

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

        /** Returns what a draw costs, roughly in additions. */
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
}
