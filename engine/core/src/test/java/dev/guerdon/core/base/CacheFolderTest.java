package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {

    @TempDir
    private Path folder;

    private String home() {
        return folder.toAbsolutePath().toString();
    }

    private Path of(Map<String, String> environment, String system) {
        return CacheFolder.of("browser", environment, system, home());
    }

    @Test
    void theVariableOfXdgComesFirst() {
        Path chosen = folder.resolve("chosen");
        assertThat(of(Map.of("XDG_CACHE_HOME", chosen.toString()), "Linux"))
                .isEqualTo(chosen.resolve("guerdon").resolve("browser"));
        assertThat(of(Map.of("XDG_CACHE_HOME", chosen.toString()), "Mac OS X"))
                .isEqualTo(chosen.resolve("guerdon").resolve("browser"));
    }

    @Test
    void aRelativeOrBlankVariableCountsAsNone() {
        Path usual = folder.resolve(".cache").resolve("guerdon").resolve("browser");
        assertThat(of(Map.of("XDG_CACHE_HOME", "cache"), "Linux")).isEqualTo(usual);
        assertThat(of(Map.of("XDG_CACHE_HOME", "  "), "Linux")).isEqualTo(usual);
        assertThat(of(Map.of("XDG_CACHE_HOME", "\0"), "Linux")).isEqualTo(usual);
        assertThat(of(Map.of(), "Linux")).isEqualTo(usual);
    }

    @Test
    void macAndWindowsHaveTheirOwn() {
        assertThat(of(Map.of(), "Mac OS X"))
                .isEqualTo(folder.resolve("Library")
                        .resolve("Caches")
                        .resolve("guerdon")
                        .resolve("browser"));
        Path local = folder.resolve("AppData");
        assertThat(of(Map.of("LOCALAPPDATA", local.toString()), "Windows 11"))
                .isEqualTo(local.resolve("guerdon").resolve("browser"));
    }

    @Test
    void withoutAHomeItSaysWhatToSet() {
        assertThatThrownBy(() -> CacheFolder.of("browser", Map.of(), "Linux", "?"))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("XDG_CACHE_HOME");
    }

    @Test
    void aFolderThatCannotBeMadeIsAClearError() throws Exception {
        assertThat(CacheFolder.writable(folder.resolve("a").resolve("b"))).isDirectory();
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> CacheFolder.writable(file.resolve("below")))
                .isInstanceOf(GuerdonException.class)
                .hasMessageContaining("cannot be written")
                .hasMessageContaining("XDG_CACHE_HOME");
    }
}
