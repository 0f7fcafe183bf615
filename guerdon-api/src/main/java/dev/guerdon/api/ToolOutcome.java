package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call.
 *
 * @param text what the model sees
 * @param reward the environment's reward for this step, 0 where there is none
 * @param done whether the episode is over
 * @param info further values for logs and metrics; the model does not see them
 */
@Stable
public record ToolOutcome(String text, double reward, boolean done, Map<String, @Nullable Object> info) {

    public ToolOutcome {
        info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    public static ToolOutcome of(String text) {
        return new ToolOutcome(text, 0, false, Map.of());
    }

    public static ToolOutcome of(Step step) {
        return new ToolOutcome(step.observation().text(), step.reward(), step.done(), step.info());
    }
}
