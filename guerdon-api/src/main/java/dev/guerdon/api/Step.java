package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reset or an action brought.
 *
 * @param observation what the environment shows now
 * @param reward the reward of this step, 0 for a reset
 * @param done whether the episode is over
 * @param info further values for logs and programs
 */
public record Step(Observation observation, double reward, boolean done, Map<String, @Nullable Object> info) {

    public Step {
        info = info.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(info));
    }
}
