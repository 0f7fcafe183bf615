package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuerdonSparkTest {

    private static SparkSession spark;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openSession() {
        spark = LocalSession.get();
    }

    /** Answers with every word of the numbers below; some lack their answer. */
    private static Dataset<Row> answers(long rows, int partitions) {
        return spark.range(0, rows, 1, partitions)
                .selectExpr(
                        "id",
                        "concat_ws(' ', 'river', 'number', id % 7, id % 5) AS final_response",
                        "IF(id % 11 = 10, NULL, concat('number ', id % 7)) AS answer",
                        "concat('g', id % 10) AS group_id");
    }

    @Test
    void rowsComeBackWithTheirScore() {
        List<Row> rows = GuerdonSpark.on(spark)
                .reward("qa_f1_reward")
                .score(answers(1000, 3))
                .selectExpr("id", "score.reward", "score.extras['f1']", "score.unscored.reason", "final_response")
                .orderBy("id")
                .collectAsList();
        assertThat(rows).hasSize(1000);
        List<Row> sql = answers(1000, 3)
                .selectExpr("id", "qa_f1_reward(final_response, answer)")
                .orderBy("id")
                .collectAsList();
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            assertThat(row.get(1)).isEqualTo(sql.get(i).get(1));
            if (i % 11 == 10) {
                assertThat(row.isNullAt(1)).isTrue();
                assertThat(row.getString(3)).isEqualTo("MISSING_FIELD");
            } else {
                assertThat(row.getString(2)).isEqualTo(Double.toString(row.getDouble(1)));
                assertThat(row.isNullAt(3)).isTrue();
            }
            assertThat(row.getString(4)).isEqualTo("river number " + i % 7 + " " + i % 5);
        }
    }

    @Test
    void severalRewardsGiveAScoreEach() {
        Row row = GuerdonSpark.on(spark)
                .reward("qa_f1_reward")
                .reward("qa_em_reward")
                .column("scores")
                .field("golden_answers", "answer")
                .score(spark.sql("SELECT 'Nile' AS final_response, 'Nile' AS answer"))
                .selectExpr("scores.qa_f1_reward.reward", "scores.qa_em_reward.reward")
                .first();
        assertThat(row.getDouble(0)).isEqualTo(1.0);
        assertThat(row.getDouble(1)).isEqualTo(1.0);
    }

    @Test
    void aRecipeIsScoredAsOneRewardAndBesideOthers() throws Exception {
        Path file = Files.writeString(folder.resolve("both.yaml"), """
                name: both
                parts:
                  - {reward: qa_em_reward, weight: 0.75, map: {golden_answers: answer}}
                  - {reward: half_of_it, weight: 0.25}
                """);
        Path source = Files.writeString(folder.resolve("Half.java"), """
                import dev.guerdon.api.Reward;

                public final class Half {
                    @Reward("half_of_it")
                    public static double half(String finalResponse) {
                        return 0.5;
                    }
                }
                """);
        // The recipe may be named before the code that it needs.
        GuerdonSpark both = GuerdonSpark.on(spark).recipe(file.toString()).source(source.toString());
        Dataset<Row> rows = spark.sql(
                "SELECT * FROM VALUES (1, 'Nile', 'Nile'), (2, 'Rhine', 'Nile') AS t(id, final_response, answer)");
        assertThat(both.score(rows).orderBy("id").selectExpr("score.reward").collectAsList())
                .extracting(row -> row.getDouble(0))
                .containsExactly(0.875, 0.125);
        assertThat(both.metrics(rows)).containsEntry("reward/mean", 0.5);
        Row beside = both.reward("qa_f1_reward")
                .score(rows)
                .orderBy("id")
                .selectExpr("score.both.reward", "score.qa_f1_reward.reward", "score.both.extras['qa_em_reward']")
                .first();
        assertThat(beside.getDouble(0)).isEqualTo(0.875);
        assertThat(beside.getDouble(1)).isEqualTo(1.0);
        assertThat(beside.getString(2)).isEqualTo("1.0");
    }

    @Test
    void recipesThatComeWithGuerdonHaveNames() {
        Row row = GuerdonSpark.on(spark)
                .recipe("r1")
                .score(spark.sql(
                        "SELECT '<think>so</think><answer>\\\\boxed{4}</answer>' AS final_response, '4' AS answer"))
                .selectExpr("score.reward", "score.unscored.message")
                .first();
        assertThat(row.getString(1)).isNull();
        assertThat(row.getDouble(0)).isPositive();
        assertThatThrownBy(() -> GuerdonSpark.on(spark).recipe("r2").score(answers(1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("r2");
    }

    @Test
    void fieldsAreReadFromColumnsOfOtherNames() {
        Row row = GuerdonSpark.on(spark)
                .reward("qa_f1_reward")
                .field("answer", "gold")
                .field("final_response", "said")
                .score(spark.sql("SELECT 'Nile' AS said, 'Nile' AS gold"))
                .selectExpr("score.reward")
                .first();
        assertThat(row.getDouble(0)).isEqualTo(1.0);
    }

    @Test
    void metricsDoNotDependOnThePartitions() {
        GuerdonSpark scorer = GuerdonSpark.on(spark).reward("qa_f1_reward");
        Map<String, Object> one = scorer.metrics(answers(2000, 1));
        assertThat(one).containsEntry("count", 2000L).containsEntry("reward/unscored/MISSING_FIELD", 181L);
        assertThat(scorer.metrics(answers(2000, 7))).isEqualTo(one);
        assertThat(scorer.metrics(answers(2000, 3).repartition(5))).isEqualTo(one);
    }

    @Test
    void usersOwnRewardsAreSentAlong() throws Exception {
        Path source = Files.writeString(folder.resolve("Length.java"), """
                import dev.guerdon.api.Reward;

                public final class Length {
                    @Reward("length_of_it")
                    public static double length(String finalResponse) {
                        return finalResponse.length();
                    }
                }
                """);
        GuerdonSpark own = GuerdonSpark.on(spark).source(source.toString());
        List<Row> rows = own.reward("length_of_it")
                .score(spark.sql("SELECT 'four' AS final_response"))
                .selectExpr("score.reward")
                .collectAsList();
        assertThat(rows.getFirst().getDouble(0)).isEqualTo(4.0);
        assertThat(own.register()).containsEntry("length_of_it", "length_of_it");
        assertThat(spark.sql("SELECT length_of_it(x) FROM VALUES ('a'), ('bb') AS t(x)")
                        .collectAsList())
                .extracting(row -> row.getDouble(0))
                .containsExactly(1.0, 2.0);
    }

    @Test
    void fewRowsAreScoredWhereFewAreWanted() {
        assertThat(GuerdonSpark.on(spark)
                        .reward("qa_f1_reward")
                        .score(answers(100_000_000, 1))
                        .limit(3)
                        .collectAsList())
                .hasSize(3);
    }

    @Test
    void scoresCanBeKeptAndGrouped() {
        Dataset<Row> kept = GuerdonSpark.on(spark)
                .reward("qa_f1_reward")
                .score(answers(500, 4))
                .cache();
        try {
            assertThat(kept.count()).isEqualTo(500);
            assertThat(kept.groupBy("group_id").avg("score.reward").collectAsList())
                    .hasSize(10);
        } finally {
            kept.unpersist(true);
        }
    }

    @Test
    void streamsAreScoredAsTheyCome() throws Exception {
        Path in = Files.createDirectory(folder.resolve("in"));
        answers(50, 2).write().json(in.resolve("first").toString());
        StreamingQuery query = GuerdonSpark.on(spark)
                .reward("qa_f1_reward")
                .score(spark.readStream().schema(answers(1, 1).schema()).json(in + "/*"))
                .selectExpr("id", "score.reward")
                .writeStream()
                .format("memory")
                .queryName("scored_stream")
                .option("checkpointLocation", folder.resolve("checkpoint").toString())
                .start();
        try {
            query.processAllAvailable();
            List<Double> streamed = new ArrayList<>();
            spark.table("scored_stream").orderBy("id").collectAsList().forEach(row -> streamed.add(row.getAs(1)));
            assertThat(streamed).hasSize(50);
            assertThat(streamed.get(10)).isNull();
        } finally {
            query.stop();
        }
    }

    @Test
    void mistakesAreToldBeforeAnyRowIsRead() {
        Dataset<Row> rows = answers(1, 1);
        assertThatThrownBy(() -> GuerdonSpark.on(spark).score(rows))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name a reward");
        assertThatThrownBy(() -> GuerdonSpark.on(spark).reward("qa_f1_rewrad").score(rows))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean");
        assertThatThrownBy(() -> GuerdonSpark.on(spark)
                        .reward("qa_f1_reward")
                        .column("answer")
                        .score(rows))
                .hasMessageContaining("'answer' already");
        assertThatThrownBy(
                        () -> GuerdonSpark.on(spark).reward("qa_f1_reward").score(spark.sql("SELECT 1 AS x, 2 AS x")))
                .hasMessageContaining("same name");
        assertThatThrownBy(() -> GuerdonSpark.on(spark)
                        .reward("qa_f1_reward")
                        .setting("dead line", "1s")
                        .score(rows))
                .hasMessageContaining("dead line");
    }
}
