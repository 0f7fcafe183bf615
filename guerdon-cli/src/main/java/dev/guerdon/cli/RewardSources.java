package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.SourceCompiler;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where rewards of the user's own come from. */
final class RewardSources {

    @Option(
            names = {"--plugin", "--classpath"},
            paramLabel = "JARS",
            description =
                    "Jars or folders of classes with rewards of your own, apart by '" + "${sys:path.separator}" + "'.")
    List<String> plugins = List.of();

    @Option(
            names = "--source",
            paramLabel = "FILE.java",
            description = "A Java file with rewards of your own, compiled in memory.")
    List<Path> sources = List.of();

    private ClassLoader loader = RewardSources.class.getClassLoader();

    /** Finds the classes of the plugins, once {@link #registry} was asked for. */
    ClassLoader classLoader() {
        return loader;
    }

    /** Everything there is: what comes with Guerdon, and what these options add. */
    Registry registry() {
        Registry registry = Registry.discover(RewardSources.class.getClassLoader());
        if (!plugins.isEmpty()) {
            loader = new URLClassLoader(urls(), RewardSources.class.getClassLoader());
            if (registry.installOwn(loader) == 0) {
                throw new GuerdonException("no plugin found in " + String.join(", ", plugins)
                        + "; a jar names its plugin class in META-INF/services/dev.guerdon.api.Plugin");
            }
        }
        if (!sources.isEmpty()) {
            SourceCompiler.install(sources, registry);
        }
        return registry;
    }

    private URL[] urls() {
        List<URL> urls = new ArrayList<>();
        for (String list : plugins) {
            for (String entry : list.split(File.pathSeparator, -1)) {
                Path path = Path.of(entry);
                if (!Files.exists(path)) {
                    throw new GuerdonException("no such file: " + path + " (given with --plugin)");
                }
                try {
                    urls.add(path.toUri().toURL());
                } catch (MalformedURLException e) {
                    throw new GuerdonException("not a usable path: " + path, e);
                }
            }
        }
        return urls.toArray(URL[]::new);
    }
}
