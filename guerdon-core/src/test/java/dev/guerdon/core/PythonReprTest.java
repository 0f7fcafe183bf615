package dev.guerdon.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PythonReprTest {

    @Test
    void showsTextAsPythonDoes() {
        assertThat(PythonRepr.of("There's nothing")).isEqualTo("\"There's nothing\"");
        assertThat(PythonRepr.of("a\n\t\\b\u0007")).isEqualTo("'a\\n\\t\\\\b\\x07'");
        assertThat(PythonRepr.of("'\"")).isEqualTo("'\\'\"'");
        assertThat(PythonRepr.of("é\u00a0\u200b\ud83d\ude80")).isEqualTo("'é\\xa0\\u200b\ud83d\ude80'");
    }
}
