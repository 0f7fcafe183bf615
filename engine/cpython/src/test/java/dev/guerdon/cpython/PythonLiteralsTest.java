package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PythonLiteralsTest {

    @Test
    void readsWhatLiteralEvalReads() {
        assertThat(PythonLiterals.eval("[1, -2.5, 'a' \"b\", None, True, {'k': (1,)}, (2), ()]"))
                .isEqualTo(Arrays.asList(
                        1, -2.5, "ab", null, true, Map.of("k", PythonTuple.of(1)), 2, new PythonTuple(List.of())));
        assertThat(PythonLiterals.eval("1, 2")).isEqualTo(PythonTuple.of(1, 2));
        assertThat(PythonLiterals.eval("0x_ff")).isEqualTo(255);
        assertThat(PythonLiterals.eval("1_000.5e1_0")).isEqualTo(1_000.5e10);
        assertThat(PythonLiterals.eval("-(9223372036854775808)")).isEqualTo(Long.MIN_VALUE);
        assertThat(PythonLiterals.eval("r'\\n' u'\\u00e9\\N{BULLET}\\101'")).isEqualTo("\\né•A");
        assertThat(PythonLiterals.eval(" # nothing\n'''a\r\nb'''  # that is all\n"))
                .isEqualTo("a\nb");
        assertThat(PythonLiterals.eval("[".repeat(200) + "]".repeat(200))).isInstanceOf(List.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "#",
                "a",
                "1 2",
                "--1",
                "+True",
                "007",
                "1__0",
                "0x",
                "1_",
                "[1,,]",
                "(,)",
                "'a\nb'",
                "'''a'",
                "'\\x4'",
                "'a'\n'b'",
                "\n 1",
                "1\n2",
                "ur'a'",
                "f'a'",
                "{'a': 1, **{}}",
                "[x for x in []]",
                "__import__('os')",
                "'\\",
                "1 +1",
                "\u00a01",
                "'\0'",
                "'\ud800'"
            })
    void refusesWhatLiteralEvalRefuses(String text) {
        assertThatThrownBy(() -> PythonLiterals.eval(text)).isInstanceOf(PythonException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b'a'", "{1}", "{1: 2}", "2j", "1+2j", "...", "set()"})
    void refusesWhatIsNoPlainValue(String text) {
        assertThatThrownBy(() -> PythonLiterals.eval(text)).isInstanceOf(PythonException.class);
    }

    @Test
    void saysWhereALiteralEnds() {
        assertThatThrownBy(() -> PythonLiterals.eval("['a', b]"))
                .hasMessage("expected a Python literal, found 'b]' at position 6");
        assertThatThrownBy(() -> PythonLiterals.eval("[".repeat(201) + "]".repeat(201)))
                .hasMessage("too many nested parentheses");
    }

    @Test
    void looseValuesKeepTheWaysOfTheActionGrammar() {
        int[] text = "(1) 007 '''a'".codePoints().toArray();
        PythonLiterals literals = PythonLiterals.loose(text);
        assertThat(literals.value(0, 1)).isEqualTo(3);
        assertThat(literals.value()).isEqualTo(PythonTuple.of(1));
        assertThat(literals.value(4, 1)).isEqualTo(7);
        assertThat(literals.value()).isEqualTo(7);
        assertThat(literals.value(8, 1)).isEqualTo(10);
        assertThat(literals.value()).isEqualTo("");
    }
}
