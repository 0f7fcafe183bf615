package dev.guerdon.catalogue.budget;

import dev.guerdon.api.Internal;

/** Counts the steps of one grading and stops it when they are spent. Not for use by several threads. */
@Internal
public final class Steps {

    private final long limit;
    private long left;

    public Steps(long limit) {
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

    /** How many steps are left. */
    public long left() {
        return Math.max(0, left);
    }
}
