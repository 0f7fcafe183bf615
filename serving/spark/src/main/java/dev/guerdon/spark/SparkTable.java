package dev.guerdon.spark;

import dev.guerdon.cli.spi.Cluster.Table;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.Partition;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows that Spark reads.
 *
 * <p>Where Spark reads files, a partition of the table is a part of one file, and they come in the order of the files' names: on any
 * number of cores the same files give the same partitions in the same order.
 */
record SparkTable(String name, StructType schema, RDD<InternalRow> rows, List<Integer> order, String identity)
        implements Table {

    /**
     * Returns a table.
     *
     * @param version of the table, as its format counts; empty if it has none. The same files may have other columns in another version
     * @param pins what pins its rows where Spark does not read them from files that it tells of, empty where nothing does
     */
    static SparkTable of(String name, StructType schema, RDD<InternalRow> rows, String version, String pins) {
        List<Part> parts = parts(rows).orElse(List.of());
        Stream<String> pinned;
        List<Integer> order;
        if (!parts.isEmpty()) {
            List<Part> sorted = parts.stream()
                    .sorted(Comparator.comparing(Part::path).thenComparingLong(Part::start))
                    .toList();
            order = sorted.stream().map(Part::index).toList();
            pinned = Stream.concat(Stream.of(version), sorted.stream().map(Part::toString));
        } else {
            order = IntStream.range(0, rows.getNumPartitions()).boxed().toList();
            // These may be other rows the next time.
            pinned = Stream.of(
                    name,
                    version,
                    pins.isEmpty() && !order.isEmpty() ? UUID.randomUUID().toString() : pins);
        }
        String identity = sha256(Stream.concat(Stream.of(schema.json(), "" + order.size()), pinned));
        return new SparkTable(name, schema, rows, order, identity);
    }

    /**
     * A partition that is a part of a file.
     *
     * @param about what a table says of the file: Delta names the rows of it that are deleted
     */
    private record Part(int index, String path, long start, long length, long size, long modified, String about) {}

    private static RDD<?> source(RDD<?> rows) {
        RDD<?> source = rows;
        while (source.dependencies().size() == 1) {
            source = source.dependencies().head().rdd();
        }
        return source;
    }

    /** Returns the parts of files behind the rows; empty where there is anything else between them and the files. */
    private static Optional<List<Part>> parts(RDD<?> rows) {
        RDD<?> source = source(rows);
        if (source.getNumPartitions() != rows.getNumPartitions()) {
            return Optional.empty();
        }
        Partition[] partitions = source.partitions();
        boolean files =
                Stream.of(partitions).allMatch(each -> each instanceof FilePartition part && part.files().length == 1);
        return files ? Optional.of(Stream.of(partitions).map(SparkTable::part).toList()) : Optional.empty();
    }

    private static Part part(Partition partition) {
        PartitionedFile file = ((FilePartition) partition).files()[0];
        return new Part(
                partition.index(),
                file.filePath().urlEncoded(),
                file.start(),
                file.length(),
                file.fileSize(),
                file.modificationTime(),
                new TreeMap<>(CollectionConverters.asJava(file.otherConstantMetadataColumnValues())).toString());
    }

    private static String sha256(Stream<String> texts) {
        MessageDigest digest = NestedJars.digest();
        texts.forEach(text -> digest.update((text + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public int partitions() {
        return order.size();
    }

    /** Returns Spark's number of a partition. */
    int partition(int number) {
        return order.get(number);
    }
}
