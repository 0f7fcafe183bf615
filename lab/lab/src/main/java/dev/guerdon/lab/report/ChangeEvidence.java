package dev.guerdon.lab.report;

import dev.guerdon.lab.compare.ComparisonWords;
import dev.guerdon.lab.spi.Comparison.Difference;
import dev.guerdon.lab.spi.Comparison.Versus;

/** Judges whether the tasks that two runs share can tell a change of reward from chance. */
final class ChangeEvidence {

    static final double ALPHA = 1 - ReportedRun.LEVEL;

    /** What stands in the place of a p-value that could not have been small, whatever the rewards. */
    static final String TOO_FEW = "too few tasks";

    private ChangeEvidence() {}

    /** Returns whether no outcome on so many tasks that differ could have been called real. */
    static boolean tooFew(int tasks) {
        return Math.pow(2, 1 - tasks) >= ALPHA;
    }

    /** Returns whether a change is real: chance alone seldom does this, and the episodes without a score cannot turn it. */
    static boolean isReal(Versus versus) {
        Difference difference = versus.difference();
        return !tooFew(difference.differing())
                && difference.adjustedPValue() < ALPHA
                && !difference.missing().couldTurn(difference.mean(), ALPHA);
    }

    /** Returns how likely a change is by chance, for a table. */
    static String words(Versus versus) {
        Difference difference = versus.difference();
        if (tooFew(versus.tasks()) || (difference.differing() > 0 && tooFew(difference.differing()))) {
            return TOO_FEW;
        }
        return difference.differing() == 0 ? "no change" : ComparisonWords.p(difference.adjustedPValue(), difference);
    }
}
