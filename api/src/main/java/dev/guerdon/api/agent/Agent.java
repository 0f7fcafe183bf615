package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;

/**
 * Strategy that prompts a model and turns its replies into actions. Has no state but its settings; one instance serves all rollouts.
 *
 * <p>{@snippet :
 * Agent careful = rollout -> {
 *     String draft = rollout.chat(rollout.task().messages());
 *     return AgentResult.answered(rollout.chat(List.of(Message.user("Correct the mistakes in: " + draft))));
 * };
 * }
 *
 * <p>An agent that does not use {@link RolloutScope#chat} adds its messages and records its turns itself.
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
