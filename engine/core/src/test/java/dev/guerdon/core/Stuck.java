package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Calls that passed their deadline and go on. */
final class Stuck {

    private Stuck() {}

    /** Waits until all of them have come back. */
    static void awaitNone(Scorer scorer) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (scorer.stuckCalls() > 0) {
            assertThat(System.nanoTime())
                    .as("half a minute passed, and %d calls are still stuck", scorer.stuckCalls())
                    .isLessThan(until);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }
}
