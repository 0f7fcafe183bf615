package dev.guerdon.cli.pieces;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.pieces.ScoreEngine.Task;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import dev.guerdon.cli.spi.Cluster.Table;
import dev.guerdon.cli.spi.ClusterStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Input that is scored: files of JSON lines, or a table. */
final class ScoringInput {

    /** The format of JSON lines. */
    private static final String LINES = "json";

    /** Text that stands before the name of a table, and is the format of one. */
    private static final String TABLE = "table";

    private final String name;
    private final @Nullable String place;
    private final List<InputFile> files;
    private final @Nullable Table table;

    /** Files of whose parts no machine is nearer than another: they are not asked for again. */
    private final Set<String> nowhere = ConcurrentHashMap.newKeySet();

    private ScoringInput(String name, @Nullable String place, List<InputFile> files, @Nullable Table table) {
        this.name = name;
        this.place = place;
        this.files = List.copyOf(files);
        this.table = table;
    }

    /**
     * Returns the input that an address stands for.
     *
     * @param format how it is stored, as the engine names it; null if the names decide
     * @param options of the format, as the engine names them
     */
    static ScoringInput of(Cluster cluster, String address, @Nullable String format, Map<String, String> options)
            throws IOException {
        if (!LINES.equals(format) && address.startsWith(TABLE + ":")) {
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
        ScoringInput files = files(cluster.store(), whole);
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

    private static String whole(ClusterStore store, String address) {
        try {
            return store.whole(address);
        } catch (IOException e) {
            throw new GuerdonException("cannot read the input " + address + ": " + e.getMessage(), e);
        }
    }

    /** Returns where a table lies that is a path; null if its format takes something else, such as the name of a table. */
    private static @Nullable String place(Cluster cluster, String source) {
        try {
            return cluster.store().whole(source);
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the format that a folder's content or a name stands for; that of lines if neither decides. */
    private static String format(ClusterStore store, String whole) throws IOException {
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

    /** Returns the files that an address stands for. */
    private static ScoringInput files(ClusterStore store, String whole) throws IOException {
        List<ClusterStore.Entry> entries;
        try {
            entries = store.list(whole);
        } catch (FileNotFoundException e) {
            throw new GuerdonException("cannot read the input: no such file or folder: " + e.getMessage(), e);
        }
        if (entries.isEmpty()) {
            throw new GuerdonException("cannot read the input: there is no file in " + whole);
        }
        return new ScoringInput(
                whole, whole, entries.stream().map(InputFile::of).toList(), null);
    }

    /** Returns a table that the engine of the cluster reads. */
    private static ScoringInput table(
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
        return new ScoringInput(source, place, partitions, table);
    }

    /** Returns what it is called: its whole address, or the name of the table. */
    String name() {
        return name;
    }

    /** Its whole address; null if only the engine knows it. */
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

    /** Returns bytes of all files as they are stored; 0 for a table. */
    long bytes() {
        return files.stream().mapToLong(InputFile::size).sum();
    }

    /** Returns bytes of the files that can be cut. */
    long cuttable() {
        return files.stream()
                .filter(file -> file.source().kind() == Source.Kind.PLAIN)
                .mapToLong(InputFile::size)
                .sum();
    }

    /**
     * Order to do something with a part of it.
     *
     * @param file the number of the file or partition
     * @param from where the part begins, if it is one of a file
     * @param to after its end
     */
    record Order(int file, Task task, long from, long to) {}

    /** Hands out work on parts of it, near to where the store has them. */
    Cluster.Submission submit(Cluster.Work work, ClusterStore store, List<Order> orders, Receiver receiver) {
        if (table != null) {
            return work.submit(
                    table,
                    orders.stream()
                            .map(order -> new Cluster.TablePiece(order.file, PieceCodec.bytes(order.task)))
                            .toList(),
                    receiver);
        }
        return work.submit(
                orders.stream()
                        .map(order -> new Cluster.Piece(PieceCodec.bytes(order.task), hosts(store, order)))
                        .toList(),
                receiver);
    }

    /**
     * Returns which machines have a part of a file at hand. A file unknown to the store is no reason to stop: its piece fails with a message.
     */
    private List<String> hosts(ClusterStore store, Order order) {
        InputFile file = files.get(order.file);
        String address = file.source().address();
        if (nowhere.contains(address)) {
            return List.of();
        }
        boolean cut = file.source().kind() == Source.Kind.PLAIN;
        List<String> hosts;
        try {
            hosts = store.hosts(address, cut ? order.from : 0, cut ? order.to - order.from : file.size());
        } catch (IOException e) {
            hosts = List.of();
        }
        if (hosts.isEmpty()) {
            nowhere.add(address);
        }
        return hosts;
    }

    /**
     * A file of the input, or a partition of the table that is the input.
     *
     * @param source where its lines are
     * @param below its path below the input's root
     * @param size its length in bytes; 0 for a partition
     * @param modified when it was last written; 0 if it is unknown
     */
    record InputFile(Source source, String below, long size, long modified) {

        static InputFile of(ClusterStore.Entry entry) {
            return new InputFile(
                    new Source(entry.address(), entry.below(), Source.Kind.of(entry.address())),
                    entry.below(),
                    entry.size(),
                    entry.modified());
        }

        static InputFile partition(String table, int number) {
            return new InputFile(new Source(table, table + " [" + number + "]", Source.Kind.ROWS), "", 0, 0);
        }

        /** Returns the folder of the file below the root, with a slash after it; empty at the root. */
        String folder() {
            return below.substring(0, below.lastIndexOf('/') + 1);
        }
    }

    /**
     * Source of the lines of a piece.
     *
     * @param address the file; the name of the table where they are rows
     * @param shown what it is called in the records of bad lines
     * @param kind which kind of file it is
     */
    record Source(String address, String shown, Kind kind) {

        /** Kind of storage of lines. */
        enum Kind {
            /** JSON lines. */
            PLAIN,
            /** JSON lines, packed with gzip. */
            GZIP,
            /** JSON lines, packed with Zstandard. */
            ZSTD,
            /** Rows of a table, which come with the piece. */
            ROWS;

            /** Returns the kind of file that a name stands for. */
            static Kind of(String name) {
                return name.endsWith(".gz") ? GZIP : name.endsWith(".zst") ? ZSTD : PLAIN;
            }
        }
    }
}
