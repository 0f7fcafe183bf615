package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Locale;

/**
 * When a change is kept.
 *
 * @param test how the gain is judged
 * @param alpha the chance that a session keeps at least one change that brings nothing, for the tests that have one
 * @param minGain the gain in average reward that must be exceeded
 * @param keepTies whether a change that gains exactly {@code minGain} is kept too
 * @param maxRegressions how many tasks may lose reward, -1 for any number
 * @param neverRegress ids of tasks that must not lose reward
 * @param range the highest reward there is; rewards lie between 0 and this
 * @param effect the gain that one wants to notice; a plan that has no fair chance to is refused; NaN for no such wish
 * @param holdout which tasks candidates never see: {@code none}, a number of tasks, a share such as {@code 20 %}, or ids; empty for
 *     the usual, one in five from {@value #HOLDOUT_FROM} tasks on where there is a test
 * @param confirm whether the winner is run again at the end, on the tasks that were set apart and on the others
 */
@Experimental
public record AcceptanceRule(
        Test test,
        double alpha,
        double minGain,
        boolean keepTies,
        int maxRegressions,
        List<String> neverRegress,
        double range,
        double effect,
        String holdout,
        boolean confirm) {

    /** The gain whose needs are told where the plan names none, for rewards up to 1. */
    public static final double USUAL_EFFECT = 0.15;

    /** From this many tasks on some are set apart, where the plan says nothing of it. */
    public static final int HOLDOUT_FROM = 20;

    /** How much a task's reward must fall to count as a regression. */
    public static final double REGRESSION = 0.005;

    /** How the gain is judged. */
    public enum Test {
        /** The higher average wins. */
        MEAN,
        /** The gain must be larger than chance explains, by a paired permutation test. */
        PERMUTATION,
        /** The same, by a test that may stop as soon as it is sure, and needs no symmetry. */
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
        if (effect <= 0 || effect > range) {
            throw new LabException(
                    "the effect must lie above 0 and at most at the range of rewards " + range + ", found " + effect);
        }
    }

    /** A rule with the usual alpha and without limits for single tasks. */
    public static AcceptanceRule of(Test test) {
        return new AcceptanceRule(test, 0.05, 0, false, -1, List.of(), 1, Double.NaN, "", test != Test.MEAN);
    }

    /** The rule of a plan that names none. */
    public static AcceptanceRule usual() {
        return of(Test.SEQUENTIAL);
    }

    /** The same at another level. */
    public AcceptanceRule at(double level) {
        return new AcceptanceRule(
                test, level, minGain, keepTies, maxRegressions, neverRegress, range, effect, holdout, confirm);
    }

    /** The higher average wins, whatever single tasks do: as one does by hand. It takes luck for skill. */
    public static AcceptanceRule higherMean() {
        return of(Test.MEAN);
    }
}
