package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SparkProviderTest {

    @Test
    void theApplicationOfSomebodyElseIsNeverTakenForOurs() {
        SparkSession theirs = LocalSession.get();
        assertThatThrownBy(() -> new SparkProvider().open("local[1]", "ours", Map.of(), 0, notice -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Spark did not start on local[1]: ")
                .hasMessageContaining("one SparkContext");
        assertThat(theirs.sparkContext().isStopped()).isFalse();
        assertThat(theirs.range(3).count()).isEqualTo(3);
    }
}
