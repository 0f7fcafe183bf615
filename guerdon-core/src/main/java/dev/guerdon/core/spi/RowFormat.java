package dev.guerdon.core.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads one kind of file as rows, each a plain JSON object: what JSON lines are for files that are not text.
 *
 * <p>A {@link dev.guerdon.api.Plugin} adds it.
 */
@Extension.Kind("row-format")
@Experimental
public interface RowFormat extends Extension {

    /** What the format is called, also in messages, such as {@code Parquet}. */
    @Override
    String name();

    /**
     * How the names of such files end, with the dot and in lower case.
     *
     * <p>Names of JSON lines ({@code .jsonl}, {@code .json}, {@code .ndjson}) and of compressed files ({@code .gz},
     * {@code .zst}) are not for formats.
     */
    List<String> endings();

    /**
     * Opens a file.
     *
     * @throws dev.guerdon.api.GuerdonException where it is not a file of this format, or is damaged
     */
    Rows open(Path file) throws IOException;
}
