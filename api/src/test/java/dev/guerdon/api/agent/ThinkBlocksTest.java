package dev.guerdon.api.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ThinkBlocksTest {

    @Test
    void whatIsThoughtIsNotSaid() {
        assertThat(ThinkBlocks.removed("a <think>b</think> c")).isEqualTo("a  c");
        assertThat(ThinkBlocks.removed("a <THINK>b</Think> c <thinking>d</thinking>e"))
                .isEqualTo("a  c e");
        assertThat(ThinkBlocks.removed("a <think>b")).isEqualTo("a ");
        assertThat(ThinkBlocks.removed("a</think>b")).isEqualTo("b");
        assertThat(ThinkBlocks.removed("<think>a <think>b</think> c")).isEqualTo(" c");
        assertThat(ThinkBlocks.removed("a</think>b</think>c")).isEqualTo("c");
    }

    @Test
    void whatHasNoTagIsTheSame() {
        String text = "1 < 2, <b>bold</b>, <thinker>";
        assertThat(ThinkBlocks.removed(text)).isSameAs(text);
    }

    @Test
    void manyTagsTakeTimeInProportion() {
        String text = "<think>a</think>".repeat(200_000) + "<".repeat(200_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(10),
                () -> assertThat(ThinkBlocks.removed(text)).hasSize(200_000));
    }
}
