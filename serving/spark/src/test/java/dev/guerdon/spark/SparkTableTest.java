package dev.guerdon.spark;

import static dev.guerdon.spark.TableRows.pieces;
import static dev.guerdon.spark.TableRows.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkTableTest {

    private static SparkSession spark;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openSession() {
        spark = LocalSession.get();
    }

    private static SparkTable table(Path source, Map<String, String> options) {
        return TableRows.table(spark, source.toString(), options);
    }

    /** The rows as the command on one machine reads them. */
    private static List<String> onOneMachine(Path file) throws Exception {
        GuerdonLoader loader = GuerdonLoader.shared();
        Object rows = Class.forName("dev.guerdon.parquet.ParquetFile", true, loader)
                .getMethod("open", Path.class)
                .invoke(null, file);
        Class<?> type = Class.forName("dev.guerdon.core.spi.RowReader", true, loader);
        try (InputStream lines = (InputStream) type.getMethod("jsonLines").invoke(rows)) {
            return new String(lines.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static Path onlyFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .reduce((one, other) -> {
                        throw new AssertionError("two files");
                    })
                    .orElseThrow();
        }
    }

    private static final String ALL_TYPES = """
            SELECT 'plain' AS id, CAST(1 AS TINYINT) AS tiny, CAST(-2 AS SMALLINT) AS small, 3 AS whole,
              9007199254740993L AS large, true AS yes, CAST(0.1 AS FLOAT) AS f, 0.1D AS d, 1e300D AS huge, 1e-7D AS little,
              CAST(12.50 AS DECIMAL(10, 2)) AS money, CAST('12345678901234567.1230' AS DECIMAL(21, 4)) AS wide,
              CAST(0 AS DECIMAL(21, 4)) AS zero, CAST('12345678901234567890123456789012345678' AS DECIMAL(38, 0)) AS digits,
              CAST(7 AS DECIMAL(5, 0)) AS few, DATE'2024-02-29' AS day, DATE'1500-01-01' AS long_ago,
              TIMESTAMP'2024-02-29 12:34:56.789012 UTC' AS moment, TIMESTAMP'1500-01-01 00:00:00 UTC' AS old_moment,
              TIMESTAMP'2024-02-29 12:34:00 UTC' AS full_minute,
              TIMESTAMP_NTZ'2024-02-29 12:34:56.5' AS local_time, X'00FF10' AS bytes, 'a"b\\\\c\\n\\t\\u0001\\u007F é 語 😀' AS text,
              array(1, NULL, 3) AS list, array() AS empty, array(array('x'), array()) AS lists,
              named_struct('a', 1, 'b', CAST(NULL AS STRING), 'c', named_struct('deep', array(1.5D))) AS object,
              map('k', 1, 'l', NULL) AS by_text, map(1, 'x', 2, 'y') AS by_number, map(DATE'2024-01-01', 1) AS by_day,
              map(true, 1) AS by_truth, map(1.5D, 1) AS by_double, map(CAST(1.50 AS DECIMAL(5,2)), 1) AS by_decimal,
              map(named_struct('x', 1), 'v') AS by_object, map() AS no_entries, array(named_struct('q', 'w')) AS objects
            UNION ALL
            SELECT 'odd', NULL, NULL, NULL, -1L, false, CAST('NaN' AS FLOAT), CAST('Infinity' AS DOUBLE), CAST('-Infinity' AS DOUBLE),
              -0.0D, CAST(-0.01 AS DECIMAL(10, 2)), CAST(-1.5 AS DECIMAL(21, 4)), CAST(100 AS DECIMAL(21, 4)), CAST(-1 AS DECIMAL(38,0)), NULL, NULL, DATE'9999-12-31',
              NULL, TIMESTAMP'1969-12-31 23:59:59.999999 UTC', NULL, NULL, X'', '', NULL, NULL, array(NULL), NULL, map(), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
            UNION ALL
            SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
              NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
            """;

    @Test
    void rowsOfEveryTypeAreTheJsonThatOneMachineReads() throws Exception {
        Path out = folder.resolve("types");
        spark.conf().set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
        try {
            spark.sql(ALL_TYPES).coalesce(1).write().parquet(out.toString());
        } finally {
            spark.conf().unset("spark.sql.parquet.outputTimestampType");
        }
        List<String> expected = onOneMachine(onlyFile(out));
        assertThat(expected).hasSize(3);
        assertThat(rows(table(out, Map.of()))).isEqualTo(expected);
    }

    /** Spark knows no more of them than that they are moments; a file on one machine does not even say that. */
    @Test
    void timeStampsOfOldWritersAreMoments() throws Exception {
        Path out = folder.resolve("int96");
        spark.conf().set("spark.sql.parquet.outputTimestampType", "INT96");
        try {
            spark.sql("SELECT TIMESTAMP'2024-02-29 12:34:56.789012 UTC' AS t")
                    .coalesce(1)
                    .write()
                    .parquet(out.toString());
        } finally {
            spark.conf().unset("spark.sql.parquet.outputTimestampType");
        }
        assertThat(rows(table(out, Map.of()))).containsExactly("{\"t\":\"2024-02-29T12:34:56.789012Z\"}");
        assertThat(onOneMachine(onlyFile(out))).containsExactly("{\"t\":\"2024-02-29T12:34:56.789012\"}");
    }

    private Dataset<Row> many() {
        return spark.range(0, 1000, 1, 5)
                .selectExpr("id", "repeat(sha2(CAST(id AS STRING), 512), 40) AS final_response");
    }

    @Test
    void partitionsFollowTheFilesAndNotTheCores() throws Exception {
        Path out = folder.resolve("many files");
        many().write().parquet(out.toString());
        SparkTable table = table(out, Map.of());
        assertThat(table.partitions()).isEqualTo(5);
        List<String> rows = rows(table);
        assertThat(rows).hasSize(1000);
        assertThat(rows.getFirst()).startsWith("{\"id\":0,");
        assertThat(rows.getLast()).startsWith("{\"id\":999,");
        spark.conf().set("spark.sql.leafNodeDefaultParallelism", "17");
        spark.conf().set("spark.sql.files.maxPartitionBytes", "4096");
        try {
            SparkTable again = table(out, Map.of("format", "parquet"));
            assertThat(again.partitions()).isEqualTo(5);
            assertThat(again.identity()).isEqualTo(table.identity());
            assertThat(pieces(again)).isEqualTo(pieces(table));
        } finally {
            spark.conf().unset("spark.sql.leafNodeDefaultParallelism");
            spark.conf().unset("spark.sql.files.maxPartitionBytes");
        }
    }

    @Test
    void identityChangesWithTheFiles() {
        Path out = folder.resolve("growing");
        many().write().parquet(out.toString());
        String before = table(out, Map.of()).identity();
        many().limit(1).write().mode("append").parquet(out.toString());
        assertThat(table(out, Map.of()).identity()).isNotEqualTo(before);
    }

    @Test
    void foldersOfHivesGiveTheirColumn() {
        Path out = folder.resolve("hive");
        spark.range(4)
                .selectExpr("id", "id % 2 AS half")
                .write()
                .partitionBy("half")
                .parquet(out.toString());
        assertThat(rows(table(out, Map.of())))
                .containsExactlyInAnyOrder(
                        "{\"id\":0,\"half\":0}",
                        "{\"id\":1,\"half\":1}",
                        "{\"id\":2,\"half\":0}",
                        "{\"id\":3,\"half\":1}");
    }

    @Test
    void orcIsReadByItsFormatAndTablesByTheirNames() {
        Path out = folder.resolve("orc");
        spark.range(3).coalesce(1).write().orc(out.toString());
        assertThat(rows(table(out, Map.of("format", "orc")))).containsExactly("{\"id\":0}", "{\"id\":1}", "{\"id\":2}");
        spark.read().orc(out.toString()).createOrReplaceTempView("three");
        SparkTable view = table(Path.of("table:three"), Map.of());
        assertThat(rows(view)).hasSize(3);
        assertThat(view.identity())
                .isEqualTo(table(Path.of("three"), Map.of("format", "table")).identity());
    }

    @Test
    void aFolderIsMeantWhereItsNameLooksLikeAPattern() {
        Path odd = folder.resolve("run[1] {a}?");
        spark.range(5).write().parquet(folder.resolve("plain").toString());
        assertThat(folder.resolve("plain").toFile().renameTo(odd.toFile())).isTrue();
        spark.range(3).write().parquet(folder.resolve("run1").toString());
        assertThat(TableRows.rows(table(odd, Map.of("format", "parquet")))).hasSize(5);
        assertThat(TableRows.rows(table(folder.resolve("run[1]"), Map.of("format", "parquet"))))
                .hasSize(3);
    }

    @Test
    void pathsMayBeRelative() throws IOException {
        Path out = Files.createTempDirectory(Path.of("target"), "table").getFileName();
        Path whole = Path.of("target").resolve(out);
        try {
            spark.range(2).coalesce(1).write().mode("overwrite").parquet(whole.toString());
            assertThat(rows(table(whole, Map.of()))).containsExactly("{\"id\":0}", "{\"id\":1}");
        } finally {
            FileUtils.deleteDirectory(whole.toFile());
        }
        assertThatThrownBy(() -> table(Path.of("nothing-here"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing-here");
    }

    @Test
    void rowsThatComeFromNoFileAreNeverTakenForTheSame() {
        spark.range(3).selectExpr("id", "rand() AS r").createOrReplaceTempView("dice");
        assertThat(table(Path.of("table:dice"), Map.of()).identity())
                .isNotEqualTo(table(Path.of("table:dice"), Map.of()).identity());
    }

    /** As Iceberg for Spark 4.1 does on 4.2. */
    public static final class OfAnotherSpark implements TableProvider {

        @Override
        public StructType inferSchema(CaseInsensitiveStringMap options) {
            throw new IncompatibleClassChangeError("Found interface CatalogManager, but class was expected");
        }

        @Override
        public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aConnectorForAnotherSparkIsAnErrorInASentence() {
        assertThatThrownBy(() -> table(folder, Map.of("format", OfAnotherSpark.class.getName())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("made for another Spark than " + spark.version())
                .hasMessageContaining("CatalogManager");
    }

    @Test
    void whatIsNotThereIsAnErrorInASentence() {
        assertThatThrownBy(() -> table(folder.resolve("nothing"), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> table(folder, Map.of("format", "delta")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delta");
    }
}
