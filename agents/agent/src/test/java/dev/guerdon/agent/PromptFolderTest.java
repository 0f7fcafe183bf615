package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.api.Message;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptFolderTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path parent;

    private Path folder() throws IOException {
        return Files.createDirectories(parent.resolve("my prompt"));
    }

    @Test
    void whatWasWrittenIsReadAgain() {
        PromptSections prompt = PromptSections.ofTexts(Map.of("10-task.md", "Do it.\n\nNow: ü 漢 😀", "20-b.txt", "b"));
        Path folder = parent.resolve("deep/new");
        PromptFolder.write(folder, prompt);
        assertThat(PromptFolder.read(folder)).isEqualTo(prompt);
        assertThat(folder.resolve("20-b.txt")).hasContent("b\n");
        assertThatThrownBy(() -> PromptFolder.write(folder, prompt)).hasMessageContaining("is not empty");
    }

    @Test
    void backupsAndHiddenFilesArePassedOver() throws IOException {
        Files.writeString(folder().resolve("10-task.md"), "Do it.");
        for (String name : new String[] {"10-task.md~", ".10-task.md.swp", ".DS_Store", "10-task.md.orig", "a.bak"}) {
            Files.writeString(folder().resolve(name), "old");
        }
        assertThat(PromptFolder.read(folder()).names()).containsExactly("task");
    }

    @Test
    void whateverElseIsNoSectionIsRefusedByName() throws IOException {
        Files.writeString(folder().resolve("10-task.md"), "Do it.");
        Files.writeString(folder().resolve("weather.markdown"), "Sun.");
        assertThatThrownBy(() -> PromptFolder.read(folder()))
                .hasMessageContainingAll("my prompt", "'weather.markdown'", "ending in .md or .txt");
        Files.delete(folder().resolve("weather.markdown"));
        Files.createDirectory(folder().resolve("more.md"));
        assertThatThrownBy(() -> PromptFolder.read(folder())).hasMessageContaining("'more.md' is no file");
    }

    @Test
    void bytesThatAreNoTextAreToldWithFileAndLine() throws IOException {
        Files.write(folder().resolve("10-task.md"), new byte[] {'a', '\n', 'b', (byte) 0xE4, 'c', '\n'});
        assertThatThrownBy(() -> PromptFolder.read(folder()))
                .hasMessageEndingWith(
                        "10-task.md:2: expected text in UTF-8, found bytes that are none; save the file as UTF-8");
        Files.write(folder().resolve("10-task.md"), new byte[] {'a', (byte) 0xC3});
        assertThatThrownBy(() -> PromptFolder.read(folder())).hasMessageContaining("10-task.md:1: expected text");
        Files.write(folder().resolve("10-task.md"), new byte[1_000_000]);
        assertThatThrownBy(() -> PromptFolder.read(folder())).hasMessageContaining("1000000 bytes; at most 100000");
    }

    @Test
    void aFolderThatIsNotThereOrEmptyIsExplained() throws IOException {
        assertThatThrownBy(() -> PromptFolder.read(parent.resolve("none"))).hasMessageContaining("--write-prompt");
        Path empty = folder();
        assertThatThrownBy(() -> PromptFolder.read(empty)).hasMessageContaining("has no section");
    }

    @Test
    void aLoopAgentSaysItsSections() {
        PromptSections prompt =
                PromptSections.ofTexts(Map.of("10-a.md", "Say \\boxed{answer}.", "20-b.md", "Be brief."));
        Rollout rollout = Fixture.one(
                AgentCatalogue.create(Registry.discover(), "tools", Map.of("prompt", prompt.setting())),
                Fixture.script(Message.assistant("yes")));
        assertThat(rollout.trajectory().segments().getFirst().getFirst().text())
                .as("braces are no placeholders where an agent has none")
                .isEqualTo("Say \\boxed{answer}.\n\nBe brief.");
    }
}
