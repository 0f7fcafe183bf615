package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Trajectory.FinishReason;

/**
 * Result of a rollout, as its agent saw it.
 *
 * @param reason why
 * @param finalResponse the final response, or empty if the agent never gave one
 */
@Experimental
public record AgentResult(FinishReason reason, String finalResponse) {

    /** Returns the result of an agent that answered by itself. */
    public static AgentResult answered(String finalResponse) {
        return new AgentResult(FinishReason.NO_TOOL_CALLS, finalResponse);
    }
}
