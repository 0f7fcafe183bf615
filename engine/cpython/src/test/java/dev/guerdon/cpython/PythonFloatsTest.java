package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonFloatsTest {

    @ParameterizedTest
    @CsvSource({
        "5, 5.0",
        "-0, -0.0",
        "1e16, 1e+16",
        "123456789012345678, 1.2345678901234568e+17",
        "9999999999999998, 9999999999999998.0",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "0.1, 0.1",
        "5e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "1e22, 1e+22",
        "2e-7, 2e-07",
        "infinity, inf",
        "-INF, -inf",
        "nan, nan",
        "1_000.5, 1000.5",
        "１２, 12.0",
        "'\u00A0 7\u2003', 7.0",
        ".5, 0.5",
        "5., 5.0",
        "1e400, inf",
    })
    void readsAndWritesAsPython(String text, String written) {
        assertThat(PythonFloats.repr(PythonFloats.parse(text).orElseThrow())).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ".", "e5", "1e", "_1", "1_", "1__0", "1_.5", "0x10", "1f", "1d", "½", "五", "+-1", "1 2", "in", "--1"
            })
    void refusesWhatPythonRefuses(String text) {
        assertThat(PythonFloats.parse(text)).isEmpty();
    }

    @Test
    void digitsOfEveryScriptCount() {
        assertThat(PythonFloats.parse("\uD835\uDFD8\uD835\uDFD9٣").orElseThrow())
                .isEqualTo(13.0);
    }

    @Test
    void showsNumbersAsPythonDoes() {
        assertThat(PythonFloats.repr(0.1f)).isEqualTo("0.10000000149011612");
        assertThat(PythonFloats.repr(1e-5)).isEqualTo("1e-05");
        assertThat(PythonFloats.repr(1e16)).isEqualTo("1e+16");
        assertThat(PythonFloats.repr(123456789012345680.0)).isEqualTo("1.2345678901234568e+17");
        assertThat(PythonFloats.repr(-0.0)).isEqualTo("-0.0");
        assertThat(PythonFloats.repr(Double.MIN_VALUE)).isEqualTo("5e-324");
        assertThat(PythonFloats.repr(100)).isEqualTo("100.0");
    }

    @Test
    void roundsHalvesToTheEvenDigit() {
        assertThat(PythonFloats.fixed(0.5, 0)).isEqualTo("0");
        assertThat(PythonFloats.fixed(1.5, 0)).isEqualTo("2");
        assertThat(PythonFloats.fixed(-0.4, 0)).isEqualTo("-0");
        assertThat(PythonFloats.fixed(2.675, 2)).isEqualTo("2.67");
    }
}
