package dev.guerdon.catalogue.json;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code ==} and types of plain values: a boolean is a number, and 1 equals 1.0. */
@Internal
public final class PythonEqual {

    private static final Object NONE = new Object();

    private PythonEqual() {}

    /** What Python's {@code ==} says. */
    public static boolean equal(@Nullable Object a, @Nullable Object b) {
        if (a instanceof String || b instanceof String || a == null || b == null) {
            return a == null ? b == null : a.equals(b);
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            if (left.size() != right.size()) {
                return false;
            }
            for (int i = 0; i < left.size(); i++) {
                if (!equal(left.get(i), right.get(i))) {
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
                if (!right.containsKey(entry.getKey()) || !equal(entry.getValue(), right.get(entry.getKey()))) {
                    return false;
                }
            }
            return true;
        }
        return key(a).equals(key(b));
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

    /** An object that equals another's key exactly where Python finds the values equal. */
    public static Object key(@Nullable Object value) {
        return switch (value) {
            case null -> NONE;
            case Boolean b -> b ? BigDecimal.ONE : BigDecimal.ZERO;
            case Double d when d.isNaN() -> new Object();
            case Double d when d.isInfinite() -> d;
            case Double d -> new BigDecimal(d).stripTrailingZeros();
            case BigDecimal d -> d.stripTrailingZeros();
            case BigInteger i -> new BigDecimal(i).stripTrailingZeros();
            case Number n -> BigDecimal.valueOf(n.longValue()).stripTrailingZeros();
            case List<?> list -> {
                List<Object> keys = new ArrayList<>(list.size());
                list.forEach(element -> keys.add(key(element)));
                yield keys;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> keys = new HashMap<>();
                map.forEach((name, member) -> keys.put(String.valueOf(name), key(member)));
                yield keys;
            }
            default -> value;
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
