package dev.guerdon.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticQuestionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is 17 * 24 - 58?|17 * 24 - 58",
                "What is 15 percent of 260?|15 / 100 * 260",
                "Compute \\frac{3}{4} + \\frac{5}{6}.|((3)/(4)) + ((5)/(6))",
                "What is 2 to the power of 10, minus 24?|2 ^ 10 - 24",
                "12 trays hold 18 rolls each. 9 are broken. How many are left?|12 * 18 - 9",
                "Mira has 45 marbles and finds 17 more and wins 8.|45 + 17 + 8",
            })
    void arithmeticIsFoundInAQuestion(String question, String expression) {
        assertThat(ArithmeticQuestion.expression(question)).contains(expression);
    }

    @Test
    void questionWithoutNumbersHasNoArithmetic() {
        assertThat(ArithmeticQuestion.expression("Who are you?")).isEqualTo(Optional.empty());
    }
}
