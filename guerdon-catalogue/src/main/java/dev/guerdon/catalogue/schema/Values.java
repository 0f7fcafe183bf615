package dev.guerdon.catalogue.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types, equality and order of JSON values, by their mathematical value. */
final class Values {

    /** Stands for null where a collection takes none. */
    private static final Object NULL = new Object();

    private final Rules rules;

    Values(Rules rules) {
        this.rules = rules;
    }

    static boolean isType(@Nullable Object value, String type) {
        return switch (type) {
            case "null" -> value == null;
            case "boolean" -> value instanceof Boolean;
            case "string" -> value instanceof String;
            case "array" -> value instanceof List;
            case "object" -> value instanceof Map;
            case "number" -> value instanceof Number;
            case "integer" -> value instanceof Number number && isWhole(number);
            default -> false;
        };
    }

    static boolean isWhole(Number number) {
        return switch (number) {
            case Double d -> !d.isInfinite() && d == Math.rint(d);
            case BigDecimal d -> d.signum() == 0 || d.stripTrailingZeros().scale() <= 0;
            default -> true;
        };
    }

    /** The exact value; a double of the standard's rules was written in decimals, one of Python's is binary. */
    BigDecimal decimal(Number number) {
        return switch (number) {
            case BigDecimal d -> d;
            case BigInteger i -> new BigDecimal(i);
            case Double d -> rules == Rules.PYTHON ? new BigDecimal(d) : BigDecimal.valueOf(d);
            default -> BigDecimal.valueOf(number.longValue());
        };
    }

    int compare(Number a, Number b) {
        if (isLong(a) && isLong(b)) {
            return Long.compare(a.longValue(), b.longValue());
        }
        boolean finite = Double.isFinite(wide(a)) && Double.isFinite(wide(b));
        return finite ? decimal(a).compareTo(decimal(b)) : Double.compare(wide(a), wide(b));
    }

    private static boolean isLong(Number number) {
        return number instanceof Integer || number instanceof Long;
    }

    /** An infinity or NaN where it is one, else some finite number. */
    private static double wide(Number number) {
        return number instanceof Double d ? d : 0;
    }

    boolean equal(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Number left && b instanceof Number right) {
            return !Double.isNaN(wide(left)) && !Double.isNaN(wide(right)) && compare(left, right) == 0;
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
        return a == null ? b == null : a.equals(b);
    }

    /** An object that equals another's key exactly where the values are equal. */
    Object key(@Nullable Object value) {
        return switch (value) {
            case null -> NULL;
            case Double d when d.isNaN() -> new Object();
            case Double d when d.isInfinite() -> d;
            case Number number -> decimal(number).stripTrailingZeros();
            case List<?> list -> {
                List<Object> keys = new ArrayList<>(list.size());
                for (Object element : list) {
                    keys.add(key(element));
                }
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

    boolean isMultiple(Number value, Number factor) {
        if (rules == Rules.PYTHON && factor instanceof Double divisor) {
            double quotient = value.doubleValue() / divisor;
            if (Double.isNaN(quotient)) {
                throw new BadSchema("multipleOf: the quotient is not a number");
            }
            if (!Double.isInfinite(quotient)) {
                return quotient == Math.rint(quotient);
            }
        }
        if (!Double.isFinite(wide(value))) {
            return false;
        }
        if (rules == Rules.PYTHON && value instanceof Double real && !(factor instanceof Double)) {
            return real % factor.doubleValue() == 0;
        }
        BigDecimal left = decimal(value);
        BigDecimal right = decimal(factor);
        int scale = Math.max(left.scale(), right.scale());
        return left.setScale(scale)
                        .unscaledValue()
                        .mod(right.setScale(scale).unscaledValue())
                        .signum()
                == 0;
    }
}
