package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.core.spi.RowFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the format that reads a file, by the file's name. */
@Experimental
public final class RowFormats {

    /** Names that no format is asked about, so that scoring JSON lines loads none. */
    private static final List<String> LINES = List.of(".jsonl", ".json", ".ndjson", ".gz", ".zst");

    /** Endings of formats that Guerdon reads with a module of its own, which may be absent. */
    private static final List<String> PARQUET = List.of(".parquet", ".parq", ".pq");

    private RowFormats() {}

    /**
     * The format of a file of rows; empty for JSON lines and whatever else no format claims.
     *
     * @throws GuerdonException where several formats claim the name, or where it is that of a Parquet file, and the module that
     *     reads them is absent
     */
    public static Optional<RowFormat> of(Catalogue registry, String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        if (ends(name, LINES) || name.lastIndexOf('.') <= name.lastIndexOf('/')) {
            return Optional.empty();
        }
        List<RowFormat> found = registry.all(RowFormat.class).stream()
                .filter(format -> ends(name, format.endings()))
                .toList();
        if (found.size() > 1) {
            throw new GuerdonException(fileName + " can be read by several row formats: "
                    + String.join(", ", found.stream().map(RowFormat::name).toList())
                    + "; remove all but one, or rename the file");
        }
        if (found.isEmpty() && ends(name, PARQUET)) {
            throw new GuerdonException(
                    fileName
                            + " is a Parquet file, which needs the module guerdon-parquet; add dev.guerdon:guerdon-parquet to the class path");
        }
        return found.stream().findFirst();
    }

    private static boolean ends(String name, List<String> endings) {
        return endings.stream().anyMatch(name::endsWith);
    }
}
