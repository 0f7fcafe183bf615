package dev.guerdon.lab.stats;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.LabException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A paired test that may be looked at after every task and stopped at any time.
 *
 * <p>Each observation is the mean difference (candidate minus base) of one task. A gambler who starts with 1 and bets on the
 * candidate being better has, if it is not, at any time of looking at most a chance of alpha/2 of ever having held 2/alpha (Ville's
 * inequality); so when he does, the candidate is better. A second gambler bets on worse. Each spreads his money over a fixed set of
 * bets, so the result does not depend on the order of the observations, and needs no tuning to the size of the effect.
 *
 * <p>What it rests on: whatever was seen so far, the next difference is within the bound and has the mean that is tested. Take the
 * tasks in an order that has nothing to do with the outcome, such as a shuffled one. Not thread-safe.
 */
@Internal
public final class SequentialTest {

    /** What is known so far. */
    public enum Verdict {
        /** The candidate's mean is higher. */
        BETTER,
        /** The candidate's mean is lower. */
        WORSE,
        UNDECIDED
    }

    /** The stakes, as shares of the largest that cannot ruin the gambler: small ones win on small effects, large ones are quick. */
    private static final double[] STAKES = stakes();

    private final double alpha;
    private final double bound;
    private final Map<Double, Integer> seen = new TreeMap<>();
    private final double[] better = new double[STAKES.length];
    private final double[] worse = new double[STAKES.length];
    private double mostBetter;
    private double mostWorse;
    private double sum;
    private int count;

    /** A test of rewards between 0 and 1. */
    public SequentialTest(double alpha) {
        this(alpha, 1);
    }

    /**
     * @param alpha the chance of deciding for better or worse, ever, where there is no difference
     * @param bound the largest difference there can be: highest minus lowest possible reward
     */
    public SequentialTest(double alpha, double bound) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new LabException("alpha must lie between 0 and 1, found " + alpha);
        }
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
            throw new LabException("the bound of the differences must be a positive number, found " + bound);
        }
        this.alpha = alpha;
        this.bound = bound;
    }

    private static double[] stakes() {
        double[] stakes = new double[24];
        for (int i = 0; i < stakes.length; i++) {
            stakes[i] = 0.98 * Math.pow(0.8, i);
        }
        return stakes;
    }

    /** Adds the mean difference of one more task. */
    public void add(double difference) {
        if (!(Math.abs(difference) <= bound * (1 + 1e-12))) {
            throw new LabException("a difference of rewards must lie within " + -bound + " and " + bound + ", found "
                    + difference + "; give the test the range of this reward");
        }
        double y = Math.clamp(difference, -bound, bound);
        for (int i = 0; i < STAKES.length; i++) {
            better[i] += Math.log1p(STAKES[i] * y / bound);
            worse[i] += Math.log1p(-STAKES[i] * y / bound);
        }
        seen.merge(y, 1, Integer::sum);
        sum += y;
        count++;
        mostBetter = Math.max(mostBetter, logMean(better));
        mostWorse = Math.max(mostWorse, logMean(worse));
    }

    /** How many tasks were seen. */
    public int observations() {
        return count;
    }

    /** The mean difference so far. */
    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** What is decided; a decision once made stays. */
    public Verdict verdict() {
        double needed = Math.log(2 / alpha);
        if (Math.max(mostBetter, mostWorse) < needed) {
            return Verdict.UNDECIDED;
        }
        return mostBetter >= mostWorse ? Verdict.BETTER : Verdict.WORSE;
    }

    /** The two-sided p-value, valid however often and whenever it is looked at. */
    public double pValue() {
        return Math.min(1, 2 * Math.exp(-Math.max(mostBetter, mostWorse)));
    }

    /**
     * Whether a verdict could still be reached if all that remains went its way.
     *
     * @param remaining how many tasks are still to come
     */
    public boolean canBecome(Verdict wanted, int remaining) {
        Verdict now = verdict();
        if (now != Verdict.UNDECIDED || wanted == Verdict.UNDECIDED) {
            return now == wanted;
        }
        double[] logs = (wanted == Verdict.BETTER ? better : worse).clone();
        for (int i = 0; i < logs.length; i++) {
            logs[i] += remaining * Math.log1p(STAKES[i]);
        }
        return logMean(logs) >= Math.log(2 / alpha);
    }

    /** Where the mean difference lies; with a chance of 1 - alpha this holds at all times of looking at once. */
    public Interval interval() {
        return new Interval(lowest(1), -lowest(-1));
    }

    /** The least mean that the gambler who bets on more has not refuted, for the observations times the sign. */
    private double lowest(int sign) {
        double needed = Math.log(2 / alpha);
        double low = -bound;
        double high = bound;
        for (int i = 0; i < 50; i++) {
            double middle = (low + high) / 2;
            if (logCapital(middle, sign) >= needed) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** What a gambler holds who bets that the mean is above the given one. Falls as that mean rises. */
    private double logCapital(double mean, int sign) {
        double[] logs = new double[STAKES.length];
        seen.forEach((value, times) -> {
            double gain = (sign * value - mean) / (bound + mean);
            for (int i = 0; i < STAKES.length; i++) {
                logs[i] += times * Math.log1p(STAKES[i] * gain);
            }
        });
        return logMean(logs);
    }

    /** The logarithm of the mean of what the logarithms stand for. */
    private static double logMean(double[] logs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double each : logs) {
            largest = Math.max(largest, each);
        }
        double total = 0;
        for (double each : logs) {
            total += Math.exp(each - largest);
        }
        return largest + Math.log(total / logs.length);
    }
}
