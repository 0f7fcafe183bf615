package dev.guerdon.rewards.schema;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Plain values as Python has them: its {@code ==}, in which a boolean is a number and 1 equals 1.0, its types, and the floats that JSON
 * has no words for.
 *
 * <p>Data that was written from Python values holds these floats as {@code {"$float": "inf"}}, {@code "-inf"} and {@code "nan"}.
 */
@Internal
public final class PythonValues {

    private static final Object NONE = new Object();

    private PythonValues() {}

    /** Returns the value with those objects as doubles; the same object if it has none. */
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

    /** Returns the value with infinities and NaN as objects. */
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

    /** Returns what Python's {@code ==} says. */
    public static boolean equal(@Nullable Object a, @Nullable Object b) {
        return equal(
                a,
                b,
                (one, other) -> (one instanceof String || other instanceof String)
                        ? one.equals(other)
                        : key(one).equals(key(other)));
    }

    /** Compares lists and objects element by element, and everything else as {@code plain} says. */
    public static boolean equal(@Nullable Object a, @Nullable Object b, BiPredicate<Object, Object> plain) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            if (left.size() != right.size()) {
                return false;
            }
            for (int i = 0; i < left.size(); i++) {
                if (!equal(left.get(i), right.get(i), plain)) {
                    return false;
                }
            }
            return true;
        }
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            if (left.size() != right.size()) {
                return false;
            }
            for (Map.Entry<?, ?> entry : left.entrySet()) {
                if (!right.containsKey(entry.getKey()) || !equal(entry.getValue(), right.get(entry.getKey()), plain)) {
                    return false;
                }
            }
            return true;
        }
        return plain.test(a, b);
    }

    /** Python's {@code value in list}. */
    public static boolean isIn(@Nullable Object value, List<?> list) {
        for (Object element : list) {
            if (equal(value, element)) {
                return true;
            }
        }
        return false;
    }

    /** Returns an object that equals another's key exactly where Python finds the values equal. */
    public static Object key(@Nullable Object value) {
        return key(value, plain -> switch (plain) {
            case Boolean b -> b ? BigDecimal.ONE : BigDecimal.ZERO;
            case Double d when d.isNaN() -> new Object();
            case Double d when d.isInfinite() -> d;
            case Double d -> new BigDecimal(d).stripTrailingZeros();
            case Number n -> decimal(n).stripTrailingZeros();
            default -> plain;
        });
    }

    /** Returns the exact value of a finite number, a double as it is written in decimals. */
    public static BigDecimal decimal(Number number) {
        return switch (number) {
            case BigDecimal d -> d;
            case BigInteger i -> new BigDecimal(i);
            case Double d -> BigDecimal.valueOf(d);
            default -> BigDecimal.valueOf(number.longValue());
        };
    }

    /** Returns an object that equals another's key exactly where the values are equal, with {@code plain} for what is no list or object. */
    public static Object key(@Nullable Object value, UnaryOperator<Object> plain) {
        return switch (value) {
            case null -> NONE;
            case List<?> list -> {
                List<Object> keys = new ArrayList<>(list.size());
                list.forEach(element -> keys.add(key(element, plain)));
                yield keys;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> keys = new HashMap<>();
                map.forEach((name, member) -> keys.put(String.valueOf(name), key(member, plain)));
                yield keys;
            }
            default -> plain.apply(value);
        };
    }

    /** Python's name of the value's type. */
    public static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "NoneType";
            case Boolean b -> "bool";
            case String s -> "str";
            case Double d -> "float";
            case Float f -> "float";
            case Number n -> "int";
            case List<?> list -> "list";
            case Map<?, ?> map -> "dict";
            default -> "tuple";
        };
    }
}
