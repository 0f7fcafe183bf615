package dev.guerdon.core.spi;

import dev.guerdon.api.Experimental;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an open file, each a plain JSON object.
 *
 * <p>An iterator throws a {@link dev.guerdon.api.GuerdonException} where the file is damaged.
 */
@Experimental
public interface RowReader extends Iterable<Map<String, @Nullable Object>>, AutoCloseable {

    /** The most text that a row may have, in characters: as much as a line of JSON. */
    int MAX_TEXT = 64 << 20;

    /** Returns the rows as JSON lines in UTF-8, made while they are read. Closing the stream closes the file. */
    default InputStream jsonLines() {
        return new RowLines(this);
    }

    @Override
    void close() throws IOException;
}
