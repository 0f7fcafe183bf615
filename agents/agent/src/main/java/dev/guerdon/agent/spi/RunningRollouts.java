package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;

/** Rollouts under way. */
@Experimental
public interface RunningRollouts {

    /** Starts no further rollouts; those in flight go on. */
    void stopStarting();

    /** Stops those in flight too; each ends with {@code CANCELLED} as soon as it can. */
    void cancel();

    /** Stops one of those in flight, the one that was started with this very plan; nothing happens if there is none. */
    void cancel(RolloutPlan plan);

    /** Waits for the end; rethrows what the listener threw. */
    void await() throws InterruptedException;
}
