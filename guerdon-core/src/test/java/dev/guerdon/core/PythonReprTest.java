package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PythonReprTest {

    @Test
    void showsTextAsPythonDoes() {
        assertThat(PythonRepr.of("There's nothing")).isEqualTo("\"There's nothing\"");
        assertThat(PythonRepr.of("a\n\t\\b\u0007")).isEqualTo("'a\\n\\t\\\\b\\x07'");
        assertThat(PythonRepr.of("'\"")).isEqualTo("'\\'\"'");
        assertThat(PythonRepr.of("é\u00a0\u200b\ud83d\ude80")).isEqualTo("'é\\xa0\\u200b\ud83d\ude80'");
    }

    @Test
    void showsPlainValuesAsPythonDoes() {
        assertThat(PythonRepr.of(Arrays.asList("12", 1, null, true, 1.5, Map.of("k", List.of()))))
                .isEqualTo("['12', 1, None, True, 1.5, {'k': []}]");
        assertThat(PythonRepr.of(new PythonRepr.Tuple(List.of(1, "b")))).isEqualTo("(1, 'b')");
        assertThat(PythonRepr.of(new PythonRepr.Tuple(List.of(1)))).isEqualTo("(1,)");
        assertThat(PythonRepr.of(new PythonRepr.Tuple(List.of()))).isEqualTo("()");
    }

    @Test
    void showsNumbersAsPythonDoes() {
        assertThat(PythonRepr.number(0.1f)).isEqualTo("0.10000000149011612");
        assertThat(PythonRepr.number(1e-5)).isEqualTo("1e-05");
        assertThat(PythonRepr.number(1e16)).isEqualTo("1e+16");
        assertThat(PythonRepr.number(123456789012345680.0)).isEqualTo("1.2345678901234568e+17");
        assertThat(PythonRepr.number(-0.0)).isEqualTo("-0.0");
        assertThat(PythonRepr.number(Double.MIN_VALUE)).isEqualTo("5e-324");
        assertThat(PythonRepr.number(100)).isEqualTo("100.0");
    }

    @Test
    void roundsHalvesToTheEvenDigit() {
        assertThat(PythonRepr.fixed(0.5, 0)).isEqualTo("0");
        assertThat(PythonRepr.fixed(1.5, 0)).isEqualTo("2");
        assertThat(PythonRepr.fixed(-0.4, 0)).isEqualTo("-0");
        assertThat(PythonRepr.fixed(2.675, 2)).isEqualTo("2.67");
    }

    @Test
    void stripsEverySpaceThatPythonKnows() {
        assertThat(PythonRepr.strip("\u00a0\u2007 a b\u202f\u0085\u001c")).isEqualTo("a b");
        assertThat(PythonRepr.strip("\u200ba")).isEqualTo("\u200ba");
        assertThat(PythonRepr.strip(" \u3000")).isEmpty();
    }
}
