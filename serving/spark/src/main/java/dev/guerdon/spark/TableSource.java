package dev.guerdon.spark;

import dev.guerdon.cli.spi.ClusterStore;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.jdk.javaapi.CollectionConverters;

/** Finds tables: files in a format that Spark knows, and whatever the catalogues of the session have. */
final class TableSource {

    /** The format of a table of the session, which has a name. */
    private static final String TABLE = "table";

    /** The option that says in which format the source is. */
    private static final String FORMAT = "format";

    private static final String DELTA = "delta";

    /** The formats whose paths Spark takes for patterns. */
    private static final Set<String> PATTERNS = Set.of("parquet", "orc", "avro", "json", "csv", "text", "xml");

    /** The folder that makes a folder a Delta table. */
    private static final String LOG_OF_DELTA = "_delta_log";

    private static final Pattern DELTA_VERSION = Pattern.compile("^Delta\\[version=\\d+");

    /** Options of formats that pin a table to one state of it. */
    private static final List<String> PINS =
            List.of("versionasof", "timestampasof", "snapshot-id", "as-of-timestamp", "tag");

    private static final long LEAST_PART = 8L << 20;
    private static final long LARGEST_PART = 128L << 20;
    private static final int PARTS = 64;

    private final org.apache.spark.sql.classic.SparkSession session;
    private final ClusterStore store;

    TableSource(SparkSession session, ClusterStore store) {
        // What is set here is for the tables alone.
        this.session = ((org.apache.spark.sql.classic.SparkSession) session).cloneSession();
        this.store = store;
    }

    /**
     * Opens a table.
     *
     * @throws IllegalArgumentException if there is none, or it cannot be read, with a sentence for the user
     */
    SparkTable open(String source, Map<String, String> options) {
        Map<String, String> others = new LinkedHashMap<>(options);
        String format = Objects.requireNonNull(others.remove(FORMAT), FORMAT);
        boolean named = format.equals(TABLE);
        try {
            Dataset<Row> rows = named ? session.read().options(others).table(source) : files(source, format, others);
            var unused = new RowJson(rows.schema(), true); // refuses columns that JSON has no word for
            QueryExecution query = ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution();
            steady(named ? LARGEST_PART : size(query));
            return SparkTable.of(source, rows.schema(), query.toRdd(), version(query), pins(others));
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    "the connector that reads " + source + " was made for another Spark than " + session.version()
                            + ": " + e.getMessage() + "; give it one that was made for this Spark, see docs/scale.md",
                    e);
        } catch (Exception e) {
            // Spark's own exceptions are checked, but Scala does not say so.
            if (e instanceof SparkThrowable || e instanceof RuntimeException) {
                throw new IllegalArgumentException(
                        "Spark cannot read " + source + ": "
                                + String.valueOf(e.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""),
                        e);
            }
            throw e;
        }
    }

    private Dataset<Row> files(String path, String format, Map<String, String> options) {
        if (!format.equalsIgnoreCase(DELTA) && !path.isBlank()) {
            refuseFilesOfDelta(path, format);
        }
        return session.read().format(format).options(options).load(literally(path, format));
    }

    /** Returns a path with escaped brackets: Spark takes them for wildcards even if a file is called so. */
    private String literally(String path, String format) {
        try {
            boolean patterns = PATTERNS.contains(format.toLowerCase(Locale.ROOT)) && !path.isBlank();
            return patterns && store.exists(store.whole(path)) ? path.replaceAll("[\\[\\]{}*?\\\\]", "\\\\$0") : path;
        } catch (IOException e) {
            return path; // Spark says what is wrong with it
        }
    }

    /** Files that Delta has replaced or deleted lie beside the others, and only its log tells which. */
    private void refuseFilesOfDelta(String path, String format) {
        String whole;
        try {
            whole = store.whole(path);
        } catch (IOException e) {
            return; // Spark says what is wrong with it
        }
        for (Path folder = new Path(whole); folder != null; folder = folder.getParent()) {
            if (isDelta(folder.toString())) {
                throw new IllegalArgumentException(folder + " is a Delta table: read as " + format
                        + ", it would also give rows that were deleted or replaced; name " + folder
                        + " itself, with --format delta");
            }
        }
    }

    private boolean isDelta(String folder) {
        try {
            return store.isFolder(folder) && store.exists(store.resolve(folder, LOG_OF_DELTA));
        } catch (IOException e) {
            return false; // where it matters, Spark says what is wrong with it
        }
    }

    /** Cuts files into parts whose size depends on the files alone, and makes each part a partition. */
    private void steady(long bytes) {
        String part = Long.toString(bytes);
        session.conf().set("spark.sql.files.maxPartitionBytes", part);
        // A part that costs as much to open as a partition may hold leaves no room for a second one.
        session.conf().set("spark.sql.files.openCostInBytes", part);
        session.conf().set("spark.sql.files.minPartitionNum", "1");
        session.conf().unset("spark.sql.files.maxPartitionNum");
        session.conf().set("spark.sql.sources.bucketing.enabled", "false");
    }

    /** Returns the size of a part, by what the table has and not by what lies in its folder: a writer beside the job must not move the cuts. */
    private static long size(QueryExecution query) {
        long all = query.optimizedPlan().stats().sizeInBytes().longValue();
        return Math.clamp(all / PARTS, LEAST_PART, LARGEST_PART);
    }

    /** Returns the versions of the Delta tables that are read. Its own classes are not at hand here, so what they say of themselves has to do. */
    private static String version(QueryExecution query) {
        return CollectionConverters.asJava(query.optimizedPlan().collectLeaves()).stream()
                .map(leaf -> leaf instanceof LogicalRelation read && read.relation() instanceof HadoopFsRelation files
                        ? DELTA_VERSION.matcher(files.location().toString())
                        : null)
                .filter(found -> found != null && found.find())
                .map(Matcher::group)
                .collect(Collectors.joining(" "));
    }

    /** Returns all options where one of them pins the table: any of them may say which rows there are. */
    private static String pins(Map<String, String> options) {
        boolean pinned = options.keySet().stream().anyMatch(name -> PINS.contains(name.toLowerCase(Locale.ROOT)));
        return pinned ? new TreeMap<>(options).toString() : "";
    }
}
