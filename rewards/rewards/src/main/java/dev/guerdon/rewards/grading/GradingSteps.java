package dev.guerdon.rewards.grading;

import dev.guerdon.api.Internal;

/** Counts the steps of one grading and stops it when they are spent. Not for use by several threads. */
@Internal
public final class GradingSteps {

    private final long limit;
    private long left;

    public GradingSteps(long limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** Takes one step. */
    public void step() {
        if (--left < 0) {
            throw new StepsSpent(limit);
        }
    }

    /** Takes that many steps. */
    public void spend(long steps) {
        left -= steps;
        if (left < 0) {
            throw new StepsSpent(limit);
        }
    }

    /** Thrown where a grading has used its budget of steps; has no stack trace, since it is an ordinary end. */
    @Internal
    public static final class StepsSpent extends RuntimeException {

        public StepsSpent(long limit) {
            super("the budget of " + limit + " steps is spent", null, false, false);
        }
    }
}
