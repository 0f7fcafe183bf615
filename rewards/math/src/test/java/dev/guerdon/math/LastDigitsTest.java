package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LastDigitsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "The answer is 42.",
                "so 6*7 = 42.\n\n42",
                "That makes 36 + 6.\n\n42",
                "</think> 42",
            })
    void aResponseEndsWithTheNumber(String response) {
        assertThat(LastDigits.are("42", response)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "41, 42",
                "41\n42",
                "41. 42.",
                "1) 41\n2) 42",
                "it is 142",
                "not 42",
                "41 or 42",
                "4.42",
                "<think>42",
            })
    void digitsOfAListOrADenialAreNoAnswer(String response) {
        assertThat(LastDigits.are("42", response)).isFalse();
    }
}
