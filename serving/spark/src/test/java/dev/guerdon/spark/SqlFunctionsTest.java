package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SqlFunctionsTest {

    private static SparkSession spark;

    @BeforeAll
    static void openSession() {
        spark = LocalSession.get();
        spark.sql("SELECT * FROM VALUES (1, 'the Nile river', 'Nile'), (2, 'Nile', 'Nile'), (3, 'Amazon', 'Nile'),"
                        + " (4, NULL, 'Nile'), (5, 'Nile', NULL) AS t(id, final_response, answer)")
                .createOrReplaceTempView("answers");
    }

    private static List<Row> sql(String query) {
        return spark.sql(query).collectAsList();
    }

    private static Object one(String query) {
        List<Row> rows = sql(query);
        assertThat(rows).hasSize(1);
        return rows.getFirst().get(0);
    }

    @Test
    void rewardIsAFunctionOfItsFieldsAndNullWhereItCannotBeComputed() {
        List<Row> rows = sql("SELECT id, qa_f1_reward(final_response, answer) FROM answers ORDER BY id");
        assertThat(rows).extracting(row -> row.get(1)).containsExactly(0.6666666666666666, 1.0, 0.0, null, null);
    }

    @Test
    void averageLeavesOutWhatCouldNotBeComputed() {
        assertThat(one("SELECT avg(qa_f1_reward(final_response, answer)) FROM answers"))
                .isEqualTo((0.6666666666666666 + 1.0 + 0.0) / 3);
    }

    @Test
    void listsAreFieldsToo() {
        assertThat(one("SELECT qa_f1_reward('Nile', array('Amazon', 'the Nile'))"))
                .isEqualTo(1.0);
    }

    @Test
    void constantIsFoldedOnTheDriver() {
        assertThat(one("SELECT math_equal_reward('The answer is \\\\boxed{1/2}', '0.5')"))
                .isEqualTo(1.0);
    }

    @Test
    void wrongNumberOfArgumentsNamesTheFields() {
        assertThatThrownBy(() -> spark.sql("SELECT qa_f1_reward('Nile')"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("qa_f1_reward(final_response, answer)")
                .hasMessageContaining("found 1 argument");
        assertThatThrownBy(() -> spark.sql("SELECT qa_f1_reward('Nile', 'Nile', 'Nile', 4, 5, 6, 7)"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("found 7 arguments");
    }

    @Test
    void responseThatIsAListIsRefusedBeforeAnyRowIsRead() {
        assertThatThrownBy(() -> spark.sql("SELECT qa_f1_reward(array('Nile'), 'Nile')"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("final_response")
                .hasMessageContaining("array<string>");
    }

    @Test
    void wholeScoreHasExtrasAndTheReason() {
        Row score = (Row) one("SELECT guerdon_score('qa_f1_reward', named_struct('final_response', 'the Nile river',"
                + " 'answer', 'Nile'))");
        assertThat(score.getDouble(0)).isEqualTo(0.6666666666666666);
        Map<String, String> extras = score.getJavaMap(1);
        assertThat(extras).containsEntry("precision", "0.5").containsEntry("recall", "1.0");
        assertThat(score.isNullAt(2)).isTrue();

        Row missing = (Row) one("SELECT guerdon_score('qa_f1_reward', '{\"final_response\": \"Nile\"}')");
        assertThat(missing.isNullAt(0)).isTrue();
        assertThat(missing.getStruct(2).getString(0)).isEqualTo("MISSING_FIELD");
        assertThat(missing.getStruct(2).getString(1)).contains("answer");

        Row broken = (Row) one("SELECT guerdon_score('qa_f1_reward', '{\"final_response')");
        assertThat(broken.getStruct(2).getString(0)).isEqualTo("INVALID_INPUT");
    }

    @Test
    void wholeScoreTakesOptionsAndVariants() {
        Row score = (Row) one("SELECT guerdon_score('math_equal_reward(digits=3)',"
                + " parse_json('{\"final_response\": \"0.3334\", \"answer\": \"0.3333\"}'))");
        assertThat(score.getDouble(0)).isEqualTo(1.0);
    }

    @Test
    void unknownRewardIsAnErrorOfTheQuery() {
        assertThatThrownBy(() -> spark.sql("SELECT guerdon_score('qa_f1_rewrad', '{}')"))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("did you mean");
    }

    @Test
    void functionsOfSparkKeepTheirMeaning() {
        for (Row row : sql("SHOW SYSTEM FUNCTIONS")) {
            assertThat(row.getString(0)).isNotBlank();
        }
        assertThat(one("SELECT levenshtein('kitten', 'sitting')")).isEqualTo(3);
    }

    @Test
    void describeFunctionTellsTheFields() {
        assertThat(sql("DESCRIBE FUNCTION qa_f1_reward").toString())
                .contains("final_response")
                .contains("answer")
                .contains("F1");
    }

    @Test
    void functionWorksInFiltersJoinsAndGroups() {
        assertThat(one("SELECT count(*) FROM answers WHERE qa_f1_reward(final_response, answer) > 0.5"))
                .isEqualTo(2L);
        assertThat(sql("SELECT qa_f1_reward(a.final_response, b.answer) AS f, count(*) FROM answers a JOIN answers b"
                        + " ON a.answer = b.answer GROUP BY 1 ORDER BY 1 NULLS FIRST"))
                .hasSize(4);
    }
}
