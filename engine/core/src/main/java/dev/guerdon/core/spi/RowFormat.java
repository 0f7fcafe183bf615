package dev.guerdon.core.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.Plugin.Catalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads one kind of file as rows, each a plain JSON object: what JSON lines are for files that are not text.
 *
 * <p>A {@link dev.guerdon.api.Plugin} adds it.
 */
@Extension.Kind("row-format")
@Experimental
public interface RowFormat extends Extension {

    /** Returns what the format is called, also in messages, such as {@code Parquet}. */
    @Override
    String name();

    /**
     * Returns how the names of such files end, with the dot and in lower case.
     *
     * <p>Names of JSON lines ({@code .jsonl}, {@code .json}, {@code .ndjson}) and of compressed files ({@code .gz},
     * {@code .zst}) are not for formats.
     */
    List<String> endings();

    /**
     * Opens a file.
     *
     * @throws dev.guerdon.api.GuerdonException if it is not a file of this format, or is damaged
     */
    RowReader open(Path file) throws IOException;

    /**
     * Returns the format of a file of rows; empty for JSON lines and whatever else no format claims.
     *
     * @throws dev.guerdon.api.GuerdonException if several formats claim the name, if it is that of a Parquet file, and the
     *     module that reads them is absent, or if it is that of a file which nothing reads, such as {@code .csv}
     */
    static Optional<RowFormat> of(Catalogue registry, String fileName) {
        return RowFormats.of(registry, fileName);
    }
}
