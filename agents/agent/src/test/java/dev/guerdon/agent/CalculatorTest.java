package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalculatorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1+2*3|7",
                "(1+2)*3|9",
                "0.1+0.2|0.3",
                "1/3*3|1",
                "1/3|0.3333333333333333333333333333333333",
                "2/8|0.25",
                "-2^2|-4",
                "(-2)^2|4",
                "2^-2|0.25",
                "2^3^2|512",
                "2**10|1024",
                "7 % 4|3",
                "-7 % 4|1",
                "200 * 15%|30",
                "(10%)|0.1",
                "50% + 1|1.5",
                "sqrt(16)|4",
                "sqrt(2)|1.414213562373095048801688724209698",
                "4^0.5|2",
                "round(2.5)|3",
                "round(3.14159, 2)|3.14",
                "floor(-1.5)|-2",
                "ceil(1.2)|2",
                "min(3, 1, 2)|1",
                "max(3, sum(1, 2, 4))|7",
                "abs(-3.50)|3.5",
                "1_000 * 3|3000",
                "1e3 + 1.5E-3|1000.0015",
                "2 × 3 ÷ 4 − 1|0.5",
                "pi|3.141592653589793238462643383279503",
                "2^100|1267650600228229401496703205376",
                "0 * 5|0",
                "10^80|1E+80",
                "--3|3",
            })
    void computes(String expression, String expected) {
        assertThat(Calculator.compute(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "1/0|division by zero",
                "1 +|found the end",
                "(1|expected ')'",
                "2 2|expected an operator or the end at character 3, found '2'",
                "1,000 + 1|write 1000 or 1_000",
                "sqrt(1,000)|write 1000 or 1_000",
                "foo(1)|there is no 'foo'",
                "x|there is no 'x'",
                "1.2.3|'1.2.3' is not a number",
                "2^0.3|whole number",
                "9^9999|too large",
                "9^9999999999|exponent must be",
                "1e99999999|exponent of a number",
                "sqrt(-1)|negative",
                "~~|found the end",
            })
    void explainsWhatItCannotCompute(String expression, String expected) {
        assertThatThrownBy(() -> Calculator.compute(expression))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void staysBoundedWhateverIsWritten() {
        assertThatThrownBy(() -> Calculator.compute("1".repeat(2_000))).hasMessageContaining("at most 1000");
        assertThatThrownBy(() -> Calculator.compute("(".repeat(900))).hasMessageContaining("nested");
        assertThatThrownBy(() -> Calculator.compute("-".repeat(900))).hasMessageContaining("nested");
        assertThatThrownBy(() -> Calculator.compute("2^".repeat(400) + "2")).isInstanceOf(GuerdonException.class);
        Random dice = new Random(1);
        String alphabet = "0123456789.+-*/%^(),eE piminsqrt_";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = dice.nextInt(30);
            for (int j = 0; j < length; j++) {
                text.append(alphabet.charAt(dice.nextInt(alphabet.length())));
            }
            try {
                assertThat(Calculator.compute(text.toString())).isNotEmpty();
            } catch (GuerdonException e) {
                assertThat(e).hasMessageMatching("(?s).+");
            }
        }
    }
}
