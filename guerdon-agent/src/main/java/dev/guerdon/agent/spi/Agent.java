package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;

/**
 * How a model is asked and how its answers become actions. Holds settings only; shared by all rollouts.
 *
 * <p>An agent reports every turn to the {@link RolloutScope}; whoever runs it scores and stores.
 */
@FunctionalInterface
@Experimental
public interface Agent {

    /**
     * Runs one rollout to its end.
     *
     * @throws Exception whatever failed; it ends this rollout with {@link dev.guerdon.api.Trajectory.FinishReason#ERROR}
     */
    Ending run(RolloutScope rollout) throws Exception;
}
