package dev.guerdon.lab.stats;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The interval of a mean of bounded values that holds its level for few of them, for skewed ones, and where all are the same.
 *
 * <p>Each end counts what was not seen: the values are joined by one more at the end of the possible range, all get random shares
 * that sum to 1, evenly distributed over all such shares, and the end of the interval is a quantile of the mean so weighted. This is
 * Gaffke's bound. For values of 0 and 1 it is the interval of Clopper and Pearson, exactly but for the drawing.
 */
@Internal
public final class BoundedInterval {

    private static final int DRAWS = 10_000;
    private static final int BATCH = 250;

    private BoundedInterval() {}

    /** The interval at a level such as 0.95 for values between the bounds. */
    public static Interval of(double[] values, double lowest, double highest, double level, long seed) {
        return of(values, lowest, highest, level, seed, DRAWS);
    }

    /** The same with a given number of draws. */
    public static Interval of(double[] values, double lowest, double highest, double level, long seed, int draws) {
        int n = values.length;
        double[] low = new double[draws];
        double[] high = new double[draws];
        long[] seeds =
                new SplittableRandom(seed).longs((draws + BATCH - 1) / BATCH).toArray();
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
                Math.max(lowest, low[Math.max(0, cut - 1)]), Math.min(highest, high[Math.min(draws - 1, draws - cut)]));
    }
}
