package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class PythonStringsTest {

    private final Map<?, ?> tables = (Map<?, ?>) Vectors.json("unicode_tables.json");

    @Test
    void whiteSpaceAndWordCharactersAreThoseOfTheRecordedPython() {
        assertThat(where(PythonStrings::isSpace)).isEqualTo(recorded("isspace_split"));
        assertThat(where(PythonStrings::isWord)).isEqualTo(recorded("re_word"));
    }

    @Test
    void lowerCaseIsUnicode14() {
        // U+A7DC has been a capital letter since Unicode 16, U+2C2F and U+A7D0 since 14.
        assertThat(PythonStrings.lower("\uA7DC")).isEqualTo("\uA7DC");
        assertThat(PythonStrings.lower("\u2C2F\uA7D0")).isEqualTo("\u2C5F\uA7D1");
        assertThat(PythonStrings.lower("ÀÉĀŸǄ\u212A\uD801\uDC00")).isEqualTo("àéāÿǆk\uD801\uDC28");
    }

    @Test
    void lowerCaseOfDottedCapitalIIsTwoCharacters() {
        assertThat(PythonStrings.lower("\u0130I")).isEqualTo("i\u0307i");
    }

    @Test
    void sigmaAtTheEndOfAWordIsFinal() {
        assertThat(PythonStrings.lower("ΟΔΟΣ")).isEqualTo("οδος");
        assertThat(PythonStrings.lower("ΣΑΣ.Σ Σ")).isEqualTo("σασ.ς σ");
        assertThat(PythonStrings.lower("ΟΣ\u0301Α ΟΣ\u0301")).isEqualTo("οσ\u0301α ος\u0301");
    }

    @Test
    void loneSurrogatesStay() {
        assertThat(PythonStrings.lower("A\uD800B")).isEqualTo("a\uD800b");
        assertThat(PythonStrings.isWord(0xD800)).isFalse();
    }

    @Test
    void stripKnowsPythonsWhiteSpace() {
        assertThat(PythonStrings.strip("\u001C\u00A0 x\u2003y \u0085\u3000")).isEqualTo("x\u2003y");
        assertThat(PythonStrings.strip("\u200Bx\uFEFF")).isEqualTo("\u200Bx\uFEFF");
    }

    @Test
    void stripsEverySpaceThatPythonKnows() {
        assertThat(PythonStrings.strip("\u00a0\u2007 a b\u202f\u0085\u001c")).isEqualTo("a b");
        assertThat(PythonStrings.strip("\u200ba")).isEqualTo("\u200ba");
        assertThat(PythonStrings.strip(" \u3000")).isEmpty();
    }

    @Test
    void splitKnowsPythonsWhiteSpace() {
        assertThat(PythonStrings.split("\u3000a\u00a0b \n c\u200bd ")).containsExactly("a", "b", "c\u200bd");
        assertThat(PythonStrings.split(" \u0085")).isEmpty();
    }

    @Test
    void comparesByCodePoints() {
        List<String> ordered =
                List.of("", "a", "ab", "b", "\uD83D", "\uD83Dx", "\uFFFD", "\uD83D\uDE00", "\uD83D\uDE00a");

        for (int i = 0; i < ordered.size(); i++) {
            for (int j = 0; j < ordered.size(); j++) {
                assertThat(Integer.signum(PythonStrings.compare(ordered.get(i), ordered.get(j))))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    private static BitSet where(IntPredicate test) {
        BitSet found = new BitSet();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            found.set(c, test.test(c));
        }
        return found;
    }

    private BitSet recorded(String name) {
        BitSet found = new BitSet();
        for (Object range : (List<?>) Objects.requireNonNull(tables.get(name))) {
            List<?> ends = (List<?>) range;
            found.set(((Number) ends.getFirst()).intValue(), ((Number) ends.getLast()).intValue() + 1);
        }
        return found;
    }
}
