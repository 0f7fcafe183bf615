package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.driver.TabScreencast.VideoFile;
import dev.guerdon.browser.spi.BrowserException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ffmpeg is given, by a program that writes down what it gets. */
class VideoFileTest {

    private static byte[] picture(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void pictureIsRepeatedForAsLongAsItWasShownButForTwoSecondsAtMost(@TempDir Path folder) throws Exception {
        Path script = folder.resolve("ffmpeg");
        Files.writeString(script, "#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path file = folder.resolve("task_video").resolve("episode.webm");
        VideoFile video = VideoFile.begin(script.toString(), file);
        video.shows(picture("a"), 100);
        video.shows(picture("b"), 100.3);
        video.shows(picture("c"), 160);
        video.close();
        assertThat(file).hasContent("a".repeat(3) + "b".repeat(20) + "c".repeat(10));
    }

    @Test
    void missingProgramIsToldWithTheFile(@TempDir Path folder) {
        Path file = folder.resolve("episode.webm");
        assertThatThrownBy(() -> VideoFile.begin(folder.resolve("nothing").toString(), file))
                .isInstanceOf(BrowserException.class)
                .hasMessageContaining(file.toString());
    }
}
