package dev.guerdon.agent;

import dev.guerdon.api.Trajectory.FinishReason;

/**
 * How a rollout ended.
 *
 * @param reason why
 * @param finalResponse the final response, empty where the agent never gave one
 */
public record Ending(FinishReason reason, String finalResponse) {}
