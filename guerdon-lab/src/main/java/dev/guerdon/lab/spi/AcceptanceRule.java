package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Locale;

/**
 * When a change is kept.
 *
 * @param test how the gain is judged
 * @param alpha the chance of keeping a change that brings nothing, for the tests that have one
 * @param minGain the gain in average reward that must be exceeded
 * @param keepTies whether a change that gains exactly {@code minGain} is kept too
 * @param maxRegressions how many tasks may lose reward, -1 for any number
 * @param neverRegress ids of tasks that must not lose reward
 * @param range the highest reward there is; rewards lie between 0 and this
 */
@Experimental
public record AcceptanceRule(
        Test test,
        double alpha,
        double minGain,
        boolean keepTies,
        int maxRegressions,
        List<String> neverRegress,
        double range) {

    /** How much a task's reward must fall to count as a regression. */
    public static final double REGRESSION = 0.005;

    /** How the gain is judged. */
    public enum Test {
        /** The higher average wins. */
        MEAN,
        /** The gain must be larger than chance explains, by a paired permutation test. */
        PERMUTATION,
        /** The same by a test that may stop as soon as it is sure. */
        SEQUENTIAL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public AcceptanceRule {
        neverRegress = List.copyOf(neverRegress);
        if (!(alpha > 0 && alpha < 1)) {
            throw new LabException("alpha must lie between 0 and 1, found " + alpha);
        }
        if (!(range > 0 && range < Double.POSITIVE_INFINITY)) {
            throw new LabException("the range of rewards must be above 0, found " + range);
        }
        if (!(Math.abs(minGain) < range)) {
            throw new LabException("the gain must be below the range of rewards " + range + ", found " + minGain);
        }
    }

    /** The higher average wins, whatever single tasks do. */
    public static AcceptanceRule higherMean() {
        return new AcceptanceRule(Test.MEAN, 0.05, 0, false, -1, List.of(), 1);
    }
}
