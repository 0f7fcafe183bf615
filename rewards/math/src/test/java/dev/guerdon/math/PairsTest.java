package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own pairs, one to a line: T or F, a response, two bars, the expected answer. */
class PairsTest {

    @ParameterizedTest
    @ValueSource(strings = {"/pairs.txt", "/sound.txt"})
    void everyPairGetsItsLabel(String file) throws IOException {
        List<String> misses = new ArrayList<>();
        try (InputStream in = PairsTest.class.getResourceAsStream(file)) {
            assertThat(in).isNotNull();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                int bars = line.indexOf(" || ");
                boolean expected = line.startsWith("T ");
                if (MathEquality.exact().equal(line.substring(2, bars), line.substring(bars + 4)) != expected) {
                    misses.add(line);
                }
            }
        }
        assertThat(misses).isEmpty();
    }

    @Test
    void toleranceCountsOnlyWhereAskedFor() {
        MathEquality exact = MathEquality.exact();
        MathEquality tolerant = exact.tolerating(1e-6);
        assertThat(exact.equal("3.1415927", "\\pi")).isFalse();
        assertThat(tolerant.equal("3.1415927", "\\pi")).isTrue();
        assertThat(tolerant.equal("3.1415", "\\pi")).isFalse();
        assertThat(tolerant.equal("1000.0001", "1000")).isTrue();
        assertThat(tolerant.equal("(0.3333333,2)", "(\\frac13,2)")).isTrue();
        assertThat(tolerant.equal("x+0.0000001", "x")).isFalse();
    }
}
