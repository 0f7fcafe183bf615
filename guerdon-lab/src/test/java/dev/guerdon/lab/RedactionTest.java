package dev.guerdon.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RedactionTest {

    @Test
    void valuesWithTheNameOfASecretAreHidden() {
        assertThat(Redaction.of(Map.of("api_key", "abc", "temperature", "0", "max_tokens", "100", "auth", "x")))
                .isEqualTo(Map.of("api_key", "***", "temperature", "0", "max_tokens", "100", "auth", "***"));
    }

    @Test
    void textsWithTheShapeOfASecretAreHidden() {
        assertThat(Redaction.of("openai-compatible:http://me:pass@host/v1#m"))
                .isEqualTo("openai-compatible:http://***@host/v1#m");
        assertThat(Redaction.of("use sk-abcdefgh12345678 here")).isEqualTo("use *** here");
        assertThat(Redaction.of("policy:webshop-rule")).isEqualTo("policy:webshop-rule");
    }
}
