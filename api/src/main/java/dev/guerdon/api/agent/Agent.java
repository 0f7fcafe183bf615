package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Way of asking a model and of turning its answers into actions. Holds settings only; shared by all rollouts.
 *
 * <p>An agent reports every turn to the {@link RolloutScope}; whoever runs it scores and stores.
 */
@FunctionalInterface
@Experimental
public interface Agent {

    /**
     * Runs one rollout to its end.
     *
     * @throws Exception whatever failed; it ends this rollout unscored. A {@link ModelException} is the model's failure, an {@link
     *     dev.guerdon.api.UnscoredException} for {@code RESOURCE} or {@code TIMEOUT} the environment's loss, anything else an error
     *     of the agent
     */
    AgentResult run(RolloutScope rollout) throws Exception;
}
