package dev.guerdon.spark;

import static dev.guerdon.spark.TableRows.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tables that Delta Lake itself wrote: what is scored is the table, and never the files that lie in its folder. */
class DeltaTableTest {

    @TempDir
    static Path folder;

    private static Connectors.Session session;
    private static SparkSession spark;
    private static int count;

    private Path path;

    @BeforeAll
    static void open() {
        session = Connectors.DELTA.open(folder);
        spark = session.spark();
    }

    @AfterAll
    static void close() {
        if (session != null) {
            session.close();
        }
    }

    @BeforeEach
    void choosePath() {
        path = folder.resolve("table " + count++);
    }

    /** Each test may run on a thread of its own, and not on that of the methods above. */
    @RegisterExtension
    static final InvocationInterceptor INSIDE = new InvocationInterceptor() {
        @Override
        public void interceptTestMethod(
                Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
                throws Throwable {
            session.enter();
            test.proceed();
        }
    };

    private SparkTable table() {
        return TableRows.table(spark, path.toString(), Map.of("format", "Delta")); // Spark takes any case
    }

    private SparkTable version(int version) {
        return TableRows.table(
                spark, path.toString(), Map.of("format", "delta", "versionAsOf", Integer.toString(version)));
    }

    private static Dataset<Row> numbers(long from, long to, int files) {
        return spark.range(from, to, 1, files).selectExpr("id");
    }

    private static List<String> ids(long from, long to) {
        return LongStream.range(from, to).mapToObj(id -> "{\"id\":" + id + "}").toList();
    }

    private void write(Dataset<Row> rows, String mode) {
        rows.write().format("delta").mode(mode).save(path.toString());
    }

    private void sql(String statement) {
        spark.sql(statement.replace("{}", "delta.`" + path + "`"));
    }

    private void withDeletionVectors() {
        sql("ALTER TABLE {} SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')");
    }

    @Test
    void rowsAreThoseOfTheVersionAndNotOfTheFolder() throws IOException {
        write(numbers(0, 10, 2), "append");
        SparkTable first = table();
        assertThat(rows(first)).containsExactlyInAnyOrderElementsOf(ids(0, 10));
        write(numbers(100, 103, 1), "overwrite");
        sql("DELETE FROM {} WHERE id = 101");
        assertThat(dataFiles()).hasSizeGreaterThan(2);
        SparkTable now = table();
        assertThat(rows(now)).containsExactlyInAnyOrder("{\"id\":100}", "{\"id\":102}");
        assertThat(now.identity()).isNotEqualTo(first.identity());
        assertThat(rows(TableRows.table(spark, path.toString(), Map.of("format", "delta"))))
                .as("the folder tells that it is a Delta table")
                .containsExactlyInAnyOrder("{\"id\":100}", "{\"id\":102}");
        assertThat(rows(version(0))).containsExactlyInAnyOrderElementsOf(ids(0, 10));
        assertThat(version(0).identity()).isEqualTo(first.identity());
        assertThat(version(2).identity()).isEqualTo(now.identity());
        assertThatThrownBy(() -> version(7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version 7");
    }

    private List<Path> dataFiles() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(file -> file.toString().endsWith(".parquet")
                            && !file.toString().contains("_delta_log"))
                    .toList();
        }
    }

    @Test
    void deletionVectorsHideRowsAndChangeTheIdentity() {
        write(numbers(0, 10, 1), "append");
        withDeletionVectors();
        String whole = table().identity();
        sql("DELETE FROM {} WHERE id = 3");
        SparkTable one = table();
        assertThat(rows(one)).hasSize(9).doesNotContain("{\"id\":3}");
        sql("DELETE FROM {} WHERE id = 4");
        SparkTable other = table();
        assertThat(rows(other)).hasSize(8).doesNotContain("{\"id\":3}", "{\"id\":4}");
        assertThat(one.partitions()).as("the file is the same").isEqualTo(other.partitions());
        assertThat(List.of(whole, one.identity(), other.identity())).doesNotHaveDuplicates();
        assertThat(table().identity()).isEqualTo(other.identity());
        sql("UPDATE {} SET id = 70 WHERE id = 7");
        assertThat(rows(table())).hasSize(8).contains("{\"id\":70}").doesNotContain("{\"id\":7}");
    }

    /** Row numbers of deleted rows count from the beginning of the file, and a part of a file begins somewhere else. */
    @Test
    void partsOfALargeFileHaveTheirDeletedRowsHidden() throws IOException {
        spark.range(0, 6000, 1, 1)
                .selectExpr("id", "concat_ws('', transform(sequence(1, 30), i -> sha2(concat(id, i), 512))) AS text")
                .write()
                .format("delta")
                .option("parquet.block.size", 1 << 20)
                .option("compression", "uncompressed")
                .save(path.toString());
        withDeletionVectors();
        sql("DELETE FROM {} WHERE id % 5 = 2");
        SparkTable table = table();
        assertThat(dataFiles()).hasSize(1);
        assertThat(table.partitions()).isGreaterThan(1);
        assertThat(rows(table).stream().map(row -> row.replaceFirst(",\"text.*", "}")))
                .containsExactlyElementsOf(ids(0, 6000).stream()
                        .filter(row -> !row.matches(".*[27]}"))
                        .toList());

        try (RandomAccessFile half = new RandomAccessFile(
                path.resolve("part-00001-half.c000.snappy.parquet").toFile(), "rw")) {
            half.setLength(4L << 30); // enough to ask for larger parts, if what nobody committed counted
        }
        assertThat(table().identity()).isEqualTo(table.identity());
    }

    @Test
    void filesThatNobodyCommittedChangeNothing() throws IOException {
        write(numbers(0, 10, 2), "append");
        SparkTable before = table();
        try (Stream<Path> files = Files.list(path)) {
            Path some = files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
            Files.copy(some, path.resolve("part-00000-lost.c000.snappy.parquet"));
        }
        Files.writeString(path.resolve("part-00001-half.c000.snappy.parquet"), "PAR1 and no more");
        SparkTable after = table();
        assertThat(rows(after)).containsExactlyInAnyOrderElementsOf(ids(0, 10));
        assertThat(after.identity()).isEqualTo(before.identity());
    }

    @Test
    void aWriterBesideTheJobChangesNothingForIt() {
        write(numbers(0, 10, 2), "append");
        SparkTable table = table();
        String identity = table.identity();
        write(numbers(10, 20, 1), "append");
        write(numbers(50, 60, 1), "overwrite");
        assertThat(rows(table)).containsExactlyInAnyOrderElementsOf(ids(0, 10));
        assertThat(table().identity()).isNotEqualTo(identity);
        assertThat(version(0).identity()).isEqualTo(identity);
    }

    @Test
    void partitionsGiveTheirColumnWhateverItsValueIs() {
        spark.sql("SELECT * FROM VALUES (1, 'a b/\\u00fc%25=x'), (2, NULL), (3, ''), (4, 'plain') AS t(id, part)")
                .write()
                .format("delta")
                .partitionBy("part")
                .save(path.toString());
        assertThat(rows(table()))
                .containsExactlyInAnyOrder(
                        "{\"id\":1,\"part\":\"a b/ü%25=x\"}",
                        "{\"id\":2,\"part\":null}",
                        "{\"id\":3,\"part\":null}", // Delta stores an empty text as none there
                        "{\"id\":4,\"part\":\"plain\"}");
        String before = table().identity();
        sql("DELETE FROM {} WHERE part = 'plain'");
        assertThat(rows(table())).hasSize(3);
        assertThat(table().identity()).isNotEqualTo(before);
    }

    /** A column that comes back under its old name is another column, in the same files. */
    @Test
    void mappedColumnsAreReadByTheirNamesOfToday() {
        numbers(0, 3, 1)
                .selectExpr("id", "id + 10 AS said")
                .write()
                .format("delta")
                .save(path.toString());
        sql("ALTER TABLE {} SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        sql("ALTER TABLE {} RENAME COLUMN said TO final_response");
        SparkTable renamed = table();
        assertThat(rows(renamed)).contains("{\"id\":0,\"final_response\":10}");
        sql("ALTER TABLE {} DROP COLUMN final_response");
        sql("ALTER TABLE {} ADD COLUMN final_response BIGINT");
        SparkTable again = table();
        assertThat(rows(again)).contains("{\"id\":0,\"final_response\":null}");
        assertThat(again.identity()).isNotEqualTo(renamed.identity());
    }

    @Test
    void emptyTablesHaveNoRowsAndAnIdentityThatStays() {
        write(numbers(0, 0, 1), "append");
        assertThat(rows(table())).isEmpty();
        assertThat(table().identity()).isEqualTo(table().identity());
        write(numbers(0, 5, 1), "append");
        assertThat(rows(table())).hasSize(5);
        withDeletionVectors();
        String before = table().identity();
        sql("DELETE FROM {} WHERE id >= 0");
        assertThat(rows(table())).isEmpty();
        assertThat(table().identity()).isNotEqualTo(before);
    }

    @Test
    void tablesOfTheCatalogueHaveVersionsToo() {
        spark.sql("CREATE TABLE spoken (id BIGINT) USING delta");
        spark.sql("INSERT INTO spoken SELECT id FROM range(4)");
        SparkTable first = TableRows.table(spark, "table:spoken", Map.of());
        assertThat(rows(first)).containsExactlyInAnyOrderElementsOf(ids(0, 4));
        spark.sql("INSERT INTO spoken SELECT id FROM range(4, 6)");
        assertThat(rows(TableRows.table(spark, "spoken", Map.of("format", "table"))))
                .containsExactlyInAnyOrderElementsOf(ids(0, 6));
        SparkTable then = TableRows.table(spark, "table:spoken", Map.of("versionAsOf", "1"));
        assertThat(rows(then)).containsExactlyInAnyOrderElementsOf(ids(0, 4));
        assertThat(then.identity()).isEqualTo(first.identity());
    }

    @Test
    void filesOfADeltaTableAreNotReadWithoutItsLog() {
        numbers(0, 4, 1)
                .selectExpr("id", "id % 2 AS half")
                .write()
                .format("delta")
                .partitionBy("half")
                .save(path.toString());
        for (String inside : List.of("", "/", "/half=0", "/half=*", "/half=0/part-*")) {
            assertThatThrownBy(() -> TableRows.table(spark, path + inside, Map.of("format", "parquet")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Delta")
                    .hasMessageContaining("--format delta");
        }
    }

    @Test
    void partsDoNotDependOnTheSettingsOfTheSession() {
        write(numbers(0, 1000, 3), "append");
        SparkTable table = table();
        assertThat(table.partitions()).isEqualTo(3);
        spark.conf().set("spark.sql.files.maxPartitionBytes", "512");
        spark.conf().set("spark.sql.leafNodeDefaultParallelism", "17");
        try {
            assertThat(table().partitions()).isEqualTo(3);
            assertThat(table().identity()).isEqualTo(table.identity());
        } finally {
            spark.conf().unset("spark.sql.files.maxPartitionBytes");
            spark.conf().unset("spark.sql.leafNodeDefaultParallelism");
        }
    }

    @Test
    void datasetsOfDeltaTablesAreScored() {
        spark.sql("SELECT * FROM VALUES (1, 'the Nile river', 'Nile'), (2, 'Nile', 'Nile'), (3, 'x', 'Nile')"
                        + " AS t(id, final_response, answer)")
                .coalesce(1)
                .write()
                .format("delta")
                .save(path.toString());
        withDeletionVectors();
        sql("DELETE FROM {} WHERE id = 2");
        Dataset<Row> rows = spark.read().format("delta").load(path.toString());
        GuerdonSpark f1 = GuerdonSpark.on(spark).reward("qa_f1_reward");
        assertThat(f1.score(rows).orderBy("id").selectExpr("score.reward").collectAsList().stream()
                        .map(row -> row.getDouble(0)))
                .containsExactly(2 / 3.0, 0.0);
        assertThat(f1.metrics(rows)).containsEntry("count", 2L);
        assertThat(spark.sql("SELECT avg(qa_f1_reward(final_response, answer)) FROM delta.`" + path + "`")
                        .head()
                        .getDouble(0))
                .isEqualTo(1 / 3.0);
    }
}
