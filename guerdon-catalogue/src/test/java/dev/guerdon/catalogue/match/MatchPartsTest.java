package dev.guerdon.catalogue.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.catalogue.Vectors;
import dev.guerdon.catalogue.Vectors.Case;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
        assertThat(Decimals.parse("1e999999999")).isEqualTo(Decimals.parse("10e999999998"));
        assertThat(Decimals.parse("1e999999999")).isNotEqualTo(Decimals.parse("1e999999998"));
        assertThat(Decimals.parse("-0.0")).isEqualTo(Decimals.parse("0"));
        assertThat(Decimals.parse(" ٣_0.50 ")).isEqualTo(Decimals.parse("30.5"));
        assertThat(Decimals.parse("1e99999999999999999999")).isEmpty();
        assertThat(Decimals.parse("nan")).isEmpty();
    }
}
