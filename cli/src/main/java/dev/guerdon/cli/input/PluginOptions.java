package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Options for the places from which rewards, agents, suites and everything else of the user's own come: options of every command that takes names.
 */
@Internal
public final class PluginOptions implements AutoCloseable {

    @Option(
            names = {"--plugin", "--classpath"},
            paramLabel = "JARS",
            scope = ScopeType.INHERIT,
            description =
                    "Add rewards, agents, suites and more from jars or folders of classes, separated by ':' (';' on"
                            + " Windows). Jars in the folder 'plugins' are always added.")
    List<String> plugins = List.of();

    @Option(
            names = "--source",
            paramLabel = "FILE.java",
            scope = ScopeType.INHERIT,
            description = "Add rewards and more from a Java file; it is compiled in memory.")
    List<Path> sources = List.of();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    private @Nullable Plugins loaded;

    /** Returns everything there is: what comes with Guerdon, and what the user adds. Rewards of the user's run in workers alone. */
    public Registry registry() {
        CommandSpec command = spec;
        return registry(
                command == null
                        ? Isolation.FOREIGN
                        : Isolation.FOREIGN.output(
                                IsolationOptions.printer(command.commandLine().getErr())));
    }

    Registry registry(Isolation isolation) {
        if (loaded == null) {
            loaded = Plugins.load(path(), isolation);
        }
        return loaded.registry();
    }

    /** Returns where what the user adds comes from. */
    public PluginPath path() {
        List<Path> jars = plugins.stream()
                .flatMap(list -> Stream.of(list.split(File.pathSeparator, -1)))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
        return new PluginPath(jars, folders(System.getenv(), Path.of("")), sources);
    }

    /** Adds jars and sources to those that the options name. */
    public void add(List<String> jars, List<Path> files) {
        plugins = Stream.concat(plugins.stream(), jars.stream()).toList();
        sources = Stream.concat(sources.stream(), files.stream()).toList();
    }

    /** Ends the class loader of what the user added. */
    @Override
    public void close() {
        if (loaded != null) {
            loaded.close();
            loaded = null;
        }
    }

    /**
     * Returns the folders whose jars are always added, whether they exist or not. The variable names others in the place of the usual ones; empty for none.
     *
     * @param environment the environment variables
     * @param project the current folder
     */
    static List<Path> folders(Map<String, String> environment, Path project) {
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
        folders.add(project.resolve("plugins"));
        String config = Objects.requireNonNullElse(environment.get("XDG_CONFIG_HOME"), "");
        String home = System.getProperty("user.home", "");
        if (!config.isBlank()) {
            folders.add(Path.of(config, "guerdon", "plugins"));
        } else if (!home.isBlank()) {
            folders.add(Path.of(home, ".config", "guerdon", "plugins"));
        }
        return folders;
    }
}
