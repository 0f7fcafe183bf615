package dev.guerdon.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.lab.compare.SignFlipTest.Holm;
import org.junit.jupiter.api.Test;

class HolmTest {

    /** The worked example of the encyclopedia's article "Holm-Bonferroni method": the first and the last are rejected at 0.05. */
    @Test
    void fourHypotheses() {
        assertThat(Holm.adjust(0.01, 0.04, 0.03, 0.005))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    }

    @Test
    void neverAboveOneAndNeverOutOfOrder() {
        assertThat(Holm.adjust(0.6, 0.5, 0.9)).containsExactly(1, 1, 1);
        assertThat(Holm.adjust(0.012)).containsExactly(0.012);
        assertThat(Holm.adjust()).isEmpty();
    }
}
