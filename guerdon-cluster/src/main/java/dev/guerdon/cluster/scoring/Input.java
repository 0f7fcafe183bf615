package dev.guerdon.cluster.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cluster.piece.Source;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Store;
import dev.guerdon.cluster.spi.Table;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is scored: files of JSON lines, or a table. */
@Internal
public final class Input {

    /** The format of JSON lines. */
    private static final String LINES = "json";

    /** What stands before the name of a table, and is the format of one. */
    private static final String TABLE = "table";

    private final String name;
    private final @Nullable String place;
    private final List<InputFile> files;
    private final @Nullable Table table;

    private Input(String name, @Nullable String place, List<InputFile> files, @Nullable Table table) {
        this.name = name;
        this.place = place;
        this.files = List.copyOf(files);
        this.table = table;
    }

    /**
     * The input that an address stands for.
     *
     * @param format how it is stored, as the engine names it; null where its names tell
     * @param options of the format, as the engine names them
     */
    public static Input of(Cluster cluster, String address, @Nullable String format, Map<String, String> options)
            throws IOException {
        if (format == null && address.startsWith(TABLE + ":")) {
            return table(cluster, address.substring(TABLE.length() + 1), null, TABLE, options);
        }
        if (format != null && !format.equals(LINES)) {
            return table(cluster, address, format.equals(TABLE) ? null : place(cluster, address), format, options);
        }
        String whole = whole(cluster.store(), address);
        String known = format == null ? format(cluster.store(), whole) : format;
        if (!known.equals(LINES)) {
            return table(cluster, whole, whole, known, options);
        }
        Input files = files(cluster.store(), whole);
        boolean parquet = format == null
                && files.files.stream().allMatch(file -> file.below().endsWith(".parquet"));
        if (parquet) {
            return table(cluster, whole, whole, "parquet", options);
        }
        if (!options.isEmpty()) {
            throw new GuerdonException("cannot read the input: " + address + " has JSON lines, which have no option '"
                    + options.keySet().iterator().next() + "'; --option is for tables");
        }
        return files;
    }

    private static String whole(Store store, String address) {
        try {
            return store.whole(address);
        } catch (IOException e) {
            throw new GuerdonException("cannot read the input " + address + ": " + e.getMessage(), e);
        }
    }

    /** Where a table lies that is a path; null where its format takes something else, such as the name of a table. */
    private static @Nullable String place(Cluster cluster, String source) {
        try {
            return cluster.store().whole(source);
        } catch (IOException e) {
            return null;
        }
    }

    /** The format that a folder's content or a name stands for; that of lines where neither tells. */
    private static String format(Store store, String whole) throws IOException {
        if (store.isFolder(whole)) {
            if (store.exists(store.resolve(whole, "_delta_log"))) {
                return "delta"; // before the name: the folder of a table may be called anything
            }
            if (store.exists(store.resolve(whole, "metadata/version-hint.text"))) {
                return "iceberg";
            }
        }
        return whole.endsWith(".parquet") ? "parquet" : LINES;
    }

    /** The files that an address stands for. */
    private static Input files(Store store, String whole) throws IOException {
        List<Store.Entry> entries;
        try {
            entries = store.list(whole);
        } catch (FileNotFoundException e) {
            throw new GuerdonException("cannot read the input: no such file or folder: " + e.getMessage(), e);
        }
        if (entries.isEmpty()) {
            throw new GuerdonException("cannot read the input: there is no file in " + whole);
        }
        return new Input(whole, whole, entries.stream().map(InputFile::of).toList(), null);
    }

    /** A table that the engine of the cluster reads. */
    private static Input table(
            Cluster cluster, String source, @Nullable String place, String format, Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put("format", format);
        Table table;
        try {
            table = cluster.table(source, all);
        } catch (IllegalArgumentException e) {
            throw new GuerdonException("cannot read the input: " + e.getMessage(), e);
        }
        List<InputFile> partitions = new ArrayList<>();
        for (int i = 0; i < table.partitions(); i++) {
            partitions.add(InputFile.partition(table.name(), i));
        }
        return new Input(source, place, partitions, table);
    }

    /** What it is called: its whole address, or the name of the table. */
    public String name() {
        return name;
    }

    /** Its whole address; null where only the engine knows where it is. */
    @Nullable
    String place() {
        return place;
    }

    List<InputFile> files() {
        return files;
    }

    @Nullable
    Table table() {
        return table;
    }

    /** Bytes of all files as they are stored; 0 for a table. */
    long bytes() {
        return files.stream().mapToLong(InputFile::size).sum();
    }

    /** Bytes of the files that can be cut. */
    long cuttable() {
        return files.stream()
                .filter(file -> file.source().kind() == Source.Kind.PLAIN)
                .mapToLong(InputFile::size)
                .sum();
    }
}
