package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.core.PluginPath;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The folders whose jars are always added. */
@Internal
public final class PluginFolders {

    private static final String FOLDER = "plugins";

    private PluginFolders() {}

    /**
     * The folders, whether they exist or not. The variable names others in the place of the usual ones; empty for none.
     *
     * @param environment the environment variables
     * @param project the current folder
     */
    static List<Path> of(Map<String, String> environment, Path project) {
        String named = environment.get(PluginPath.FOLDERS_VARIABLE);
        List<Path> folders = new ArrayList<>();
        if (named != null) {
            for (String folder : named.split(File.pathSeparator, -1)) {
                if (!folder.isBlank()) {
                    folders.add(Path.of(folder));
                }
            }
            return folders;
        }
        folders.add(project.resolve(FOLDER));
        String config = Objects.requireNonNullElse(environment.get("XDG_CONFIG_HOME"), "");
        String home = System.getProperty("user.home", "");
        if (!config.isBlank()) {
            folders.add(Path.of(config, "guerdon", FOLDER));
        } else if (!home.isBlank()) {
            folders.add(Path.of(home, ".config", "guerdon", FOLDER));
        }
        return folders;
    }
}
