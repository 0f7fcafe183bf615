package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Trajectory.FinishReason;

/**
 * End of a rollout.
 *
 * @param reason why
 * @param finalResponse the final response, empty where the agent never gave one
 */
@Experimental
public record AgentResult(FinishReason reason, String finalResponse) {}
