package dev.guerdon.lab.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.LabException;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A paired one-sided test that may be looked at after every task and stopped at any time: a bet with a deadline.
 *
 * <p>Each observation is the mean difference (candidate minus base) of one task. A gambler starts with 1 and bets on the candidate.
 * If it is not better, the bets are fair or worse, and he ever holds 1/alpha with a chance of at most alpha (Ville's inequality); so
 * when he does, the candidate is better. Only the bound of the differences must be known, no distribution, and no symmetry.
 *
 * <p>How much he stakes decides the power alone. He knows how many tasks there are, so he stakes as one who must reach 1/alpha by the
 * last of them: as the conditional power of a fixed test would move with the next difference. That costs a few points of power
 * against a test that looks once at the end. Where the gains so far ask for more, by what they are at least likely to be, he stakes
 * more, and is done early. A second gambler, with a fixed set of stakes, bets against the candidate, and only ends
 * trials of losers early.
 *
 * <p>What it rests on: whatever was seen so far, the next difference is within the bound and has a mean of at most 0. Take the tasks
 * in an order that has nothing to do with the outcome, such as a shuffled one, and choose no stake by what the base earned. Not
 * thread-safe.
 */
@Internal
public final class SequentialTest {

    /** Verdict so far. */
    public enum Verdict {
        /** The candidate's mean is higher. */
        BETTER,
        /** The candidate's mean is lower. */
        WORSE,
        UNDECIDED
    }

    /** The largest stake: one that is lost leaves something to go on with. */
    private static final double MOST = 0.99;

    /** What the squared differences are taken for before any is seen, and for how many observations that counts. */
    private static final double PRIOR = 0.25;

    private static final double PRIOR_WEIGHT = 2;

    /** The stakes of the gambler who bets against the candidate. */
    private static final double[] AGAINST = {0.98, 0.6, 0.3, 0.12};

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double alpha;
    private final double bound;
    private final int horizon;
    private final double[] against = new double[AGAINST.length];
    private double held;
    private double most;
    private double mostAgainst;
    private double squares = PRIOR * PRIOR_WEIGHT;
    private double sum;
    private int count;

    /**
     * @param alpha the chance of ever calling a candidate better that is not
     * @param bound the largest difference there can be: highest minus lowest possible reward
     * @param horizon how many tasks there are; more may come, and no bet is made on them
     */
    public SequentialTest(double alpha, double bound, int horizon) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new LabException("alpha must lie between 0 and 1, found " + alpha);
        }
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
            throw new LabException("the bound of the differences must be a positive number, found " + bound);
        }
        this.alpha = alpha;
        this.bound = bound;
        this.horizon = horizon;
    }

    /** Adds the mean difference of one more task. */
    public void add(double difference) {
        if (!(Math.abs(difference) <= bound * (1 + 1e-12))) {
            throw new LabException("a difference of rewards must lie within " + -bound + " and " + bound + ", found "
                    + difference + "; give the test the range of this reward");
        }
        double y = Math.clamp(difference / bound, -1, 1);
        if (verdict() == Verdict.UNDECIDED) {
            held += Math.log1p(stake() * y);
            most = Math.max(most, held);
            for (int i = 0; i < AGAINST.length; i++) {
                against[i] += Math.log1p(-AGAINST[i] * y);
            }
            mostAgainst = Math.max(mostAgainst, logMean(against));
        }
        sum += y;
        squares += y * y;
        count++;
    }

    /** Returns the share of his money that the gambler stakes next, from what he holds, what is to come, and how far differences spread. */
    private double stake() {
        int left = horizon - count;
        double chance = alpha * Math.exp(held);
        if (left <= 0 || chance < 1e-12) {
            return 0;
        }
        double quantile = NORMAL.inverseCumulativeProbability(Math.min(chance, 1 - 1e-12));
        double seen = count + PRIOR_WEIGHT;
        double spread = Math.max(squares / seen, 0.5 / horizon);
        double byDeadline = NORMAL.density(quantile) / chance / Math.sqrt(left * spread);
        double byGain = (sum / seen - Math.sqrt(spread / seen)) / spread;
        return Math.min(MOST, Math.max(byDeadline, byGain));
    }

    /** Returns how many tasks were seen. */
    public int observations() {
        return count;
    }

    /** Returns what is decided; a decision once made stays. */
    public Verdict verdict() {
        double needed = -Math.log(alpha);
        if (most >= needed) {
            return Verdict.BETTER;
        }
        return mostAgainst >= needed ? Verdict.WORSE : Verdict.UNDECIDED;
    }

    /** Returns the one-sided p-value, valid however often and whenever it is looked at. */
    public double pValue() {
        return Math.min(1, Math.exp(-most));
    }

    /**
     * Returns whether the candidate could still be called better if all that remains went its way.
     *
     * @param remaining how many tasks are still to come
     */
    public boolean reachable(int remaining) {
        return switch (verdict()) {
            case BETTER -> true;
            case WORSE -> false;
            case UNDECIDED -> held + remaining * Math.log1p(MOST) >= -Math.log(alpha);
        };
    }

    /** Returns the fewest tasks with which a candidate can be called better at all: each with the largest difference there is. */
    public static int fewest(double alpha) {
        return (int) Math.ceil(-Math.log(alpha) / Math.log1p(MOST) - 1e-9);
    }

    /** Returns the logarithm of the mean of what the logarithms stand for. */
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
