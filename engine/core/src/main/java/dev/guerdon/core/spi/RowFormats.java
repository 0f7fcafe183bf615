package dev.guerdon.core.spi;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Plugin.Catalogue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the format that reads a file, by the file's name. */
final class RowFormats {

    /** Names that no format is asked about, so that scoring JSON lines loads none. */
    private static final List<String> LINES = List.of(".jsonl", ".json", ".ndjson", ".gz", ".zst");

    /** Endings of formats that Guerdon reads with a module of its own, which may be absent. */
    private static final List<String> PARQUET = List.of(".parquet", ".parq", ".pq");

    /** Files that people have, and that hold no lines of JSON whatever is in them. */
    private static final Pattern OTHER = Pattern.compile(
            ".*\\.(csv|tsv|xlsx?|ods|arrow|feather|avro|orc|pkl|pickle|npy|npz|db|sqlite3?|ya?ml|zip|tar|tgz|7z|bz2|xz)");

    private RowFormats() {}

    static Optional<RowFormat> of(Catalogue registry, String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        if (name.lastIndexOf('.') <= name.lastIndexOf('/')) {
            return Optional.empty();
        }
        String unpacked = name.replaceFirst("\\.(gz|zst)$", "");
        if (ends(name, LINES) && !OTHER.matcher(unpacked).matches()) {
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
            throw new GuerdonException(fileName
                    + " is a Parquet file, which needs the module guerdon-parquet; add"
                    + " dev.guerdon:guerdon-parquet to the class path");
        }
        if (found.isEmpty() && OTHER.matcher(unpacked).matches()) {
            throw new GuerdonException(fileName + " ends in " + unpacked.substring(unpacked.lastIndexOf('.'))
                    + "; expected JSON lines (.jsonl, .json or .ndjson, also with .gz or .zst) or Parquet"
                    + advice(unpacked));
        }
        return found.stream().findFirst();
    }

    /** A table of texts does not say what is a number, a list or missing, so the user has to convert it. */
    private static String advice(String name) {
        if (!name.matches(".*\\.[ct]sv")) {
            return "";
        }
        return ". A table of texts does not say what is a number, a list or missing; Python converts it with"
                + " pandas.read_csv(FILE" + (name.endsWith(".tsv") ? ", sep='\\t'" : "")
                + ", dtype=str).to_json('rows.jsonl', orient='records', lines=True)";
    }

    private static boolean ends(String name, List<String> endings) {
        return endings.stream().anyMatch(name::endsWith);
    }
}
