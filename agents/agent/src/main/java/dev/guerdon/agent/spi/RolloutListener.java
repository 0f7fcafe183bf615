package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;

/** Receives what happens while rollouts run; called from many threads at once, and must be quick. */
@Experimental
public interface RolloutListener {

    default void started(RolloutPlan plan) {}

    default void turned(RolloutPlan plan, Turn turn) {}

    /** Handles a rollout that waits before it asks its model. */
    default void waiting(RolloutPlan plan, ModelWait wait) {}

    /** Handles a rollout that has ended and is scored. Exceptions end the whole job: what cannot be stored must not be lost silently. */
    default void ended(Rollout rollout) {}
}
