package dev.guerdon.cluster.spi;

import dev.guerdon.api.Experimental;
import java.util.Map;

/**
 * What every machine needs to know of a job; it is sent once to each.
 *
 * @param description what the pieces have in common, for the {@link Engine.Opener}
 * @param files what is shipped, by name; names are relative paths with {@code /}, and never lead out of a folder
 */
@Experimental
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Job(byte[] description, Map<String, byte[]> files) {

    public Job {
        files = Map.copyOf(files);
    }
}
