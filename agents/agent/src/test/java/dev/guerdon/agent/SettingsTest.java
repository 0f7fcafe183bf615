package dev.guerdon.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.agent.spi.SettingFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    @TempDir
    private Path folder;

    @Test
    void valueWithAnAtSignIsTheTextOfAFile() throws IOException {
        Files.writeString(folder.resolve("my section.md"), "## Mine\nBe brief.\n");
        assertThat(SettingFiles.withFiles(Map.of("own", "@my section.md", "mail", "a@b.example"), folder))
                .containsEntry("own", "## Mine\nBe brief.")
                .containsEntry("mail", "a@b.example");
    }

    @Test
    void fileThatIsNotThereIsNamedWithItsSetting() throws IOException {
        assertThatThrownBy(() -> SettingFiles.withFiles(Map.of("own", "@nothing.md"), folder))
                .hasMessageContainingAll("'own'", "nothing.md", "not there");
        assertThatThrownBy(() -> SettingFiles.withFiles(Map.of("own", "@."), folder))
                .hasMessageContaining("no text file");
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> SettingFiles.withFiles(Map.of("own", "@binary"), folder))
                .hasMessageContaining("cannot be read as text");
    }
}
