package dev.guerdon.cluster.piece;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.util.Map;

/**
 * A stretch of a file, in bytes, or of a partition of a table, in rows. It has the lines that begin in it.
 *
 * @param from where it begins
 * @param to behind its end; {@link #OPEN} for the end of the file
 * @param before how many lines end before it, in the whole file or table
 */
@Internal
public record Span(long from, long to, long before) {

    /** The end of a span whose file is packed: nobody knows how long it is. */
    public static final long OPEN = Long.MAX_VALUE;

    Map<String, Object> save() {
        return Map.of("from", from, "to", to, "before", before);
    }

    static Span of(Json saved) {
        return new Span(
                saved.get("from").asLong(),
                saved.get("to").asLong(),
                saved.get("before").asLong());
    }
}
