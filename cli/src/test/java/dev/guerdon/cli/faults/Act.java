package dev.guerdon.cli.faults;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Something that a reward does instead of its work.
 *
 * @param name names it in the input of a job
 * @param expected what must become of its sample
 * @param behaviour does it
 */
record Act(String name, Expected expected, Behaviour behaviour) {

    /** What must become of the sample of an act. */
    enum Expected {
        /** It does no harm: the score is what it would be without it. */
        HONEST,
        /** There is no score, and there is a reason. */
        UNSCORED,
        /** A score or a reason; both can be right. */
        EITHER
    }

    /** Does something in the place of a reward. */
    @FunctionalInterface
    interface Behaviour {

        /**
         * Does it.
         *
         * @param honest what the reward would return
         * @param release ends, at the end of the step, what would never end
         */
        @Nullable
        Object act(Object honest, CountDownLatch release) throws Throwable;
    }
}
