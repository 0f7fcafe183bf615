package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.AssistantBench.Scored;
import dev.guerdon.rewards.RecordedCalls.Case;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AssistantBenchTest {

    static Stream<Case> cases() {
        return RecordedCalls.cases("assistantbench.jsonl");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recordedScoresAgree(Case one) {
        Scored found = AssistantBench.score(
                value(one.input().get("prediction")),
                Objects.requireNonNull(value(one.input().get("gold_answer"))));
        if (one.failed()) {
            assertThat(found.accuracy()).isEqualTo(0.0);
            assertThat(found.failure()).isNotNull();
        } else {
            double recorded =
                    ((Number) Objects.requireNonNull(value(one.output().get("accuracy")))).doubleValue();
            assertThat(found.accuracy()).isCloseTo(Math.clamp(recorded, 0.0, 1.0), within(1e-12));
            assertThat(found.hasAnswer()).isEqualTo(one.output().get("has_ans").asDouble() == 1);
            assertThat(found.failure()).isNull();
        }
    }

    @Test
    void whereTheBenchmarkFailsTheRewardIsZeroAndSaysWhy() {
        RewardResult result = reward("[45]", "14.2");

        assertThat(result.reward()).isEqualTo(0.0);
        assertThat(result.extras())
                .containsEntry("has_ans", 1.0)
                .containsEntry("reason", "a list cannot be compared with a number: [45.0]");
    }

    @Test
    void wrongAnswersToNegativeGoldNeverPayMoreThanOne() {
        assertThat(reward("-1", "-45").reward()).isEqualTo(1.0);
        assertThat(reward("-Infinity", "-45").reward()).isBetween(0.0, 1.0);
    }

    @Test
    void commaIsADecimalPoint() {
        assertThat(reward("850,000", "850000").reward()).isEqualTo(0.0);
        assertThat(reward("850,000", "850").reward()).isEqualTo(1.0);
    }

    @Test
    void goldMayBeANumberAnObjectOrUnderItsOtherName() {
        assertThat(AnswerRewards.assistantBench("20", Optional.of(new Json(20)), Optional.empty())
                        .reward())
                .isEqualTo(1.0);
        assertThat(AnswerRewards.assistantBench("{\"a\": 5}", Optional.of(new Json(Map.of("a", 5))), Optional.empty())
                        .reward())
                .isEqualTo(1.0);
        assertThat(AnswerRewards.assistantBench("20", Optional.empty(), Optional.of(new Json("20")))
                        .reward())
                .isEqualTo(1.0);
    }

    @Test
    void missingGoldIsUnscored() {
        assertThatThrownBy(() -> AnswerRewards.assistantBench("20", Optional.empty(), Optional.empty()))
                .isInstanceOf(UnscoredException.class)
                .hasMessageContaining("'answer' or 'gold_answer'");
    }

    @Test
    void deeplyNestedAnswersAreHarmless() {
        assertThat(reward("[".repeat(100_000), "x").reward()).isEqualTo(0.0);
        assertThat(reward("[".repeat(900) + "]".repeat(900), "x").reward()).isEqualTo(0.0);
    }

    private static RewardResult reward(String response, String gold) {
        return AnswerRewards.assistantBench(response, Optional.of(new Json(gold)), Optional.empty());
    }

    /** The plain value, with recorded infinities and NaN put back. */
    private static @Nullable Object value(Json json) {
        if (json.find("$float").isPresent()) {
            return switch (json.get("$float").asString()) {
                case "nan" -> Double.NaN;
                case "inf" -> Double.POSITIVE_INFINITY;
                default -> Double.NEGATIVE_INFINITY;
            };
        }
        if (json.isList()) {
            List<@Nullable Object> list = new ArrayList<>();
            json.asList().forEach(element -> list.add(value(element)));
            return list;
        }
        if (json.isObject()) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            json.asMap().forEach((name, member) -> map.put(name, value(new Json(member))));
            return map;
        }
        return json.value();
    }
}
