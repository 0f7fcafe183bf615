package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool call.
 *
 * @param text what the model sees
 * @param reward the environment's reward for this step, 0 if there is none
 * @param done whether the episode is over
 * @param info further values for logs and metrics; the model does not see them
 */
@Stable
public record ToolOutcome(String text, double reward, boolean done, Map<String, @Nullable Object> info) {

    /** The key of {@link #info} that is true where the environment itself was lost, which no model can fix. */
    public static final String ENVIRONMENT_FAULT = "environment_fault";

    /** The key of {@link #info} for the name of the limit at which the environment cut the episode. */
    public static final String TRUNCATED_BY = "truncated_by";

    /** The key of {@link #info} for the answer that the model gave through the tool, where that ended the episode. */
    public static final String FINAL_RESPONSE = "final_response";

    public ToolOutcome {
        info = Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    public static ToolOutcome of(String text) {
        return new ToolOutcome(text, 0, false, Map.of());
    }

    public static ToolOutcome of(Step step) {
        return new ToolOutcome(step.observation().text(), step.reward(), step.done(), info(step));
    }

    private static Map<String, @Nullable Object> info(Step step) {
        Map<String, @Nullable Object> info = new LinkedHashMap<>(step.info());
        switch (step.end().kind()) {
            case NONE, TERMINATED -> {}
            case TRUNCATED -> info.put(TRUNCATED_BY, step.end().cause());
            case LOST -> info.put(ENVIRONMENT_FAULT, true);
        }
        return info;
    }
}
