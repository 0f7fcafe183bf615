package dev.guerdon.core.spi;

import dev.guerdon.api.Experimental;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads one kind of file as rows, each a plain JSON object: what JSON lines are for files that are not text.
 *
 * <p>Needs a public constructor without parameters. Found with {@link java.util.ServiceLoader}: name the class in
 * {@code META-INF/services/dev.guerdon.core.spi.RowFormat}.
 */
@Experimental
public interface RowFormat {

    /** What the format is called in messages, such as {@code Parquet}. */
    String name();

    /** How the names of such files end, with the dot and in lower case. */
    List<String> endings();

    /**
     * Opens a file.
     *
     * @throws dev.guerdon.api.GuerdonException where it is not a file of this format, or is damaged
     */
    Rows open(Path file) throws IOException;
}
