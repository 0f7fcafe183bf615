package dev.guerdon.cluster.piece;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a try of a span brought.
 *
 * @param tryName names what it wrote below the folder of tries, without endings
 * @param end where it ended
 * @param lines how many lines its part has
 * @param badLines how many lines are at fault themselves
 * @param unscored how many lines have a reward that could not be computed
 * @param scored how many lines the first reward scored
 * @param mean the mean of the first reward; 0 where none was scored
 * @param rest what is still to do of the span
 */
@Internal
public record ScoreResult(
        String tryName, long end, long lines, long badLines, long unscored, long scored, double mean, List<Span> rest) {

    /** The ending of the file with the scores. */
    public static final String PART = ".jsonl";

    /** The ending of the file with the bad lines. */
    public static final String BAD = ".bad";

    /** The ending of the marker. */
    public static final String MARKER = ".json";

    public ScoreResult {
        rest = List.copyOf(rest);
    }

    byte[] toBytes() {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("try", tryName);
        out.put("end", end);
        out.put("lines", lines);
        out.put("bad_lines", badLines);
        out.put("unscored", unscored);
        out.put("scored", scored);
        out.put("mean", mean);
        out.put("rest", rest.stream().map(Span::save).toList());
        return JsonCodec.write(out).getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what an engine returned for a span. */
    public static ScoreResult of(byte[] result) {
        Json saved = JsonCodec.read(result, "the result of a piece");
        return new ScoreResult(
                saved.get("try").asString(),
                saved.get("end").asLong(),
                saved.get("lines").asLong(),
                saved.get("bad_lines").asLong(),
                saved.get("unscored").asLong(),
                saved.get("scored").asLong(),
                saved.get("mean").asDouble(),
                saved.get("rest").asList().stream().map(Span::of).toList());
    }

    /** Reads what an engine returned for {@link Task.Count}. */
    public static List<Long> counts(byte[] result) {
        return JsonCodec.read(result, "the counts of a piece").get("counts").asList().stream()
                .map(Json::asLong)
                .toList();
    }

    /** Reads what an engine returned for {@link Task.Check}: the addresses of the files that are not what they were. */
    public static List<String> damaged(byte[] result) {
        return JsonCodec.read(result, "the damage of a piece").get("damaged").asList().stream()
                .map(Json::asString)
                .toList();
    }
}
