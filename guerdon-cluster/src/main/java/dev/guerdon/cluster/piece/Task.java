package dev.guerdon.cluster.piece;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is to be done with a piece. */
@Internal
public sealed interface Task {

    /**
     * Counts the ends of lines between neighbouring places of a file, or the rows of a partition.
     *
     * @param places bytes of the file, ascending; none for rows
     */
    record Count(Source source, List<Long> places) implements Task {

        public Count {
            places = List.copyOf(places);
        }
    }

    /**
     * Scores the lines of a span.
     *
     * @param name what its part is called, without an ending
     */
    record Score(String name, Source source, Span span) implements Task {}

    /**
     * Compares files with what was kept of them.
     *
     * @param hashes the hash of each file by its address
     */
    record Check(Map<String, String> hashes) implements Task {

        public Check {
            hashes = Map.copyOf(hashes);
        }
    }

    /** The description for the engine. */
    default byte[] toBytes() {
        Map<String, Object> out = new LinkedHashMap<>();
        switch (this) {
            case Count count -> {
                out.put("task", "count");
                out.put("source", count.source.save());
                out.put("places", count.places);
            }
            case Score score -> {
                out.put("task", "score");
                out.put("name", score.name);
                out.put("source", score.source.save());
                out.put("span", score.span.save());
            }
            case Check check -> {
                out.put("task", "check");
                out.put("hashes", check.hashes);
            }
        }
        return JsonCodec.write(out).getBytes(StandardCharsets.UTF_8);
    }

    static Task of(byte[] description) {
        Json saved = JsonCodec.read(description, "the description of a piece");
        String task = saved.get("task").asString();
        return switch (task) {
            case "count" ->
                new Count(
                        Source.of(saved.get("source")),
                        saved.get("places").asList().stream().map(Json::asLong).toList());
            case "score" ->
                new Score(saved.get("name").asString(), Source.of(saved.get("source")), Span.of(saved.get("span")));
            case "check" -> {
                Map<String, String> hashes = new LinkedHashMap<>();
                saved.get("hashes").asMap().forEach((file, hash) -> hashes.put(file, String.valueOf(hash)));
                yield new Check(hashes);
            }
            default -> throw new GuerdonException("no engine knows the task '" + task + "'");
        };
    }
}
