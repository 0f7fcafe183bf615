package dev.guerdon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class CauseTextTest {

    private final NoSuchFileException missing = new NoSuchFileException("/a/b");

    @Test
    void pathThatIsAllACauseSaysGetsWords() {
        assertThat(CauseText.of("cannot read it: /a/b", new IllegalStateException(missing)))
                .isEqualTo("cannot read it: no such file: /a/b");
    }

    @Test
    void wordsThatAreThereAreNotSaidTwice() {
        String message = "cannot read it: " + CauseText.of(missing);
        assertThat(CauseText.of(message, new IllegalStateException(message, missing)))
                .isEqualTo(message);
    }
}
