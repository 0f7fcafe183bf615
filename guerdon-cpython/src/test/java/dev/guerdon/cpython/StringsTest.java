package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class StringsTest {

    private final Map<?, ?> tables = (Map<?, ?>) Vectors.json("unicode_tables.json");

    @Test
    void whiteSpaceAndWordCharactersAreThoseOfTheRecordedPython() {
        assertThat(where(Strings::isSpace)).isEqualTo(recorded("isspace_split"));
        assertThat(where(Strings::isWord)).isEqualTo(recorded("re_word"));
    }

    @Test
    void lowerCaseIsUnicode14() {
        // U+A7DC has been a capital letter since Unicode 16, U+2C2F and U+A7D0 since 14.
        assertThat(Strings.lower("\uA7DC")).isEqualTo("\uA7DC");
        assertThat(Strings.lower("\u2C2F\uA7D0")).isEqualTo("\u2C5F\uA7D1");
        assertThat(Strings.lower("ÀÉĀŸǄ\u212A\uD801\uDC00")).isEqualTo("àéāÿǆk\uD801\uDC28");
    }

    @Test
    void lowerCaseOfDottedCapitalIIsTwoCharacters() {
        assertThat(Strings.lower("\u0130I")).isEqualTo("i\u0307i");
    }

    @Test
    void sigmaAtTheEndOfAWordIsFinal() {
        assertThat(Strings.lower("ΟΔΟΣ")).isEqualTo("οδος");
        assertThat(Strings.lower("ΣΑΣ.Σ Σ")).isEqualTo("σασ.ς σ");
        assertThat(Strings.lower("ΟΣ\u0301Α ΟΣ\u0301")).isEqualTo("οσ\u0301α ος\u0301");
    }

    @Test
    void loneSurrogatesStay() {
        assertThat(Strings.lower("A\uD800B")).isEqualTo("a\uD800b");
        assertThat(Strings.isWord(0xD800)).isFalse();
    }

    @Test
    void stripKnowsPythonsWhiteSpace() {
        assertThat(Strings.strip("\u001C\u00A0 x\u2003y \u0085\u3000")).isEqualTo("x\u2003y");
        assertThat(Strings.strip("\u200Bx\uFEFF")).isEqualTo("\u200Bx\uFEFF");
    }

    @Test
    void stripsEverySpaceThatPythonKnows() {
        assertThat(Strings.strip("\u00a0\u2007 a b\u202f\u0085\u001c")).isEqualTo("a b");
        assertThat(Strings.strip("\u200ba")).isEqualTo("\u200ba");
        assertThat(Strings.strip(" \u3000")).isEmpty();
    }

    @Test
    void splitKnowsPythonsWhiteSpace() {
        assertThat(Strings.split("\u3000a\u00a0b \n c\u200bd ")).containsExactly("a", "b", "c\u200bd");
        assertThat(Strings.split(" \u0085")).isEmpty();
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
