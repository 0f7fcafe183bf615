package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SQL functions and Datasets on executors that are processes of their own: what they give is what one process gives. */
@Timeout(value = 9, unit = TimeUnit.MINUTES)
class OnExecutorsTest {

    private static final int ROWS = 160;
    private static final int PARTITIONS = 8;

    private static final String SQL = "SELECT id, qa_f1_reward(final_response, answer) AS f1,"
            + " guerdon_score('qa_em_reward', struct(final_response, answer)) AS em FROM answers ORDER BY id";

    /** Waits while there is a file beside its source, so that a job can be disturbed in its middle. */
    private static final String OWN = """
            import dev.guerdon.api.Reward;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Map;

            final class Own {
                @Reward("own_length")
                static Map<String, Object> ownLength(String finalResponse) throws InterruptedException {
                    while (Files.exists(Path.of("HOLD"))) {
                        Thread.sleep(10);
                    }
                    return Map.of("reward", finalResponse.length() / 7.0, "even", finalResponse.length() % 2 == 0);
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path source;
    private static SparkProcesses processes;
    private static SparkSession spark;
    private static List<Row> localSql;
    private static List<Row> localRows;
    private static Map<String, Object> localMetrics;

    @BeforeAll
    static void start() throws IOException {
        source = Files.writeString(
                folder.resolve("Own.java"),
                OWN.replace("HOLD", folder.resolve("hold").toString()));
        spark = LocalSession.get();
        answers().createOrReplaceTempView("answers");
        localSql = spark.sql(SQL).collectAsList();
        localRows = scorer().score(answers()).orderBy("id").collectAsList();
        localMetrics = scorer().metrics(answers());
        LocalSession.stop();

        Path jar = GuerdonJars.oneJar(folder);
        processes = SparkProcesses.start(
                Files.createDirectories(folder.resolve("spark")), System.getProperty("java.class.path"), 2, 1, "1g");
        spark = SparkSession.builder()
                .master(processes.address())
                .appName("guerdon tests on executors")
                .config("spark.jars", jar.toUri().toString())
                .config("spark.ui.enabled", "false")
                .config("spark.log.level", "ERROR")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.memory", "512m")
                .config("spark.executor.cores", "1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.extensions", GuerdonExtensions.class.getName())
                .getOrCreate();
        answers().createOrReplaceTempView("answers");
    }

    @AfterAll
    static void stop() {
        if (processes != null) {
            spark.stop();
            processes.close();
        }
    }

    /** Rows of which some lack their answer. */
    private static Dataset<Row> answers() {
        return spark.range(0, ROWS, 1, PARTITIONS)
                .selectExpr(
                        "id",
                        "concat_ws(' ', 'river', 'number', id % 7, repeat('x', CAST(id % 5 AS INT))) AS final_response",
                        "IF(id % 11 = 10, NULL, concat('number ', id % 7)) AS answer",
                        "concat('g', id % 10) AS group_id");
    }

    private static GuerdonSpark scorer() {
        return GuerdonSpark.on(spark)
                .reward("own_length")
                .reward("qa_f1_reward")
                .source(source.toString());
    }

    @Test
    void functionsOfSqlGiveWhatOneProcessGives() {
        List<Row> found = spark.sql(SQL).collectAsList();
        assertThat(processes.executors()).isNotEmpty();
        assertThat(found).hasSize(ROWS).isEqualTo(localSql);
        assertThat(found.get(10).isNullAt(1)).as("no answer, no score").isTrue();
        assertThat(spark.sql("SELECT sum(qa_f1_reward(final_response, answer)) FROM answers WHERE"
                                + " qa_f1_reward(final_response, answer) > 0.5")
                        .head()
                        .getDouble(0))
                .as("a function in a filter, before a shuffle")
                .isPositive();
    }

    @Test
    void aRewardOfTheUsersOwnIsAFunctionThere() {
        Map<String, String> names =
                GuerdonSpark.on(spark).source(source.toString()).register();
        assertThat(names).containsEntry("own_length", "own_length");
        List<Double> lengths =
                spark.sql("SELECT own_length(final_response) FROM answers ORDER BY id").collectAsList().stream()
                        .map(row -> row.getDouble(0))
                        .toList();
        assertThat(lengths)
                .isEqualTo(localRows.stream()
                        .map(row ->
                                row.<Row>getAs("score").<Row>getAs("own_length").<Double>getAs("reward"))
                        .toList());
    }

    @Test
    void aKilledExecutorChangesNeitherRowsNorMetrics() throws Exception {
        Disturbance lost = new Disturbance();
        spark.sparkContext().addSparkListener(lost);
        Path hold = Files.createFile(folder.resolve("hold"));
        try {
            CompletableFuture<List<Row>> scored = CompletableFuture.supplyAsync(
                    () -> scorer().score(answers()).orderBy("id").collectAsList());
            assertThat(lost.begun.await(3, TimeUnit.MINUTES)).isTrue();
            processes.executors().getFirst().destroyForcibly();
            assertThat(lost.removed.await(1, TimeUnit.MINUTES)).isTrue();
            Files.delete(hold);
            List<Row> found = scored.get(5, TimeUnit.MINUTES);
            assertThat(found).isEqualTo(localRows);
        } finally {
            Files.deleteIfExists(hold);
            spark.sparkContext().removeSparkListener(lost);
        }
        assertThat(scorer().metrics(answers())).isEqualTo(localMetrics);
    }

    /** Tells when both executors are at work, and when an executor is gone. */
    private static final class Disturbance extends SparkListener {
        private final CountDownLatch begun = new CountDownLatch(2);
        private final CountDownLatch removed = new CountDownLatch(1);

        @Override
        public void onTaskStart(SparkListenerTaskStart start) {
            begun.countDown();
        }

        @Override
        public void onExecutorRemoved(SparkListenerExecutorRemoved lost) {
            removed.countDown();
        }
    }
}
