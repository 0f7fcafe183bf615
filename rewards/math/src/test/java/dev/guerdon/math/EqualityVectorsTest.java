package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The recorded pairs of the SymPy-based reference with their labels of exact mathematics. */
class EqualityVectorsTest {

    @Test
    void everyLabelledPairGetsItsLabel() {
        List<String> misses = new ArrayList<>();
        int labelled = 0;
        for (Json line : Vectors.read("math_equal")) {
            if (line.find("truth").isEmpty()) {
                continue;
            }
            labelled++;
            if (verdict(line) != line.get("truth").asBoolean()) {
                misses.add(line.get("id").asString());
            }
        }
        assertThat(labelled).isGreaterThan(1000);
        assertThat(misses).isEmpty();
    }

    /** The exceptions are argued in docs/fidelity.md: rounding, units, sets in other notations, prose without a box. */
    @Test
    void unlabelledPairsAgreeWithTheReferenceButForTheDocumentedOnes() {
        List<String> misses = new ArrayList<>();
        for (Json line : Vectors.read("math_equal")) {
            if (line.find("truth").isEmpty()
                    && verdict(line) != (line.get("output").get("reward").asDouble() == 1.0)) {
                misses.add(line.get("id").asString());
            }
        }
        assertThat(misses)
                .containsExactly(
                        "me-0189", "me-0233", "me-0346", "me-0506", "me-0514", "me-0546", "me-0557", "me-0568",
                        "me-0586", "me-0630", "me-0718", "me-0798", "me-0800", "me-0801", "me-0827", "me-0891",
                        "me-0990", "me-1043", "me-1143", "me-1208", "me-1213", "me-1214", "me-1216", "me-1219",
                        "me-1509", "me-1528", "me-1556", "me-1603");
    }

    private static boolean verdict(Json line) {
        Json input = line.get("input");
        return MathEquality.exact()
                .equal(
                        input.get("final_response").asString(),
                        input.get("answer").asString());
    }
}
