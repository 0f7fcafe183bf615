package dev.guerdon.agent;

import dev.guerdon.agent.model.MessageJson;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A turn as a plain JSON object, the same wherever one is stored or shown. */
@Experimental
public final class TurnJson {

    private static final double NANOS = 1e9;

    private TurnJson() {}

    /** Returns the turn as a plain object. */
    public static Map<String, @Nullable Object> of(Turn turn) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("index", turn.index());
        out.put("prompt", turn.prompt());
        out.put("reply", turn.reply());
        out.put("action", turn.action());
        out.put("observation", turn.observation());
        out.put("reward", turn.reward());
        out.put("error", turn.error());
        out.put("thinking_seconds", turn.thinking().toNanos() / NANOS);
        out.put("acting_seconds", turn.acting().toNanos() / NANOS);
        out.put("usage", MessageJson.of(turn.usage()));
        out.put("info", turn.info());
        return out;
    }

    /** Returns what model calls used up, as a plain object: a cost that is not known is null. */
    public static Map<String, @Nullable Object> of(Usage usage) {
        return MessageJson.of(usage);
    }

    /** Returns the turn that {@link #of(Turn)} wrote, in this version or an earlier one. */
    public static Turn read(Json json) {
        return new Turn(
                json.get("index").asInt(),
                json.get("prompt").asString(),
                json.get("reply").asString(),
                json.get("action").asString(),
                json.get("observation").asString(),
                json.find("reward").map(Json::asDouble).orElse(Double.NaN),
                json.get("error").asString(),
                duration(json, "thinking"),
                duration(json, "acting"),
                usage(json.get("usage")),
                json.get("info").asMap());
    }

    /** Runs of earlier builds have whole nanoseconds. */
    private static Duration duration(Json json, String name) {
        return json.find(name + "_seconds")
                .map(seconds -> Duration.ofNanos(Math.round(seconds.asDouble() * NANOS)))
                .orElseGet(() -> Duration.ofNanos(json.get(name + "_ns").asLong()));
    }

    /** Runs of earlier builds have the figures as a list. */
    private static Usage usage(Json json) {
        if (!json.isList()) {
            return MessageJson.usage(json);
        }
        List<Json> figures = json.asList();
        return new Usage(
                figures.get(0).asLong(),
                figures.get(1).asLong(),
                figures.get(2).asLong(),
                figures.get(3).asDouble());
    }
}
