package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Trajectory.FinishReason;

/**
 * How a rollout ended.
 *
 * @param reason why
 * @param finalResponse the final response, empty where the agent never gave one
 */
@Experimental
public record Ending(FinishReason reason, String finalResponse) {}
