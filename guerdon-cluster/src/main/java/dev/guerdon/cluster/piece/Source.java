package dev.guerdon.cluster.piece;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import java.util.Map;

/**
 * Where the lines of a piece come from.
 *
 * @param address the file; the name of the table where they are rows
 * @param shown what it is called in the records of bad lines
 * @param kind which kind of file it is
 */
@Internal
public record Source(String address, String shown, Kind kind) {

    /** How lines are stored. */
    public enum Kind {
        /** JSON lines. */
        PLAIN,
        /** JSON lines, packed with gzip. */
        GZIP,
        /** JSON lines, packed with Zstandard. */
        ZSTD,
        /** Rows of a table, which come with the piece. */
        ROWS;

        /** The kind of file that a name stands for. */
        public static Kind of(String name) {
            return name.endsWith(".gz") ? GZIP : name.endsWith(".zst") ? ZSTD : PLAIN;
        }
    }

    Map<String, Object> save() {
        return Map.of("address", address, "shown", shown, "kind", kind.name());
    }

    static Source of(Json saved) {
        return new Source(
                saved.get("address").asString(),
                saved.get("shown").asString(),
                Kind.valueOf(saved.get("kind").asString()));
    }
}
