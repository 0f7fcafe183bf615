package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reward and what else its function has to say.
 *
 * @param reward a finite number
 * @param extras further values by name; the numeric and boolean ones become {@code reward_extra/{key}/mean|max|min}
 */
public record RewardResult(double reward, Map<String, @Nullable Object> extras) {

    public RewardResult {
        if (!(extras instanceof NumericExtras)) {
            extras = extras.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(extras));
        }
    }

    public static RewardResult of(double reward) {
        return new RewardResult(reward, Map.of());
    }
}
