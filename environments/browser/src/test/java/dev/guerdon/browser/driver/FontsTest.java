package dev.guerdon.browser.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.EnvironmentProvider.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FontsTest {

    @TempDir
    Path folder;

    @Test
    void fontsBesideAConfigurationAreFound() throws IOException {
        Path fonts = Files.createDirectories(folder.resolve("some fonts/truetype"));
        Files.createFile(fonts.resolve("A.TTF"));
        InstalledPrograms machine = new InstalledPrograms(Map.of(
                "FONTCONFIG_FILE", folder.resolve("some fonts/fonts.conf").toString()));
        assertThat(machine.checkFonts()).isEqualTo(new Check("fonts", true, fonts.getParent() + ""));
    }

    @Test
    void folderWithoutAFontHoldsNone() throws IOException {
        Files.createDirectories(folder.resolve("fonts/A.ttf"));
        Files.createFile(folder.resolve("fonts/README"));
        InstalledPrograms machine =
                new InstalledPrograms(Map.of("XDG_DATA_DIRS", folder.toString(), "XDG_DATA_HOME", folder.toString()));
        assertThat(machine.fonts()).isNotEqualTo(java.util.Optional.of(folder.resolve("fonts")));
    }

    @Test
    void testsHaveFonts() {
        assertThat(InstalledPrograms.thisOne().checkFonts().ok()).isTrue();
    }
}
