package dev.guerdon.api.agent;

import dev.guerdon.api.Experimental;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a rollout: what the model was shown and answered, and what came of it.
 *
 * @param index the turn's number, from 0
 * @param prompt what was new for the model in this turn, as text
 * @param reply what the model answered, as text; empty if it was not asked
 * @param action the action that was taken, such as {@code click("12")} or {@code webshop_browser({...})}; empty for none
 * @param observation what the environment or tool answered
 * @param reward the environment's reward for this turn
 * @param error what went wrong, empty where nothing did
 * @param thinking how long the model took
 * @param acting how long the action took
 * @param usage what the model call cost
 * @param info further facts; the keys that diagnosis knows are listed in {@link TurnInfo}
 */
@Experimental
public record Turn(
        int index,
        String prompt,
        String reply,
        String action,
        String observation,
        double reward,
        String error,
        Duration thinking,
        Duration acting,
        Usage usage,
        Map<String, @Nullable Object> info) {

    public Turn {
        info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    /** The same turn with other facts. */
    public Turn withInfo(Map<String, @Nullable Object> facts) {
        return new Turn(index, prompt, reply, action, observation, reward, error, thinking, acting, usage, facts);
    }
}
