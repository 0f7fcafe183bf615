package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.MeanEstimate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The interval of a mean, by the method that holds its level for the values at hand.
 *
 * <p>Where there are few values, or few that are not all the same, resampling them cannot know what was not seen, and no t
 * distribution fits; there it is {@link BoundedInterval}. Elsewhere the bootstrap and Student's t hold, and are narrower.
 *
 * @param interval the interval; empty for fewer than two values, or where values without bounds have no spread
 * @param resamples how many resamples a bootstrap drew, 0 for another method
 */
@Internal
public record MeanInterval(Optional<Interval> interval, int resamples) {

    /** Fewer values than this are few. */
    static final int FEW = 20;

    /** Fewer values than this beside the most frequent one are few. */
    static final int FEW_OTHERS = 10;

    private static final int MOST = 10_000;

    /**
     * Returns the interval of a mean difference.
     *
     * @param bounded whether all rewards lie between 0 and 1, so that differences lie between -1 and 1
     */
    public static MeanInterval ofDifferences(double[] differences, boolean bounded, double level, long seed) {
        return ofDifferences(differences, bounded, level, seed, 0);
    }

    /** Returns the same with a given number of draws, 0 for the usual. */
    public static MeanInterval ofDifferences(
            double[] differences, boolean bounded, double level, long seed, int resamples) {
        if (bounded && differences.length > 1 && few(differences)) {
            Interval interval = BoundedInterval.of(differences, -1, 1, level, seed, resamples);
            return new MeanInterval(Optional.of(interval), 0);
        }
        PairedBootstrap bootstrap = PairedBootstrap.of(differences, level, seed, resamples);
        return new MeanInterval(bootstrap.interval(), bootstrap.resamples());
    }

    /** Returns the interval of a run's mean reward, clustered by task. */
    public static Optional<Interval> ofRewards(List<Episode> episodes, double level) {
        boolean usual = episodes.stream()
                .filter(Episode::scored)
                .allMatch(episode -> episode.reward() >= 0 && episode.reward() <= 1);
        double[] means = Episode.meanByTask(episodes).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return ofTasks(means, MeanEstimate.of(episodes), usual, level);
    }

    /**
     * Returns the interval of a run's mean reward; every page and command tells this one.
     *
     * @param means the mean reward of each task; none where they are too many to be held
     * @param estimate the mean over all of them
     * @param bounded whether all rewards lie between 0 and 1, and so does their mean
     */
    public static Optional<Interval> ofTasks(double[] means, MeanEstimate estimate, boolean bounded, double level) {
        boolean graded = Arrays.stream(means).anyMatch(mean -> mean > 0 && mean < 1);
        if (bounded && graded && means.length > 1 && few(means)) {
            double[] sorted = means.clone();
            Arrays.sort(sorted); // so that the order of the tasks draws no other interval
            return Optional.of(BoundedInterval.of(sorted, 0, 1, level, 1));
        }
        return estimate.interval(level).map(interval -> bounded ? interval.within(0, 1) : interval);
    }

    private static boolean few(double[] values) {
        if (values.length < FEW) {
            return true;
        }
        if (values.length > MOST) {
            return false; // so many draws would take longer than they are worth
        }
        Map<Double, Integer> counts = new HashMap<>();
        for (double value : values) {
            counts.merge(value, 1, Integer::sum);
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return values.length - most < FEW_OTHERS;
    }

    /**
     * The interval of a mean of bounded values that holds its level for few of them, for skewed ones, and where all are the same.
     *
     * <p>Each end counts what was not seen: the values are joined by one more at the end of the possible range, all get random shares
     * that sum to 1, evenly distributed over all such shares, and the end of the interval is a quantile of the mean so weighted. This is
     * Gaffke's bound. For values of 0 and 1 it is the interval of Clopper and Pearson, exactly but for the drawing.
     */
    public static final class BoundedInterval {

        private static final int DRAWS = 10_000;
        private static final int BATCH = 250;

        private BoundedInterval() {}

        /** Returns the interval at a level such as 0.95 for values between the bounds. */
        public static Interval of(double[] values, double lowest, double highest, double level, long seed) {
            return of(values, lowest, highest, level, seed, 0);
        }

        /** Returns the same with a given number of draws, 0 for the usual. */
        static Interval of(double[] values, double lowest, double highest, double level, long seed, int given) {
            int n = values.length;
            int draws = given > 0 ? given : DRAWS;
            double[] low = new double[draws];
            double[] high = new double[draws];
            long[] seeds = new SplittableRandom(seed)
                    .longs((draws + BATCH - 1) / BATCH)
                    .toArray();
            IntStream.range(0, seeds.length).parallel().forEach(batch -> {
                SplittableRandom random = new SplittableRandom(seeds[batch]);
                for (int d = batch * BATCH; d < Math.min(draws, (batch + 1) * BATCH); d++) {
                    double unseen = -Math.log(1 - random.nextDouble());
                    double shares = unseen;
                    double sum = 0;
                    for (int i = 0; i < n; i++) {
                        double share = -Math.log(1 - random.nextDouble());
                        shares += share;
                        sum += share * values[i];
                    }
                    low[d] = (sum + unseen * lowest) / shares;
                    high[d] = (sum + unseen * highest) / shares;
                }
            });
            Arrays.sort(low);
            Arrays.sort(high);
            double tail = (1 - level) / 2;
            // Rounded outwards, so that the drawing does not make it narrower.
            int cut = (int) Math.floor(tail * (draws + 1));
            return new Interval(
                    Math.max(lowest, low[Math.max(0, cut - 1)]),
                    Math.min(highest, high[Math.min(draws - 1, draws - cut)]));
        }
    }

    /**
     * The bootstrap interval of a mean of paired differences: bias-corrected and accelerated (BCa), with the widening that makes it
     * hold its level for few tasks too. Below {@value #FEW} tasks it is the hull of that and Student's t interval.
     *
     * <p>Tasks are drawn, each with all its repeats; beyond 10,000 tasks, random blocks of them. The number of resamples is chosen so
     * that the work stays bounded: 10,000 up to 5,000 tasks, 5,000 from 10,000 tasks on, and none beyond {@value #HUGE}, where the normal
     * limit is taken.
     *
     * @param interval the interval; empty for fewer than two tasks, or where all differences are the same
     * @param resamples how many resamples were drawn; 0 for the normal limit
     */
    public record PairedBootstrap(Optional<Interval> interval, int resamples) {

        private static final int WORK = 50_000_000;
        private static final int MOST = 10_000;
        private static final int BATCH = 100;

        /** Beyond this many tasks a bootstrap says what the normal distribution says, to more digits than are told. */
        private static final int HUGE = 20_000;

        private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

        /** Below this many tasks no resample leaves the range of the few that were seen, so Student's interval is joined to it. */
        static final int FEW = 20;

        public static PairedBootstrap of(double[] differences, double level, long seed) {
            return of(differences, level, seed, 0);
        }

        /** Returns the same with a given number of resamples, 0 for the usual. */
        public static PairedBootstrap of(double[] differences, double level, long seed, int given) {
            int n = differences.length;
            int resamples = given > 0 ? given : Math.min(MOST, WORK / Math.clamp(n, 1, RandomBlocks.MOST));
            double mean = Arrays.stream(differences).sum() / n;
            double squares = 0;
            double cubes = 0;
            for (double each : differences) {
                double off = each - mean;
                squares += off * off;
                cubes += off * off * off;
            }
            if (n < 2 || squares <= 1e-24 * n * mean * mean) {
                return new PairedBootstrap(Optional.empty(), 0);
            }
            if (n > HUGE) {
                double half =
                        -NORMAL.inverseCumulativeProbability((1 - level) / 2) * Math.sqrt(squares / (n - 1.0) / n);
                return new PairedBootstrap(Optional.of(new Interval(mean - half, mean + half)), 0);
            }
            double[] means = resample(differences, seed, resamples);
            Arrays.sort(means);
            double bias = NORMAL.inverseCumulativeProbability(shareBelow(means, mean));
            double acceleration = cubes / (6 * Math.pow(squares, 1.5));
            // A bootstrap of n values is too narrow by the factor sqrt((n-1)/n), and by the normal instead of the t
            // distribution.
            double reach =
                    -TDistribution.of(n - 1).inverseCumulativeProbability((1 - level) / 2) * Math.sqrt(n / (n - 1.0));
            double low = at(means, corrected(bias, acceleration, -reach), false);
            double high = at(means, corrected(bias, acceleration, reach), true);
            if (n < FEW) {
                double half = reach * Math.sqrt(squares) / n;
                low = Math.min(low, mean - half);
                high = Math.max(high, mean + half);
            }
            return new PairedBootstrap(Optional.of(new Interval(low, high)), resamples);
        }

        private static double[] resample(double[] differences, long seed, int resamples) {
            RandomBlocks blocks = RandomBlocks.of(differences, seed);
            double[] sums = blocks.sums;
            int[] sizes = blocks.sizes;
            int n = sums.length;
            double[] means = new double[resamples];
            long[] seeds = new SplittableRandom(seed)
                    .longs((resamples + BATCH - 1) / BATCH)
                    .toArray();
            IntStream.range(0, seeds.length).parallel().forEach(batch -> {
                SplittableRandom random = new SplittableRandom(seeds[batch]);
                for (int r = batch * BATCH; r < Math.min(resamples, (batch + 1) * BATCH); r++) {
                    double sum = 0;
                    int size = 0;
                    for (int i = 0; i < n; i += 2) {
                        // One random word gives two places; the unevenness of this is below n / 2^32.
                        long word = random.nextLong();
                        int one = place(word >>> 32, n);
                        sum += sums[one];
                        size += sizes[one];
                        if (i + 1 < n) {
                            int other = place(word & 0xFFFFFFFFL, n);
                            sum += sums[other];
                            size += sizes[other];
                        }
                    }
                    means[r] = sum / size;
                }
            });
            return means;
        }

        private static int place(long random32, int n) {
            return (int) ((random32 * n) >>> 32);
        }

        /** Returns the share of the means below the value; those equal to it count half, so that few distinct values cause no bias. */
        private static double shareBelow(double[] sorted, double value) {
            double slack = 1e-12 * Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
            double below = 0;
            for (double each : sorted) {
                below += each < value - slack ? 1 : each <= value + slack ? 0.5 : 0;
            }
            return Math.clamp(below / sorted.length, 0.5 / sorted.length, 1 - 0.5 / sorted.length);
        }

        private static double corrected(double bias, double acceleration, double z) {
            double shifted = bias + z;
            double divisor = 1 - acceleration * shifted;
            // Past the pole of the correction lies everything.
            return divisor <= 0.05 ? (z < 0 ? 0 : 1) : NORMAL.cumulativeProbability(bias + shifted / divisor);
        }

        /** Returns the mean at that share of the sorted ones, rounded outwards. */
        private static double at(double[] sorted, double share, boolean upwards) {
            double place = share * (sorted.length + 1) - 1;
            return sorted[Math.clamp((long) (upwards ? Math.ceil(place) : Math.floor(place)), 0, sorted.length - 1)];
        }
    }
}
