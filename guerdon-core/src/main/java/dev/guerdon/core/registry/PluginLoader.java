package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The one class loader of everything that a user adds: jars, folders of classes, and sources compiled in memory. */
@Internal
public final class PluginLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final List<Path> paths;
    private final Map<String, byte[]> compiled = new HashMap<>();

    /**
     * @param paths jars and folders that exist
     */
    public PluginLoader(List<Path> paths) {
        super("plugins", urls(paths), PluginLoader.class.getClassLoader());
        this.paths = List.copyOf(paths);
    }

    private static URL[] urls(List<Path> paths) {
        return paths.stream()
                .map(path -> {
                    try {
                        return path.toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new GuerdonException("not a usable path: " + path, e);
                    }
                })
                .toArray(URL[]::new);
    }

    public List<Path> paths() {
        return paths;
    }

    /** Adds classes before any of them is asked for. */
    public void define(Map<String, byte[]> classes) {
        compiled.putAll(classes);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = compiled.get(name);
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }

    /** Whether a user added this class. */
    public static boolean has(Class<?> type) {
        return type.getClassLoader() instanceof PluginLoader;
    }

    /** A class as messages name it: with the jar it comes from, where a user added it. */
    public static String origin(Class<?> type) {
        if (!(type.getClassLoader() instanceof PluginLoader)
                || type.getProtectionDomain().getCodeSource() == null) {
            return type.getName();
        }
        URL location = type.getProtectionDomain().getCodeSource().getLocation();
        return location == null ? type.getName() : type.getName() + " in " + shown(location.toString());
    }

    /** A path where the address of a file or jar has one. */
    static String shown(String address) {
        String file = address.startsWith("jar:") ? address.substring(4) : address;
        try {
            Path path = Path.of(URI.create(file));
            return Files.exists(path) ? path.toString() : file;
        } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            return file;
        }
    }
}
