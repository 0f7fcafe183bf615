package dev.guerdon.catalogue.state;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares two databases by value: 3 is 3.0 and 0.0 is -0.0, but true is not 1 and "3" is not 3. */
@Internal
public final class SameState {

    private SameState() {}

    /** Where the two differ first, as a path such as {@code $.orders.#W1}; empty where they are the same. */
    public static String difference(@Nullable Object wanted, @Nullable Object found) {
        return difference(wanted, found, "$", 0);
    }

    private static String difference(@Nullable Object a, @Nullable Object b, String path, int depth) {
        if (depth > 1_000) {
            return path;
        }
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            for (Object name : left.keySet()) {
                String inner = path + "." + name;
                String differs =
                        right.containsKey(name) ? difference(left.get(name), right.get(name), inner, depth + 1) : inner;
                if (!differs.isEmpty()) {
                    return differs;
                }
            }
            for (Object name : right.keySet()) {
                if (!left.containsKey(name)) {
                    return path + "." + name;
                }
            }
            return "";
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            for (int i = 0; i < left.size() && i < right.size(); i++) {
                String differs = difference(left.get(i), right.get(i), path + "[" + i + "]", depth + 1);
                if (!differs.isEmpty()) {
                    return differs;
                }
            }
            return left.size() == right.size() ? "" : path;
        }
        boolean same = (a instanceof Number left && b instanceof Number right)
                ? equal(left, right)
                : a == null ? b == null : !(a instanceof Number) && a.equals(b);
        return same ? "" : path;
    }

    private static boolean equal(Number a, Number b) {
        if ((a instanceof Double x && !Double.isFinite(x)) || (b instanceof Double y && !Double.isFinite(y))) {
            return a.doubleValue() == b.doubleValue();
        }
        return decimal(a).compareTo(decimal(b)) == 0;
    }

    private static BigDecimal decimal(Number number) {
        return switch (number) {
            case BigDecimal d -> d;
            case BigInteger i -> new BigDecimal(i);
            case Double d -> BigDecimal.valueOf(d);
            default -> BigDecimal.valueOf(number.longValue());
        };
    }
}
