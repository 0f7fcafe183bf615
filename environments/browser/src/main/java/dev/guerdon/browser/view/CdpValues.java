package dev.guerdon.browser.view;

import dev.guerdon.api.Internal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks into plain JSON values that the browser gave, and takes what has the wrong shape for empty. */
@Internal
public final class CdpValues {

    private CdpValues() {}

    /** Returns the map; a new one for what is none. */
    @SuppressWarnings("unchecked")
    public static Map<String, @Nullable Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : new LinkedHashMap<>();
    }

    public static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    public static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    /** Returns the number as an index, or -1. */
    public static int index(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : -1;
    }

    public static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /** Returns whether Python takes the value for true. */
    public static boolean isTrue(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean b -> b;
            case Number n -> n.doubleValue() != 0;
            case String s -> !s.isEmpty();
            case Collection<?> c -> !c.isEmpty();
            case Map<?, ?> m -> !m.isEmpty();
            default -> true;
        };
    }
}
