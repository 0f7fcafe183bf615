package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded verdicts of Math-Verify. */
class VerifyVectorsTest {

    /** The exceptions are listed in docs/fidelity.md: a power with a decimal exponent, two percentages that 0.9 reads otherwise, and two texts on which Math-Verify times out. */
    @Test
    void everyVerdictAgreesButForTheDocumentedOnes() {
        List<String> misses = new ArrayList<>();
        for (Json line : Vectors.read("math_verify")) {
            Json input = line.get("input");
            boolean ours = MathVerify.accepts(
                    input.get("answer").asString(), input.get("final_response").asString());
            if (ours != line.get("output").get("wrapped").asBoolean()) {
                misses.add(line.get("id").asString());
            }
        }
        assertThat(misses).containsExactly("mv-0211", "mv-0866", "mv-1196", "mv-1579", "mv-1580");
    }

    @Test
    void goldAndPredictionAreNotInterchangeable() {
        assertThat(MathVerify.accepts("x>3", "(3,\\infty)")).isTrue();
        assertThat(MathVerify.accepts("(3,\\infty)", "x>3")).isFalse();
        assertThat(MathVerify.accepts("x=5", "5")).isTrue();
        assertThat(MathVerify.accepts("2x=10", "5")).isFalse();
    }

    @Test
    void decimalsAreComparedAtSixPlaces() {
        assertThat(MathVerify.accepts("\\frac{1}{3}", "0.333333")).isTrue();
        assertThat(MathVerify.accepts("\\frac{1}{3}", "0.33333")).isFalse();
        assertThat(MathVerify.accepts("\\pi", "3.141593")).isTrue();
        assertThat(MathVerify.accepts("2", "2.0000001")).isFalse();
    }
}
