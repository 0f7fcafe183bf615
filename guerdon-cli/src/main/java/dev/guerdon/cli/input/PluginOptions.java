package dev.guerdon.cli.input;

import dev.guerdon.api.Internal;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Where rewards, agents, suites and everything else of the user's own come from: options of every command that takes names. */
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

    private @Nullable Plugins loaded;

    /** Everything there is: what comes with Guerdon, and what the user adds. */
    public Registry registry() {
        if (loaded == null) {
            loaded = Plugins.load(path());
        }
        return loaded.registry();
    }

    /** Where what the user adds comes from. */
    public PluginPath path() {
        List<Path> jars = plugins.stream()
                .flatMap(list -> Stream.of(list.split(File.pathSeparator, -1)))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
        return new PluginPath(jars, PluginFolders.of(System.getenv(), Path.of("")), sources);
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
}
