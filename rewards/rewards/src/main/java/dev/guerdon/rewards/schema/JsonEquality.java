package dev.guerdon.rewards.schema;

import dev.guerdon.rewards.schema.SchemaDocument.BadSchema;
import dev.guerdon.rewards.schema.SchemaDocument.Rules;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types, equality and order of JSON values, by their mathematical value. */
final class JsonEquality {

    private final Rules rules;

    JsonEquality(Rules rules) {
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

    /** Returns the exact value; a double of the standard's rules was written in decimals, one of Python's is binary. */
    BigDecimal decimal(Number number) {
        return number instanceof Double d && rules == Rules.PYTHON ? new BigDecimal(d) : PythonValues.decimal(number);
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

    /** Returns an infinity or NaN if it is one, else some finite number. */
    private static double wide(Number number) {
        return number instanceof Double d ? d : 0;
    }

    boolean equal(@Nullable Object a, @Nullable Object b) {
        return PythonValues.equal(
                a,
                b,
                (one, other) -> (one instanceof Number left && other instanceof Number right)
                        ? !Double.isNaN(wide(left)) && !Double.isNaN(wide(right)) && compare(left, right) == 0
                        : one.equals(other));
    }

    /** Returns an object that equals another's key exactly where the values are equal. */
    Object key(@Nullable Object value) {
        return PythonValues.key(value, plain -> switch (plain) {
            case Double d when d.isNaN() -> new Object();
            case Double d when d.isInfinite() -> d;
            case Number number -> decimal(number).stripTrailingZeros();
            default -> plain;
        });
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
