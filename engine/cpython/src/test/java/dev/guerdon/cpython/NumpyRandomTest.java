package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NumpyRandomTest {

    @Test
    void drawsWhatRandomStateDraws() {
        // numpy.random.RandomState(42).randint(0, 100, 10)
        NumpyRandom random = new NumpyRandom(42);
        assertThat(IntStream.range(0, 10).map(i -> random.below(100)))
                .containsExactly(51, 92, 14, 71, 60, 20, 82, 86, 74, 74);
    }

    @Test
    void oneOutOfOneNeedsNoDraw() {
        NumpyRandom random = new NumpyRandom(42);
        assertThat(random.below(1)).isZero();
        assertThat(random.below(100)).isEqualTo(51);
    }
}
