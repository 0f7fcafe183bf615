package dev.guerdon.core.registry;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Plugin;
import dev.guerdon.core.boundary.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.StringTokenizer;

/**
 * A plugin as the resources of a class loader describe it, before any of its classes is loaded.
 *
 * @param type the name of the plugin's class
 * @param where the jar or folder that names it, for messages
 * @param loader finds the class
 * @param names what it brings, by kind: names in small letters, and as they are written; empty where nothing says so
 */
@Internal
public record PluginDescriptor(String type, String where, ClassLoader loader, Map<String, Map<String, String>> names) {

    /** Names the plugin of a jar, and what it brings. */
    static final String DESCRIPTOR = "META-INF/guerdon/plugin.properties";

    /** Names the plugins of a jar that has no descriptor. */
    public static final String SERVICES = "META-INF/services/dev.guerdon.api.Plugin";

    private static final String PLUGIN = "plugin";

    /** Whether the plugin can wait until one of its names is asked for. */
    public boolean canWait() {
        return !names.isEmpty();
    }

    public boolean brings(String kind, String lowerName) {
        return names.getOrDefault(kind, Map.of()).containsKey(lowerName);
    }

    /** All plugins that a class loader names; those of its parents, too, unless it is a {@link PluginLoader}. */
    public static List<PluginDescriptor> of(ClassLoader loader) {
        Map<String, PluginDescriptor> found = new LinkedHashMap<>();
        for (URL url : resources(loader, DESCRIPTOR)) {
            PluginDescriptor one = described(url, loader);
            found.putIfAbsent(one.type, one);
        }
        for (URL url : resources(loader, SERVICES)) {
            for (String line : lines(url)) {
                String type = (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip();
                if (!type.isEmpty()) {
                    found.putIfAbsent(type, new PluginDescriptor(type, where(url), loader, Map.of()));
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static List<URL> resources(ClassLoader loader, String name) {
        try {
            return Collections.list(
                    loader instanceof PluginLoader own ? own.findResources(name) : loader.getResources(name));
        } catch (IOException e) {
            throw new GuerdonException("the plugins cannot be looked for: " + e.getMessage(), e);
        }
    }

    private static PluginDescriptor described(URL url, ClassLoader loader) {
        Properties properties = new Properties();
        try (Reader in = new InputStreamReader(open(url), StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new GuerdonException("cannot read " + DESCRIPTOR + " of " + where(url) + ": " + e.getMessage(), e);
        }
        Map<String, Map<String, String>> names = new HashMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (!key.equals(PLUGIN)) {
                Map<String, String> ofKind = new LinkedHashMap<>();
                StringTokenizer words = new StringTokenizer(properties.getProperty(key), ", ");
                while (words.hasMoreTokens()) {
                    String word = words.nextToken();
                    ofKind.put(word.toLowerCase(Locale.ROOT), word);
                }
                names.put(key, ofKind);
            }
        }
        String type = properties.getProperty(PLUGIN, "").strip();
        if (type.isEmpty()) {
            throw new GuerdonException(
                    DESCRIPTOR + " of " + where(url) + " names no plugin; it needs a line 'plugin=CLASS'");
        }
        return new PluginDescriptor(type, where(url), loader, names);
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

    /** The jar or folder of a resource: {@code jar:file:/a/b.jar!/META-INF/...} is {@code /a/b.jar}. */
    private static String where(URL url) {
        String text = url.toString();
        int end = text.indexOf("!/");
        if (end < 0) {
            end = Math.max(0, text.lastIndexOf("/META-INF/"));
        }
        return PluginLoader.shown(text.substring(0, end));
    }

    /** Makes the plugin. */
    public Plugin create() {
        Class<?> found;
        try {
            found = Class.forName(type, true, loader);
        } catch (ClassNotFoundException e) {
            throw new GuerdonException(where + " names the plugin " + type + ", and has no such class", e);
        } catch (Throwable e) {
            throw failed(e);
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

    /** What to say where the plugin's own code failed. */
    public GuerdonException failed(Throwable problem) {
        if (problem instanceof NoClassDefFoundError missing && missing.getMessage() != null) {
            return new GuerdonException(
                    "the plugin " + type + " of " + where + " needs the class "
                            + missing.getMessage().replace('/', '.')
                            + ", which is nowhere; name its jar with --plugin, too",
                    problem);
        }
        return new GuerdonException("the plugin " + type + " of " + where + " failed to install: "
                + Fault.of(problem).text());
    }
}
