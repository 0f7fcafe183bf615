package dev.guerdon.core.registry;

import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.registry.PackedCode.CompiledClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;

/**
 * A plugin, or a class of a source file, as resources, class files or a worker process describe it, before any of its code runs.
 *
 * @param type the name of the class
 * @param where the jar, folder or source file that has it, for messages
 * @param loader finds the class
 * @param names what it brings, by kind: names in small letters, and as they are written; empty if nothing says so
 * @param unnamed the kinds of which it brings something whose name only its code knows
 */
@Internal
public record PluginDescriptor(
        String type, String where, ClassLoader loader, Map<String, Map<String, String>> names, Set<String> unnamed) {

    /** Names the plugin of a jar, and what it brings; a further plugin has a word after a dot in each of its keys. */
    static final String DESCRIPTOR = "META-INF/guerdon/plugin.properties";

    /** Names the plugins of a jar that has no descriptor. */
    public static final String SERVICES = "META-INF/services/dev.guerdon.api.Plugin";

    /** The kinds that are no extensions. */
    public static final String REWARD = "reward";

    public static final String TOOL = "tool";

    private static final String PLUGIN = "plugin";

    /** Returns whether the plugin can wait until one of its names is asked for. */
    public boolean canWait() {
        return !names.isEmpty() || !unnamed.isEmpty();
    }

    public boolean brings(String kind, String lowerName) {
        return names.getOrDefault(kind, Map.of()).containsKey(lowerName);
    }

    public boolean brings(String kind) {
        return unnamed.contains(kind) || names.containsKey(kind);
    }

    /** Says what runs while it is installed, for messages: "loading the plugin X of Y". */
    public String activity() {
        return "loading " + what();
    }

    private String what() {
        return (isClassOfSource() ? "the class " : "the plugin ") + type + " of " + where;
    }

    private boolean isClassOfSource() {
        return loader instanceof PluginLoader own && own.hasCompiled(type);
    }

    /** Returns all plugins that a class loader names; those of its parents, too, unless it is a {@link PluginLoader}. */
    public static List<PluginDescriptor> of(ClassLoader loader) {
        Map<String, PluginDescriptor> found = new LinkedHashMap<>();
        for (URL url : resources(loader, DESCRIPTOR)) {
            described(url, loader).forEach(one -> found.putIfAbsent(one.type, one));
        }
        for (URL url : resources(loader, SERVICES)) {
            for (String line : lines(url)) {
                String type = (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip();
                if (!type.isEmpty()) {
                    found.putIfAbsent(type, new PluginDescriptor(type, where(url), loader, Map.of(), Set.of()));
                }
            }
        }
        return List.copyOf(found.values());
    }

    /**
     * Returns what classes bring that were compiled before. A class is initialised when one of its names is first used, so that it costs nothing,
     * and can break nothing, before.
     */
    public static List<PluginDescriptor> of(List<CompiledClass> classes, PluginLoader loader) {
        return SourceClass.describe(classes, loader);
    }

    private static List<URL> resources(ClassLoader loader, String name) {
        try {
            return Collections.list(
                    loader instanceof PluginLoader own ? own.findResources(name) : loader.getResources(name));
        } catch (IOException e) {
            throw new GuerdonException("the plugins cannot be looked for: " + e.getMessage(), e);
        }
    }

    private static List<PluginDescriptor> described(URL url, ClassLoader loader) {
        Properties properties = new Properties();
        try (Reader in = new InputStreamReader(open(url), StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new GuerdonException("cannot read " + DESCRIPTOR + " of " + where(url) + ": " + e.getMessage(), e);
        }
        Map<String, Map<String, Map<String, String>>> plugins = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            int dot = key.indexOf('.');
            Map<String, String> ofKind = plugins.computeIfAbsent(
                            dot < 0 ? "" : key.substring(dot), any -> new HashMap<>())
                    .computeIfAbsent(dot < 0 ? key : key.substring(0, dot), any -> new LinkedHashMap<>());
            StringTokenizer words = new StringTokenizer(properties.getProperty(key), ", ");
            while (words.hasMoreTokens()) {
                String word = words.nextToken();
                ofKind.put(word.toLowerCase(Locale.ROOT), word);
            }
        }
        List<PluginDescriptor> found = new ArrayList<>();
        plugins.forEach((suffix, names) -> {
            names.remove(PLUGIN);
            String type = properties.getProperty(PLUGIN + suffix, "").strip();
            if (type.isEmpty()) {
                throw new GuerdonException(DESCRIPTOR + " of " + where(url) + " names no plugin; it needs a line '"
                        + PLUGIN + suffix + "=CLASS'");
            }
            found.add(new PluginDescriptor(type, where(url), loader, names, Set.of()));
        });
        if (found.isEmpty()) {
            throw new GuerdonException(
                    DESCRIPTOR + " of " + where(url) + " names no plugin; it needs a line 'plugin=CLASS'");
        }
        return found;
    }

    private static List<String> lines(URL url) {
        try (InputStream in = open(url)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new GuerdonException("cannot read " + SERVICES + " of " + where(url) + ": " + e.getMessage(), e);
        }
    }

    /** Without the JDK's cache of open jars, which would outlive the class loader. */
    private static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    /** Returns the jar or folder of a resource: {@code jar:file:/a/b.jar!/META-INF/...} is {@code /a/b.jar}. */
    private static String where(URL url) {
        String text = url.toString();
        int end = text.indexOf("!/");
        if (end < 0) {
            end = Math.max(0, text.lastIndexOf("/META-INF/"));
        }
        return PluginLoader.shown(text.substring(0, end));
    }

    /** Makes the plugin. A class of a source file that is no plugin becomes one that registers what the class has. */
    public Plugin create() {
        Class<?> found;
        try {
            found = Class.forName(type, true, loader);
        } catch (ClassNotFoundException e) {
            throw new GuerdonException(where + " names the plugin " + type + ", and has no such class", e);
        } catch (Throwable e) {
            throw failed(e);
        }
        if (isClassOfSource()) {
            try {
                return SourceClass.plugin(found);
            } catch (ExceptionInInitializerError e) {
                throw failed(e);
            }
        }
        if (!Plugin.class.isAssignableFrom(found)) {
            throw new GuerdonException(
                    where + " names the plugin " + type + ", which does not implement dev.guerdon.api.Plugin");
        }
        try {
            return found.asSubclass(Plugin.class).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw failed(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new GuerdonException(
                    "the plugin " + type + " of " + where + " needs to be public, with a public constructor without"
                            + " parameters",
                    e);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** Returns what to say where the plugin's own code failed. */
    public GuerdonException failed(Throwable problem) {
        if (problem instanceof NoClassDefFoundError missing && missing.getMessage() != null) {
            return new GuerdonException(
                    what() + " needs the class "
                            + missing.getMessage().replace('/', '.')
                            + ", which is nowhere; name its jar with --plugin, too",
                    problem);
        }
        Throwable shown = problem instanceof ExceptionInInitializerError && problem.getCause() != null
                ? problem.getCause()
                : problem;
        return new GuerdonException(what()
                + (isClassOfSource() ? " could not be loaded: " : " failed to install: ")
                + CodeFault.of(shown, type).text());
    }

    /**
     * A kind of extension: the interface that carries {@link Extension.Kind}, read.
     *
     * @param name what one is called
     * @param listCommand the command that lists all of them, or empty
     */
    public record ExtensionKind(String name, String listCommand) {

        public static ExtensionKind of(Extension extension) {
            return of(extension.getClass());
        }

        /**
         * Returns the kind of a class or interface.
         *
         * @throws GuerdonException if it has none, or several
         */
        public static ExtensionKind of(Class<? extends Extension> type) {
            Map<String, ExtensionKind> found = new LinkedHashMap<>();
            collect(type, found);
            if (found.isEmpty()) {
                throw new GuerdonException(
                        PluginLoader.origin(type) + " is of no kind that can be added; it must implement an"
                                + " interface with @Extension.Kind, such as AgentProvider or SuiteProvider");
            }
            if (found.size() > 1) {
                throw new GuerdonException(PluginLoader.origin(type) + " is of several kinds: "
                        + String.join(", ", found.keySet()) + "; one class has one kind");
            }
            return found.values().iterator().next();
        }

        private static void collect(Class<?> type, Map<String, ExtensionKind> found) {
            Extension.Kind kind = type.getAnnotation(Extension.Kind.class);
            if (kind != null) {
                found.put(kind.value(), new ExtensionKind(kind.value(), kind.list()));
            }
            for (Class<?> each : type.getInterfaces()) {
                collect(each, found);
            }
            if (type.getSuperclass() != null) {
                collect(type.getSuperclass(), found);
            }
        }
    }
}
