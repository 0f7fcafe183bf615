package dev.guerdon.rewards.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.rewards.Vectors;
import dev.guerdon.rewards.Vectors.Case;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatchPartsTest {

    static Stream<Case> extracted() {
        return Vectors.of("reasoning_gym.jsonl", "reasoning_gym:extract_answer");
    }

    @ParameterizedTest
    @MethodSource("extracted")
    void answersAreExtractedAsByReasoningGym(Case one) {
        String completion = one.input().get("completion").asString();
        boolean strip = one.input().get("strip").asBoolean();

        assertThat(Optional.ofNullable(AnswerTags.lastUnpadded(completion, strip)))
                .isEqualTo(one.output().find("answer").map(Json::asString));
    }

    @Test
    void decimalsOfAnySizeAreComparedWithoutWritingThemOut() {
        assertThat(PythonDecimals.parse("1e999999999")).isEqualTo(PythonDecimals.parse("10e999999998"));
        assertThat(PythonDecimals.parse("1e999999999")).isNotEqualTo(PythonDecimals.parse("1e999999998"));
        assertThat(PythonDecimals.parse("-0.0")).isEqualTo(PythonDecimals.parse("0"));
        assertThat(PythonDecimals.parse(" ٣_0.50 ")).isEqualTo(PythonDecimals.parse("30.5"));
        assertThat(PythonDecimals.parse("1e99999999999999999999")).isEmpty();
        assertThat(PythonDecimals.parse("nan")).isEmpty();
    }

    @Test
    @Timeout(10)
    void textCommandsInEachOtherAreUnwrappedInOnePass() {
        int depth = 300_000;

        assertThat(BoxedText.unwrapped("\\text{ ".repeat(depth) + "B" + " }".repeat(depth)))
                .isEqualTo("B");
        assertThat(BoxedText.unwrapped("\\text{a} and \\text{b")).isEqualTo("\\text{a} and \\text{b");
        assertThat(BoxedText.unwrapped("\\text{}")).isEmpty();
    }
}
