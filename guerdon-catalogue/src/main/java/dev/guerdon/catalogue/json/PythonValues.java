package dev.guerdon.catalogue.json;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries the floats that JSON has no words for: {@code {"$float": "inf"}}, {@code "-inf"} and {@code "nan"}.
 *
 * <p>Data that was written from Python values holds them in this form.
 */
@Internal
public final class PythonValues {

    private PythonValues() {}

    /** The value with those objects as doubles; the same object where it has none. */
    public static @Nullable Object read(@Nullable Object value) {
        return holdsFloats(value) ? changed(value) : value;
    }

    private static boolean holdsFloats(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            if (map.size() == 1 && map.containsKey("$float")) {
                return true;
            }
            for (Object member : map.values()) {
                if (holdsFloats(member)) {
                    return true;
                }
            }
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                if (holdsFloats(element)) {
                    return true;
                }
            }
        }
        return false;
    }

    @SuppressWarnings("StatementSwitchToExpressionSwitch")
    private static @Nullable Object changed(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            if (map.size() == 1 && map.get("$float") instanceof String name) {
                switch (name) {
                    case "inf":
                        return Double.POSITIVE_INFINITY;
                    case "-inf":
                        return Double.NEGATIVE_INFINITY;
                    case "nan":
                        return Double.NaN;
                    default:
                }
            }
            return members(map, true);
        }
        return value instanceof List<?> list ? elements(list, true) : value;
    }

    /** The value with infinities and NaN as objects. */
    public static @Nullable Object write(@Nullable Object value) {
        if (value instanceof Double d && !Double.isFinite(d)) {
            return Map.of("$float", Double.isNaN(d) ? "nan" : d > 0 ? "inf" : "-inf");
        }
        return value instanceof Map<?, ?> map
                ? members(map, false)
                : value instanceof List<?> list ? elements(list, false) : value;
    }

    private static Map<String, @Nullable Object> members(Map<?, ?> map, boolean read) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        map.forEach((name, value) -> members.put(String.valueOf(name), read ? changed(value) : write(value)));
        return members;
    }

    private static List<@Nullable Object> elements(List<?> list, boolean read) {
        List<@Nullable Object> elements = new ArrayList<>(list.size());
        list.forEach(value -> elements.add(read ? changed(value) : write(value)));
        return elements;
    }
}
