package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Power of a paired comparison of some size: the power of the two-sided paired t test.
 *
 * <p>Computed from the noncentral t distribution by numerical integration, to about six digits. The permutation test that decides
 * has nearly the same power if it can decide at all: it needs some tasks that differ, whatever their deviation.
 */
@Internal
public final class PairedTestPower {

    /** From here on the estimated deviation is as good as known, and the normal distribution is used. */
    private static final long LARGE = 100_000;

    private static final long MOST_TASKS = 1L << 40;
    private static final int STEPS = 400;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private PairedTestPower() {}

    /** Returns the chance of finding a difference of the given size in units of the standard deviation of the differences. */
    static double of(long tasks, double standardised, double alpha) {
        double shift = standardised * Math.sqrt((double) tasks);
        double degrees = tasks - 1;
        ContinuousDistribution underNoDifference = tasks > LARGE ? NORMAL : TDistribution.of(degrees);
        double critical = underNoDifference.inverseCumulativeProbability(1 - alpha / 2);
        if (tasks > LARGE) {
            return rejected(shift, critical, 1);
        }
        double logScale = Math.log(2) + degrees / 2 * Math.log(degrees / 2) - LogGamma.value(degrees / 2);
        double spread = 12 / Math.sqrt(2 * degrees);
        double from = Math.max(0, 1 - spread);
        double width = (1 + spread - from) / STEPS;
        double sum = 0;
        for (int i = 0; i <= STEPS; i++) {
            double s = from + i * width;
            double density = s == 0
                    ? (degrees == 1 ? Math.exp(logScale) : 0)
                    : Math.exp(logScale + (degrees - 1) * Math.log(s) - degrees * s * s / 2);
            int weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * density * rejected(shift, critical, s);
        }
        return Math.min(1, sum * width / 3);
    }

    /** Returns the chance of rejecting where the estimated deviation is s times the true one. */
    private static double rejected(double shift, double critical, double s) {
        return NORMAL.cumulativeProbability(shift - critical * s) + NORMAL.cumulativeProbability(-shift - critical * s);
    }

    /** Returns the smallest difference, in units of the standard deviation of the differences, that is found with the given power. */
    public static double smallestEffect(long tasks, double alpha, double power) {
        double high = 1;
        while (of(tasks, high, alpha) < power) {
            high *= 2;
        }
        return least(high, 60, size -> of(tasks, size, alpha) >= power);
    }

    /** Returns how many tasks it takes to find a difference of the given size, in units of the standard deviation of the differences. */
    public static long tasksNeeded(double standardised, double alpha, double power) {
        long high = 2;
        while (of(high, standardised, alpha) < power) {
            high *= 2;
            if (high > MOST_TASKS) {
                return high;
            }
        }
        return leastWhole(high / 2, high, tasks -> of(tasks, standardised, alpha) >= power);
    }

    /** Returns the fewest tasks that must differ before a two-sided permutation test can find a p-value below alpha. */
    public static int fewestDiffering(double alpha) {
        int fewest = 1;
        while (Math.pow(2, 1 - fewest) >= alpha) {
            fewest++;
        }
        return fewest;
    }

    /**
     * Returns the smallest difference that is found with the given power; empty where there are too few tasks for any.
     *
     * @param deviation the standard deviation of the differences
     * @param size the mean size of the differences that are not 0
     */
    public static OptionalDouble smallestDifference(
            long tasks, double deviation, double size, double alpha, double power) {
        int fewest = fewestDiffering(alpha);
        if (tasks < fewest) {
            return OptionalDouble.empty();
        }
        double high = least(1, 50, share -> chanceOf(fewest, tasks, share) >= power);
        return OptionalDouble.of(Math.max(size * high, deviation * smallestEffect(tasks, alpha, power)));
    }

    /** Returns how many tasks it takes to find a difference, by the deviation and by how many must differ at all. */
    public static long tasksNeeded(double difference, double deviation, double size, double alpha, double power) {
        int fewest = fewestDiffering(alpha);
        double share = Math.min(1, difference / size);
        long low = fewest - 1L;
        long high = fewest;
        while (chanceOf(fewest, high, share) < power && high < MOST_TASKS) {
            low = high;
            high *= 2;
        }
        long differing = leastWhole(low, high, tasks -> chanceOf(fewest, tasks, share) >= power);
        return Math.max(differing, tasksNeeded(difference / deviation, alpha, power));
    }

    /** Returns the least number up to a high one that is enough, to within so many halvings. */
    private static double least(double high, int halvings, DoublePredicate enough) {
        double low = 0;
        double found = high;
        for (int i = 0; i < halvings; i++) {
            double middle = (low + found) / 2;
            if (enough.test(middle)) {
                found = middle;
            } else {
                low = middle;
            }
        }
        return found;
    }

    /** Returns the least whole number that is enough, between one that is not and one that is. */
    private static long leastWhole(long tooFew, long many, LongPredicate enough) {
        long low = tooFew;
        long high = many;
        while (high - low > 1) {
            long middle = (low + high) / 2;
            if (enough.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Returns the chance that at least so many of the tasks differ. */
    private static double chanceOf(int fewest, long tasks, double share) {
        return tasks < fewest
                ? 0
                : share >= 1 ? 1 : RegularizedBeta.value(share, (double) fewest, tasks - fewest + 1.0);
    }
}
