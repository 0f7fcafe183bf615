package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Generated pairs with labels: right answers in other notations, and near misses. */
class GeneratedPairsTest {

    /** What is a matter of taste and chosen otherwise, by category; docs/fidelity.md says why. */
    private static final Map<String, Integer> CHOSEN_OTHERWISE =
            Map.of("base-n", 17, "decimal comma", 12, "multiple choice", 2, "times", 11, "y=mx+b", 2);

    @Test
    void everyPairGetsItsLabelButForMattersOfTaste() {
        List<String> paid = new ArrayList<>();
        List<String> unpaid = new ArrayList<>();
        Map<String, Integer> taste = new TreeMap<>();
        int all = 0;
        for (Json line : Vectors.read("math_generated")) {
            all++;
            Json input = line.get("input");
            boolean verdict = MathEquality.exact()
                    .equal(
                            input.get("final_response").asString(),
                            input.get("answer").asString());
            if (verdict == line.get("truth").asBoolean()) {
                continue;
            }
            if (line.get("convention").asBoolean()) {
                taste.merge(line.get("category").asString(), 1, Integer::sum);
            } else {
                (verdict ? paid : unpaid).add(line.get("id").asString() + " " + input.toString());
            }
        }
        int otherwise = taste.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf(
                "generated pairs: %d, agreement %.2f %%, wrong paid %d, right unpaid %d, chosen otherwise %d%n",
                all,
                100.0 * (all - paid.size() - unpaid.size() - otherwise) / all,
                paid.size(),
                unpaid.size(),
                otherwise);
        assertThat(all).isGreaterThan(4000);
        assertThat(paid).isEmpty();
        assertThat(unpaid).isEmpty();
        assertThat(taste).isEqualTo(new TreeMap<>(CHOSEN_OTHERWISE));
    }
}
