package dev.guerdon.viewer.episode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EpisodeRecordingTest {

    @TempDir
    Path folder;

    private void step(int number, String json) throws IOException {
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(folder.resolve("step_" + number + ".json.gz")))) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
    }

    private EpisodeRecording recording() {
        return EpisodeRecording.of(TraceRuns.episode("t", 0, 1, "a", "a", List.of(), folder)
                        .detail())
                .orElseThrow();
    }

    @Test
    void aStepHasItsPageItsBoxesAndItsTimes() throws IOException {
        step(0, """
                {"obs":{"url":"http://a/","axtree_txt":"tree","dom_txt":"<p>","extra_element_properties":
                {"7":{"bbox":[1,2,3,4]},"8":{"bbox":null}}},"action":"click('7')","agent_info":{"think":"hm"},
                "profiling":{"action_exec_start":10.0,"action_exec_stop":10.5,"validation_start":3}}
                """);

        EpisodeRecording.Frame frame = recording().frame(0);

        assertThat(frame.axTree()).isEqualTo("tree");
        assertThat(frame.thought()).isEqualTo("hm");
        assertThat(frame.boxes()).containsOnlyKeys("7");
        assertThat(frame.seconds()).containsExactly(java.util.Map.entry("action_exec", 0.5));
    }

    @Test
    void damagedAndHostileStepsAreEmpty() throws IOException {
        Files.writeString(folder.resolve("step_0.json.gz"), "not zipped");
        step(1, "{\"obs\":");
        step(2, "{\"obs\":{\"extra_element_properties\":{\"7\":{\"bbox\":[\"x\",1,2,3]}}}}");
        step(3, "[]");
        step(4, "{\"obs\":\"text\",\"profiling\":{\"action_exec_start\":\"a\",\"action_exec_stop\":{}}}");

        for (int i = 0; i < 6; i++) {
            assertThat(recording().frame(i)).isEqualTo(EpisodeRecording.Frame.NONE);
        }
    }

    @Test
    void aStepThatUnpacksToTooMuchIsEmpty() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("step_0.json.gz")))) {
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 33; i++) {
                out.write(blanks);
            }
            out.write("{}".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(recording().frame(0)).isEqualTo(EpisodeRecording.Frame.NONE);
    }

    @Test
    void onlyFilesOfTheFolderItselfAreGiven() throws IOException {
        Path outside = Files.createTempFile("outside", ".txt");
        try {
            Files.writeString(folder.resolve("own.txt"), "own");
            Files.createSymbolicLink(folder.resolve("link.txt"), outside);
            Files.createDirectory(folder.resolve("inner"));
            Files.writeString(folder.resolve("inner/deep.txt"), "deep");

            assertThat(recording().file("own.txt")).isPresent();
            assertThat(recording().file("link.txt")).isEmpty();
            assertThat(recording().file("inner/deep.txt")).isEmpty();
            assertThat(recording().file("../" + folder.getFileName() + "/own.txt"))
                    .isEmpty();
            assertThat(recording().file(outside.toString())).isEmpty();
        } finally {
            Files.delete(outside);
        }
    }

    @Test
    void aPictureThatIsNoneIsLeftOut() throws IOException {
        Files.writeString(
                folder.resolve("screenshot_step_0.png"),
                "<svg onload=alert(1) width=\u0000\u0000\u0001\u0000\u0000\u0000\u0001\u0000>");
        Files.write(folder.resolve("screenshot_step_1.png"), new byte[24]);

        assertThat(recording().picture(0)).isEmpty();
        assertThat(recording().picture(1)).isEmpty();
        assertThat(recording().picture(2)).isEmpty();
    }
}
