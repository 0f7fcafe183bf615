package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a reset or an action.
 *
 * @param observation what the environment shows now
 * @param reward the reward of this step, 0 for a reset
 * @param done whether the episode is over
 * @param info further values for logs and programs
 */
@Experimental
public record Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info) {

    public Step {
        info = info.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }

    /**
     * What an environment shows.
     *
     * @param text the text for the agent
     * @param attributes further values by their JSON names, such as {@code admissible_commands} or {@code url}
     */
    public record Observation(String text, Map<String, @Nullable Object> attributes) {

        public Observation {
            attributes = attributes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        }

        public static Observation of(String text) {
            return new Observation(text, Map.of());
        }
    }
}
