package dev.guerdon.cluster.piece;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.core.Metrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a span that is done: the try that scored it writes it, and the driver moves it into place last.
 *
 * @param name what its part is called, without an ending
 * @param span what was to be done
 * @param rest what was left of it; none where all of it is done
 * @param lines how many lines its part has
 * @param part the file with the scores
 * @param badLines how many lines are at fault themselves
 * @param bad the file with those
 * @param metrics the figures, for each reward in order
 */
@Internal
public record Marker(
        String name,
        Span span,
        List<Span> rest,
        long lines,
        FileHash part,
        long badLines,
        FileHash bad,
        List<Metrics> metrics) {

    public Marker {
        rest = List.copyOf(rest);
        metrics = List.copyOf(metrics);
    }

    /**
     * What a file must be.
     *
     * @param bytes its length; where it is 0, there is no file
     * @param sha256 the hash of its content
     */
    public record FileHash(long bytes, String sha256) {

        Map<String, Object> save() {
            return Map.of("bytes", bytes, "sha256", sha256);
        }

        static FileHash of(Json saved) {
            return new FileHash(saved.get("bytes").asLong(), saved.get("sha256").asString());
        }
    }

    Map<String, Object> save() {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("name", name);
        out.put("span", span.save());
        out.put("rest", rest.stream().map(Span::save).toList());
        out.put("lines", lines);
        out.put("part", part.save());
        out.put("bad_lines", badLines);
        out.put("bad", bad.save());
        out.put("metrics", metrics.stream().map(Metrics::saveWithGroups).toList());
        return out;
    }

    /** A marker that was kept; empty where it is none. */
    public static Optional<Marker> of(Json saved) {
        try {
            return Optional.of(new Marker(
                    saved.get("name").asString(),
                    Span.of(saved.get("span")),
                    saved.get("rest").asList().stream().map(Span::of).toList(),
                    saved.get("lines").asLong(),
                    FileHash.of(saved.get("part")),
                    saved.get("bad_lines").asLong(),
                    FileHash.of(saved.get("bad")),
                    saved.get("metrics").asList().stream().map(Metrics::restore).toList()));
        } catch (GuerdonException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
