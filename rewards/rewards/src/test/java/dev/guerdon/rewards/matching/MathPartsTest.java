package dev.guerdon.rewards.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.rewards.Vectors;
import dev.guerdon.rewards.Vectors.Case;
import dev.guerdon.rewards.matching.Gsm8kAnswer.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MathPartsTest {

    static Stream<Case> stripped() {
        return Vectors.of("verl_math.jsonl", "verl:math.strip_string");
    }

    @ParameterizedTest
    @MethodSource("stripped")
    void stripsAsTheReference(Case one) {
        assertThat(MathText.strip(one.input().get("string").asString()))
                .isEqualTo(one.output().find("stripped").map(Json::asString));
    }

    static Stream<Case> normalized() {
        return Vectors.of("verl_math_dapo.jsonl", "verl:math_dapo.normalize");
    }

    @ParameterizedTest
    @MethodSource("normalized")
    void normalizesAsTheReference(Case one) {
        assertThat(DapoAnswer.normalize(one.input().get("answer").asString()))
                .isEqualTo(one.output().get("normalized").asString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "#### 18.00 | 18 | 1",
                "#### 18. | 18 | 1",
                "#### 1,234,567 | 1234567 | 1",
                "#### 12,34,567 | 1234567 | 1",
                "#### -0 | 0 | 1",
                "#### 18 | $18 | 1",
                "#### 18 | He has 20 - 2. #### 18 | 1",
                "#### 1,2,3 | 123 | 0",
                "#### 181 | 18 | 0",
                "#### 1.8.0 | 1.8 | 0",
                "18 | 18 | 0",
                "#### 18 #### 19 | 18 | 0",
            })
    void wordProblemsAreComparedByValue(String response, String gold, double reward) {
        assertThat(ours(response, gold, Method.STRICT).reward()).isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "The answer is 72. | 72 | 1",
                "It costs $1,250.50. | 1250.5 | 1",
                "so 12, then 13 ... | 13 | 1",
                "no number ... , | 0 | 0",
            })
    void theLastNumberCountsWhereTheMethodIsFlexible(String response, String gold, double reward) {
        assertThat(ours(response, gold, Method.FLEXIBLE).reward()).isEqualTo(reward);
    }

    @Test
    void responsesWithoutANumberSayWhy() {
        assertThat(ours("eighteen", "18", Method.STRICT).extras()).containsEntry("reason", "no number after ####");
        assertThat(ours("#### 1.2.3", "18", Method.STRICT).extras()).containsEntry("reason", "not a number: 1.2.3");
    }

    @Test
    void goldThatIsNoNumberIsUnscored() {
        assertThatThrownBy(() -> ours("#### 18", "x + 1", Method.STRICT))
                .isInstanceOfSatisfying(
                        UnscoredException.class, e -> assertThat(e.reason()).isEqualTo(Score.Reason.MISSING_FIELD))
                .hasMessageContaining("needs a number as gold answer, found 'x + 1'");
    }

    @Test
    void theEndIsCountedInCodePoints() {
        String wide = "𝟙".repeat(290);

        assertThat(Gsm8kAnswer.extract("#### 7" + wide, Method.STRICT)).isEqualTo("7");
        assertThat(Gsm8kAnswer.extract("#### 7" + "𝟙".repeat(295), Method.STRICT))
                .isNull();
        assertThat(DapoAnswer.verify("Answer: 7\n" + wide, "7", false).correct())
                .isTrue();
    }

    @Test
    void longGoldAnswersAreNormalisedInLinearTime() {
        String hostile = "\\text{".repeat(100_000) + "\n" + "\\boxed{".repeat(100_000) + "\nfracfrac".repeat(50_000);

        assertThat(DapoAnswer.normalize(hostile)).isNotEmpty();
    }

    private static RewardResult ours(String response, String gold, Method method) {
        return MathAnswerRewards.gsm8k(
                Optional.empty(),
                Optional.of(response),
                Optional.empty(),
                Optional.of(new Json(gold)),
                method.name(),
                0);
    }
}
