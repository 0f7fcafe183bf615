package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import java.util.List;

/**
 * A rollout that has ended.
 *
 * @param plan what was to be done
 * @param trajectory what was said; has the reward if there is one, the finish reason, ids and times
 * @param finalResponse the final response, empty if there was none
 * @param score the reward, or why there is none
 * @param turns the turns
 * @param usage what the model calls cost
 * @param error what ended it, where the finish reason is that of a failure; else empty
 */
@Experimental
public record Rollout(
        RolloutPlan plan,
        Trajectory trajectory,
        String finalResponse,
        Score score,
        List<Turn> turns,
        Usage usage,
        String error) {

    public Rollout {
        turns = List.copyOf(turns);
    }
}
