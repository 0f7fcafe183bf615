package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.boundary.PlainSnapshot;
import dev.guerdon.core.registry.DescribedCode;
import dev.guerdon.core.registry.PackedCode;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginLoader;
import dev.guerdon.core.registry.SourceFile;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything there is, Guerdon's own and the user's, as long as the user's classes are needed. */
@Experimental
public final class Plugins implements AutoCloseable {

    /** The time that a worker process has to load the code, and to load one of its rewards. */
    static final Duration TO_DESCRIBE = Duration.ofSeconds(30);

    private final Registry registry;
    private final @Nullable PluginLoader loader;
    private final @Nullable DescribedCode described;

    private Plugins(Registry registry, @Nullable PluginLoader loader, @Nullable DescribedCode described) {
        this.registry = registry;
        this.loader = loader;
        this.described = described;
    }

    /**
     * Finds and installs what the user adds, on top of what is on the class path. The user's code runs in this process.
     *
     * @throws GuerdonException if anything of it is not as it should be; then nothing stays open
     */
    public static Plugins load(PluginPath path) {
        return load(path, Isolation.NONE);
    }

    /**
     * Finds what the user adds, on top of what is on the class path.
     *
     * <p>Unless the isolation is {@link Isolation#NONE}, a worker process compiles, loads and installs it, and this process only learns
     * what is in it. Rewards stay in workers. Whatever else the code brings, such as an agent, is loaded in this process when it is first
     * looked up by its name or its kind.
     *
     * @param isolation also decides which rewards run in workers, see {@link Registry#isolate}
     * @throws GuerdonException if anything of it is not as it should be; then nothing stays open
     */
    public static Plugins load(PluginPath path, Isolation isolation) {
        return load(path, List.of(), isolation, TO_DESCRIBE);
    }

    static Plugins load(PluginPath path, List<CompiledClass> compiled, Isolation isolation, Duration limit) {
        if (isolation.isNone()) {
            return load(path, compiled, SourceFile.read(path.sources()), what -> {});
        }
        List<Path> classPath = path.classPath();
        Registry registry = new Registry(path);
        registry.isolate(isolation);
        registry.install(Plugins.class.getClassLoader());
        if (classPath.isEmpty() && path.sources().isEmpty() && compiled.isEmpty()) {
            return new Plugins(registry, null, null);
        }
        PluginLoader loader = new PluginLoader(classPath);
        StartSettings settings = IsolatedRewards.settings(
                isolation, IsolatedRewards.hello(registry, PlainSnapshot.DEFAULT_CHARACTERS), limit);
        DescribedCode described = null;
        try {
            described = new DescribedCode(loader, settings, SourceFile.read(path.sources()), compiled);
            registry.describedBy(described);
            return new Plugins(registry, loader, described);
        } catch (RuntimeException | Error e) {
            new Plugins(registry, loader, described).close();
            throw e;
        }
    }

    /** Loads everything in this process; {@code announce} is called before user code runs, with its name. */
    static Plugins load(
            PluginPath path, List<CompiledClass> compiled, List<SourceFile> sources, Consumer<String> announce) {
        Registry registry = new Registry(path);
        registry.install(Plugins.class.getClassLoader());
        registry.announce(announce);
        List<Path> classPath = path.classPath();
        if (classPath.isEmpty() && sources.isEmpty() && compiled.isEmpty()) {
            return new Plugins(registry, null, null);
        }
        PluginLoader loader = new PluginLoader(classPath);
        Plugins plugins = new Plugins(registry, loader, null);
        try {
            int found = registry.install(loader);
            if (found == 0 && !path.jars().isEmpty()) {
                throw new GuerdonException("no plugin found in "
                        + String.join(
                                ", ", path.jars().stream().map(Path::toString).toList())
                        + "; a jar names its plugin class in " + PluginDescriptor.SERVICES);
            }
            if (!sources.isEmpty()) {
                announce.accept("compiling " + SourceFile.shown(sources));
                var unused = compile(sources, registry, loader);
            }
            var unused = install(compiled, registry, loader);
            return plugins;
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    /** Compiles source files together, so that they may use each other, and offers what is in them. */
    static List<PluginDescriptor> compile(List<SourceFile> sources, Registry registry, PluginLoader loader) {
        int before = registry.added().size();
        List<PluginDescriptor> found = install(SourceFile.compile(sources, loader.paths()), registry, loader);
        if (found.stream().noneMatch(PluginDescriptor::canWait)
                && registry.added().size() == before) {
            throw new GuerdonException(SourceFile.shown(sources) + " has no reward and nothing else to add: annotate a"
                    + " method with @Reward(\"name\"), or implement"
                    + " RewardFunction, Plugin or an extension such as"
                    + " Policy in a class with a constructor without"
                    + " parameters");
        }
        return found;
    }

    private static List<PluginDescriptor> install(List<CompiledClass> classes, Registry registry, PluginLoader loader) {
        registry.remember(classes);
        List<PluginDescriptor> found = PluginDescriptor.of(classes, loader);
        found.forEach(registry::offer);
        return found;
    }

    /**
     * Returns what the user added to a catalogue, as files for other machines: {@link #unpack} makes a catalogue with the same of them.
     *
     * @return the files by name; none if the user added nothing
     */
    public static Map<String, byte[]> pack(Registry registry) {
        return PackedCode.pack(registry.path().classPath(), registry.compiled());
    }

    /**
     * Finds and installs what another machine packed, on top of what is on the class path. It is not compiled again.
     *
     * @param files what {@link #pack} gave, and whatever else was shipped
     * @param folder where its jars are kept, for as long as they are used
     * @param isolation as for {@link #load(PluginPath, Isolation)}
     * @throws GuerdonException if anything of it is not as it was sent
     */
    public static Plugins unpack(Map<String, byte[]> files, Path folder, Isolation isolation) throws IOException {
        List<CompiledClass> compiled = PackedCode.unpack(files, folder);
        return load(new PluginPath(List.of(), List.of(folder), List.of()), compiled, isolation, TO_DESCRIBE);
    }

    public Registry registry() {
        return registry;
    }

    /** Ends the class loader of the user's jars: classes that were not loaded by now cannot be loaded any more. */
    @Override
    public void close() {
        if (described != null) {
            described.close();
        }
        if (loader != null) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException("the class loader of the plugins could not be closed", e);
            }
        }
    }
}
