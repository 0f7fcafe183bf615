package dev.guerdon.catalogue.bounds;

import dev.guerdon.api.Internal;

/**
 * The steps that one comparison may take.
 *
 * <p>It counts work and not time, so that the same input gets the same answer on every machine.
 */
@Internal
public final class Steps {

    /** About a second of simple steps on one core. */
    public static final long USUAL = 600_000_000L;

    private final long limit;
    private long left;

    public Steps(long limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** A budget for one call of a reward. */
    public static Steps usual() {
        return new Steps(USUAL);
    }

    /** Takes steps before they are made. */
    public void take(long steps) {
        left -= steps;
        if (left < 0 || steps < 0) {
            throw new Spent(limit);
        }
    }

    /** Thrown where the steps are used up. It carries no stack trace. */
    @Internal
    public static final class Spent extends RuntimeException {

        private static final long serialVersionUID = 1;

        Spent(long limit) {
            super("the comparison needs more than its budget of " + limit + " steps; shorten the texts", null, false, false);
        }
    }
}
