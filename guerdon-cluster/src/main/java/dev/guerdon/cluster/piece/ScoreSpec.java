package dev.guerdon.cluster.piece;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.core.Isolation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the pieces of a score job have in common.
 *
 * @param rewards the names of the rewards, with their options and the fields they read
 * @param fallback the number to write in place of a reward that could not be computed; null writes null
 * @param deadline the time each call has
 * @param isolation which rewards run in worker processes
 * @param tries the folder for what tries write
 * @param pieceTime after this time a piece ends early; its rest is handed out again
 */
@Internal
public record ScoreSpec(
        List<String> rewards,
        @Nullable Double fallback,
        Duration deadline,
        Isolation isolation,
        String tries,
        Duration pieceTime) {

    /** The value of {@code kind} in the description of a score job. */
    public static final String KIND = "score";

    public ScoreSpec {
        rewards = List.copyOf(rewards);
    }

    /** The description for the engine. */
    public byte[] toBytes() {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("kind", KIND);
        out.put("rewards", rewards);
        out.put("fallback", fallback);
        out.put("deadline_ms", deadline.toMillis());
        out.put("isolation", isolation.save());
        out.put("tries", tries);
        out.put("piece_ms", pieceTime.toMillis());
        return JsonCodec.write(out).getBytes(StandardCharsets.UTF_8);
    }

    static ScoreSpec of(Json description) {
        return new ScoreSpec(
                description.get("rewards").asList().stream().map(Json::asString).toList(),
                description
                        .find("fallback")
                        .filter(Json::isNumber)
                        .map(Json::asDouble)
                        .orElse(null),
                Duration.ofMillis(description.get("deadline_ms").asLong()),
                Isolation.restore(description.get("isolation")),
                description.get("tries").asString(),
                Duration.ofMillis(description.get("piece_ms").asLong()));
    }
}
