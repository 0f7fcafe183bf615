package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one class loader of everything that a user adds: jars, folders of classes, and sources compiled in memory.
 *
 * <p>Calls in them that would end the JVM throw an error instead.
 */
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

    boolean hasCompiled(String name) {
        return compiled.containsKey(name);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] source = compiled.get(name);
        if (source != null) {
            byte[] bytes = ExitCalls.replaced(source).orElse(source);
            return defineClass(name, bytes, 0, bytes.length);
        }
        URL resource = findResource(name.replace('.', '/') + ".class");
        Optional<byte[]> changed = resource == null ? Optional.empty() : withoutExits(resource);
        return changed.isEmpty() ? super.findClass(name) : define(name, changed.get(), resource);
    }

    private static Optional<byte[]> withoutExits(URL resource) {
        try {
            URLConnection connection = resource.openConnection();
            connection.setUseCaches(false);
            try (InputStream in = connection.getInputStream()) {
                return ExitCalls.replaced(in.readAllBytes());
            }
        } catch (IOException e) {
            return Optional.empty(); // loading the class then fails with a message
        }
    }

    private Class<?> define(String name, byte[] bytes, URL resource) {
        int dot = name.lastIndexOf('.');
        String packageName = dot < 0 ? "" : name.substring(0, dot);
        if (getDefinedPackage(packageName) == null) {
            try {
                definePackage(packageName, null, null, null, null, null, null, null);
            } catch (IllegalArgumentException e) {
                // Another thread was faster.
            }
        }
        return defineClass(name, bytes, 0, bytes.length, new CodeSource(root(resource), (Certificate[]) null));
    }

    /** Returns the jar or folder that a class comes from. */
    private URL root(URL resource) {
        String text = resource.toString();
        for (URL url : getURLs()) {
            if (text.startsWith("jar:" + url + "!/") || text.startsWith(url.toString())) {
                return url;
            }
        }
        return resource;
    }

    /** Returns whether a user added this class. */
    public static boolean has(Class<?> type) {
        return type.getClassLoader() instanceof PluginLoader;
    }

    /** Returns a class as messages name it: with the jar it comes from, where a user added it. */
    public static String origin(Class<?> type) {
        if (!(type.getClassLoader() instanceof PluginLoader)
                || type.getProtectionDomain().getCodeSource() == null) {
            return type.getName();
        }
        URL location = type.getProtectionDomain().getCodeSource().getLocation();
        return location == null ? type.getName() : type.getName() + " in " + shown(location.toString());
    }

    /** Returns a path where the address of a file or jar has one. */
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
