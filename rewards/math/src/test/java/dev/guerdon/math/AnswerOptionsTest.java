package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The options of a task, through the registry as a user calls the reward. */
class AnswerOptionsTest {

    private static final Registry REGISTRY = Registry.discover();

    private static Score score(String response, Object answer, Map<String, Object> math) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("answer", answer);
        if (!math.isEmpty()) {
            fields.put("math", math);
        }
        try (Scorer scorer = Scorer.create()) {
            return scorer.score(REGISTRY.reward("math_equal_reward"), Sample.of("1", response, List.of(), fields));
        }
    }

    private static double value(Score score) {
        return score instanceof Score.Scored scored ? scored.result().reward() : Double.NaN;
    }

    private static double reward(String response, Object answer, Map<String, Object> math) {
        return value(score(response, answer, math));
    }

    @Test
    void extractionIsChosenByName() {
        String response =
                "first \\boxed{1}, then \\boxed{2}\n**3**\n<answer>4</answer>\n#### 5\nThe final answer is 6\nso 7";
        Map<String, String> found = Map.of(
                "last-boxed",
                "2",
                "bold",
                "3",
                "answer-tag",
                "4",
                "hashes",
                "5",
                "final-answer",
                "6",
                "last-number",
                "7");
        found.forEach((name, answer) -> assertThat(reward(response, answer, Map.of("extraction", name)))
                .as(name)
                .isEqualTo(1.0));
        assertThat(reward(response, "2", Map.of("extraction", "boxed"))).isZero();
        assertThat(reward("\\boxed{2} and again \\boxed{2}", "2", Map.of("extraction", "boxed")))
                .isEqualTo(1.0);
        assertThat(reward("one\n2\n", "2", Map.of("extraction", "last-line"))).isEqualTo(1.0);
        assertThat(reward("it came to 12 in the end", "12", Map.of("extraction", "auto")))
                .isEqualTo(1.0);
    }

    @Test
    void toleranceIsAbsoluteRelativeOrInDigits() {
        assertThat(reward("3.15", "3.14", Map.of())).isZero();
        assertThat(reward("3.15", "3.14", Map.of("absolute", 0.02))).isEqualTo(1.0);
        assertThat(reward("3.15", "3.14", Map.of("relative", 0.01))).isEqualTo(1.0);
        assertThat(reward("3.1416", "\\pi", Map.of("digits", 5))).isEqualTo(1.0);
        assertThat(reward("3.1417", "\\pi", Map.of("digits", 5))).isZero();
    }

    @Test
    void orderUnitsAndLocaleAreChosen() {
        assertThat(reward("2, 1", "1, 2", Map.of())).isZero();
        assertThat(reward("2, 1", "1, 2", Map.of("order", "any"))).isEqualTo(1.0);
        assertThat(reward("5", "5 cm", Map.of("units", "required"))).isZero();
        assertThat(reward("5 m", "5 cm", Map.of("units", "ignored"))).isEqualTo(1.0);
        assertThat(reward("1.234,5", "1234,5", Map.of("locale", "comma"))).isEqualTo(1.0);
    }

    @Test
    void aListOfAnswersMeansAnyOfThem() {
        assertThat(reward("\\boxed{3}", List.of("2", "3"), Map.of())).isEqualTo(1.0);
        assertThat(reward("\\boxed{4}", List.of("2", "3"), Map.of())).isZero();
    }

    @Test
    void severalBoxesAreCountedAndWhatExceedsALimitSaysWhy() {
        assertThat(score("\\boxed{1} \\boxed{2}", "2", Map.of()))
                .isInstanceOfSatisfying(
                        Score.Scored.class,
                        scored -> assertThat(scored.result().extras()).containsEntry("boxes", 2));
        String deep = "\\boxed{" + "(".repeat(401) + "1" + ")".repeat(401) + "}";
        assertThat(score(deep, "1", Map.of())).isInstanceOfSatisfying(Score.Scored.class, scored -> {
            assertThat(scored.result().reward()).isZero();
            assertThat(scored.result().extras()).containsKey("reason");
        });
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThat(score("1", "1", Map.of("tolerance", 3)).toString())
                .contains("tolerance")
                .contains("relative");
        assertThat(score("1", "1", Map.of("extraction", "box")).toString()).contains("last-boxed");
    }

    @Test
    void optionsOfTheNameHoldForAllSamplesAndTheSampleWins() {
        Sample plain = Sample.of("1", "so **3.14**", List.of(), Map.of("answer", "3.1416"));
        Sample strict =
                Sample.of("2", "so **3.14**", List.of(), Map.of("answer", "3.1416", "math", Map.of("digits", 5)));
        try (Scorer scorer = Scorer.create()) {
            var reward = REGISTRY.reward("math_equal_reward(extraction=bold, digits=3)");
            assertThat(value(scorer.score(reward, plain))).isEqualTo(1.0);
            assertThat(value(scorer.score(reward, strict))).isZero();
        }
        assertThat(REGISTRY.rewards().stream()
                        .filter(reward -> reward.optionNames().contains("extraction"))
                        .count())
                .isEqualTo(4);
        assertThatThrownBy(() -> REGISTRY.reward("math_equal_reward(extraction=blod)"))
                .hasMessageContaining("blod");
        assertThatThrownBy(() -> REGISTRY.reward("math_equal_reward(digit=3)"))
                .hasMessageContaining("did you mean 'digits'?");
    }
}
