package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guerdon.cli.spi.LineScorer;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Spark's libraries and Guerdon's in one process: each has its own, and both work. */
class TwoWorldsTest {

    private static final String JACKSON = "com.fasterxml.jackson.core.json.PackageVersion";

    private static String version(ClassLoader loader) throws ReflectiveOperationException {
        return Class.forName(JACKSON, true, loader)
                .getField("VERSION")
                .get(null)
                .toString();
    }

    @Test
    void eachHasItsOwnJacksonAndBothWork() throws Exception {
        GuerdonJars.useHere();
        GuerdonLoader guerdon = GuerdonLoader.shared();
        ClassLoader spark = getClass().getClassLoader();

        Class<?> theirs = Class.forName("com.fasterxml.jackson.core.JsonFactory", true, guerdon);
        Class<?> sparks = Class.forName("com.fasterxml.jackson.core.JsonFactory", true, spark);
        assertThat(theirs).isNotSameAs(sparks);
        assertThat(theirs.getClassLoader()).isSameAs(guerdon);
        assertThat(version(guerdon)).isNotEqualTo(version(spark));

        assertThat(new ObjectMapper().readTree("{\"a\": [1]}").get("a").get(0).asInt())
                .isEqualTo(1);
        // Spark parses with its Jackson, the reward reads the sample with Guerdon's, in the same query.
        Row row = LocalSession.get()
                .sql("SELECT from_json(j, 'final_response STRING, answer STRING').answer,"
                        + " guerdon_score('qa_f1_reward', j).reward FROM"
                        + " VALUES ('{\"final_response\": \"Nile\", \"answer\": \"Nile\"}') AS t(j)")
                .first();
        assertThat(row.getString(0)).isEqualTo("Nile");
        assertThat(row.getDouble(1)).isEqualTo(1.0);
    }

    @Test
    void guerdonSeesNothingOfSpark() {
        GuerdonJars.useHere();
        GuerdonLoader guerdon = GuerdonLoader.shared();
        assertThatThrownBy(() -> Class.forName("org.apache.spark.SparkContext", false, guerdon))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("scala.Option", false, guerdon))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName(
                        "dev.guerdon.core.Scorer", false, getClass().getClassLoader()))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void bothSeeTheSameSeam() throws Exception {
        GuerdonJars.useHere();
        assertThat(Class.forName(LineScorer.class.getName(), false, GuerdonLoader.shared()))
                .isSameAs(LineScorer.class);
    }
}
