package dev.guerdon.core.registry;

import dev.guerdon.api.Extension;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind of extension: the interface that carries {@link Extension.Kind}, read.
 *
 * @param name what one is called
 * @param listCommand the command that lists all of them, or empty
 */
@Internal
public record ExtensionKind(String name, String listCommand) {

    public static ExtensionKind of(Extension extension) {
        return of(extension.getClass());
    }

    /**
     * The kind of a class or interface.
     *
     * @throws GuerdonException where it has none, or several
     */
    public static ExtensionKind of(Class<? extends Extension> type) {
        Map<String, ExtensionKind> found = new LinkedHashMap<>();
        collect(type, found);
        if (found.isEmpty()) {
            throw new GuerdonException(
                    PluginLoader.origin(type) + " is of no kind that can be added; it must implement an"
                            + " interface with @Extension.Kind, such as AgentKind or SuiteProvider");
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
