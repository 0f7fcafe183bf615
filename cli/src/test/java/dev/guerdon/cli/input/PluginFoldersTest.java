package dev.guerdon.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PluginFoldersTest {

    private static final Path HERE = Path.of("here");

    @Test
    void projectAndUserHaveAFolderEach() {
        assertThat(PluginOptions.folders(Map.of("XDG_CONFIG_HOME", "config"), HERE))
                .containsExactly(Path.of("here", "plugins"), Path.of("config", "guerdon", "plugins"));
        assertThat(PluginOptions.folders(Map.of(), HERE))
                .containsExactly(
                        Path.of("here", "plugins"),
                        Path.of(System.getProperty("user.home"), ".config", "guerdon", "plugins"));
    }

    @Test
    void variableNamesOthersOrNone() {
        assertThat(PluginOptions.folders(Map.of("GUERDON_PLUGINS", "a" + File.pathSeparator + "b"), HERE))
                .containsExactly(Path.of("a"), Path.of("b"));
        assertThat(PluginOptions.folders(Map.of("GUERDON_PLUGINS", ""), HERE)).isEmpty();
    }
}
