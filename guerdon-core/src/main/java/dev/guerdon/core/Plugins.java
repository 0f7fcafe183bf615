package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.registry.CompiledClass;
import dev.guerdon.core.registry.PackedCode;
import dev.guerdon.core.registry.PluginDescriptor;
import dev.guerdon.core.registry.PluginLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything there is, Guerdon's own and the user's, as long as the user's classes are needed. */
@Experimental
public final class Plugins implements AutoCloseable {

    private final Registry registry;
    private final @Nullable PluginLoader loader;

    private Plugins(Registry registry, @Nullable PluginLoader loader) {
        this.registry = registry;
        this.loader = loader;
    }

    /**
     * Finds and installs what the user adds, on top of what is on the class path.
     *
     * @throws GuerdonException where anything of it is not as it should be; then nothing stays open
     */
    public static Plugins load(PluginPath path) {
        return load(path, List.of());
    }

    /** As {@link #load(PluginPath)}, with classes that another process compiled. */
    static Plugins load(PluginPath path, List<CompiledClass> compiled) {
        Registry registry = new Registry(path);
        registry.install(Plugins.class.getClassLoader());
        List<Path> classPath = path.classPath();
        if (classPath.isEmpty() && path.sources().isEmpty() && compiled.isEmpty()) {
            return new Plugins(registry, null);
        }
        PluginLoader loader = new PluginLoader(classPath);
        Plugins plugins = new Plugins(registry, loader);
        try {
            int found = registry.install(loader);
            if (found == 0 && !path.jars().isEmpty()) {
                throw new GuerdonException("no plugin found in "
                        + String.join(
                                ", ", path.jars().stream().map(Path::toString).toList())
                        + "; a jar names its plugin class in " + PluginDescriptor.SERVICES);
            }
            if (!path.sources().isEmpty()) {
                SourceCompiler.install(path.sources(), registry, loader);
            }
            if (!compiled.isEmpty()) {
                var unused = SourceCompiler.installCompiled(compiled, registry, loader);
            }
            return plugins;
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    /**
     * What the user added to a catalogue, as files for other machines: {@link #unpack} makes a catalogue with the same of them.
     *
     * @return the files by name; none where the user added nothing
     */
    public static Map<String, byte[]> pack(Registry registry) {
        return PackedCode.pack(registry.path().classPath(), registry.compiled());
    }

    /**
     * Finds and installs what another machine packed, on top of what is on the class path. It is not compiled again.
     *
     * @param files what {@link #pack} gave, and whatever else was shipped
     * @param folder where its jars are kept, for as long as they are used
     * @throws GuerdonException where anything of it is not as it was sent
     */
    public static Plugins unpack(Map<String, byte[]> files, Path folder) throws IOException {
        List<CompiledClass> compiled = PackedCode.unpack(files, folder);
        return load(new PluginPath(List.of(), List.of(folder), List.of()), compiled);
    }

    public Registry registry() {
        return registry;
    }

    /** Ends the class loader of the user's jars: classes that were not loaded by now cannot be loaded any more. */
    @Override
    public void close() {
        if (loader != null) {
            try {
                loader.close();
            } catch (IOException e) {
                throw new UncheckedIOException("the class loader of the plugins could not be closed", e);
            }
        }
    }
}
