package dev.guerdon.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.JsonCodec;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class PythonTextTest {

    private final Json tables = JsonCodec.read(Vectors.read("py_unicode_tables.json"), "py_unicode_tables.json");

    @Test
    void whiteSpaceAndWordCharactersAreThoseOfTheRecordedPython() {
        assertThat(where(PythonText::isSpace)).isEqualTo(recorded("isspace_split"));
        assertThat(where(PythonText::isWord)).isEqualTo(recorded("re_word"));
    }

    @Test
    void lowerCaseIsUnicode14() {
        // U+A7DC has been a capital letter since Unicode 16, U+2C2F and U+A7D0 since 14.
        assertThat(PythonText.lower("\uA7DC")).isEqualTo("\uA7DC");
        assertThat(PythonText.lower("\u2C2F\uA7D0")).isEqualTo("\u2C5F\uA7D1");
        assertThat(PythonText.lower("ÀÉĀŸǄ\u212A\uD801\uDC00")).isEqualTo("àéāÿǆk\uD801\uDC28");
    }

    @Test
    void lowerCaseOfDottedCapitalIIsTwoCharacters() {
        assertThat(PythonText.lower("\u0130I")).isEqualTo("i\u0307i");
    }

    @Test
    void sigmaAtTheEndOfAWordIsFinal() {
        assertThat(PythonText.lower("ΟΔΟΣ")).isEqualTo("οδος");
        assertThat(PythonText.lower("ΣΑΣ.Σ Σ")).isEqualTo("σασ.ς σ");
        assertThat(PythonText.lower("ΟΣ\u0301Α ΟΣ\u0301")).isEqualTo("οσ\u0301α ος\u0301");
    }

    @Test
    void loneSurrogatesStay() {
        assertThat(PythonText.lower("A\uD800B")).isEqualTo("a\uD800b");
        assertThat(PythonText.isWord(0xD800)).isFalse();
    }

    @Test
    void stripKnowsPythonsWhiteSpace() {
        assertThat(PythonText.strip("\u001C\u00A0 x\u2003y \u0085\u3000")).isEqualTo("x\u2003y");
        assertThat(PythonText.strip("\u200Bx\uFEFF")).isEqualTo("\u200Bx\uFEFF");
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
        for (Json range : tables.get(name).asList()) {
            found.set(
                    range.asList().getFirst().asInt(), range.asList().getLast().asInt() + 1);
        }
        return found;
    }
}
