package dev.guerdon.lab.iterate;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Decision;
import java.util.List;

/**
 * Spends a session's chance of error on its changes.
 *
 * <p>Each change has an equal share of alpha, so that all shares together are alpha. A change that is kept, or that could not be tried at
 * all, passes its share on to the next one: the fallback procedure. Whatever the tests depend on, the chance that a session keeps at least one
 * useless change is at most alpha.
 */
@Internal
public final class Spending {

    private Spending() {}

    /**
     * The level at which the next change is tested.
     *
     * @param alpha the session's
     * @param changes how many changes the plan has
     * @param decided what was decided so far, the start among it
     */
    public static double next(double alpha, int changes, List<Decision> decided) {
        double share = alpha / Math.max(1, changes);
        double level = share;
        for (Decision decision : decided) {
            level = switch (decision.verdict()) {
                case KEPT, FAILED -> level + share;
                case ROLLED_BACK, UNDECIDED -> share;
                case START -> level;
            };
        }
        return Math.min(alpha, level);
    }
}
