package dev.guerdon.cpython;

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
        assertThat(PythonRepr.of(new PythonTuple(List.of(1, "b")))).isEqualTo("(1, 'b')");
        assertThat(PythonRepr.of(new PythonTuple(List.of(1)))).isEqualTo("(1,)");
        assertThat(PythonRepr.of(new PythonTuple(List.of()))).isEqualTo("()");
    }

    @Test
    void escapesWhatUnicode14DoesNotKnow() {
        // U+1FAE8, a shaking face, came with Unicode 15; U+1FAE7, bubbles, with 14.
        assertThat(PythonRepr.of("\ud83e\udee7\ud83e\udee8")).isEqualTo("'\ud83e\udee7\\U0001fae8'");
    }
}
