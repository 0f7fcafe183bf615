package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.api.Json;
import dev.guerdon.lab.spi.Suite;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the episodes of a part have in common, as a plain object; without the tasks, which go with the episodes. */
final class PartDescription {

    private PartDescription() {}

    static Map<String, @Nullable Object> of(Suite.Part part) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("name", part.name());
        out.put("environment", part.environment());
        out.put("environment_options", LocalPaths.absolute(part.environmentOptions()));
        out.put("agent", part.agent());
        out.put("model", part.model());
        out.put("tools", part.tools());
        out.put("settings", LocalPaths.absolute(part.settings()));
        out.put("reward", part.reward());
        RolloutLimits limits = part.limits();
        out.put("turns", limits.turns());
        out.put("tokens", limits.tokens());
        out.put("usd", limits.usd());
        out.put("time_ns", limits.time().toNanos());
        return out;
    }

    static Suite.Part read(Json json) {
        return new Suite.Part(
                json.get("name").asString(),
                json.get("environment").asString(),
                texts(json.get("environment_options")),
                json.get("agent").asString(),
                json.get("model").asString(),
                json.get("tools").asList().stream().map(Json::asString).toList(),
                texts(json.get("settings")),
                json.get("reward").asString(),
                new RolloutLimits(
                        json.get("turns").asInt(),
                        json.get("tokens").asLong(),
                        json.get("usd").asDouble(),
                        Duration.ofNanos(json.get("time_ns").asLong())),
                List.of());
    }

    private static Map<String, String> texts(Json json) {
        Map<String, String> out = new LinkedHashMap<>();
        json.asMap().forEach((name, value) -> out.put(name, String.valueOf(value)));
        return out;
    }
}
