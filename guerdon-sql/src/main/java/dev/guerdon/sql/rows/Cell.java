package dev.guerdon.sql.rows;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One value of a row: what it equals, and how Python would sort it. */
@Internal
public final class Cell {

    private static final Object NULL = new Object();

    private Cell() {}

    /**
     * An object that equals another's key exactly where the values are the same: numbers by value, and for Python a boolean is one.
     *
     * @param python whether true is 1
     */
    static Object key(@Nullable Object value, boolean python) {
        return switch (value) {
            case null -> NULL;
            case Boolean b when python -> b ? BigDecimal.ONE : BigDecimal.ZERO;
            case Double d when d.isNaN() -> new Object();
            case Double d when d.isInfinite() -> d;
            case Double d -> new BigDecimal(d).stripTrailingZeros();
            case BigDecimal d -> d.stripTrailingZeros();
            case BigInteger i -> new BigDecimal(i).stripTrailingZeros();
            case Number n -> BigDecimal.valueOf(n.longValue()).stripTrailingZeros();
            case byte[] bytes -> ByteBuffer.wrap(bytes);
            default -> value;
        };
    }

    /** Python's text of the value and of its type, by which the test suites sort the cells of a row. */
    static String sortKey(@Nullable Object value) {
        return switch (value) {
            case null -> "None<class 'NoneType'>";
            case Boolean b -> (b ? "True" : "False") + "<class 'bool'>";
            case Double d -> text(d) + "<class 'float'>";
            case Number n -> n + "<class 'int'>";
            case byte[] bytes -> "b'" + new String(bytes, StandardCharsets.ISO_8859_1) + "'<class 'bytes'>";
            default -> value + "<class 'str'>";
        };
    }

    /** Python's {@code repr} of a float. */
    static String text(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(value));
        BigDecimal one = exact.round(new MathContext(1));
        exact = (exact.precision() == 2 && one.doubleValue() == value ? one : exact).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String sign = value < 0 ? "-" : "";
        if (exponent >= -4 && exponent < 16) {
            String plain = exact.abs().toPlainString();
            return sign + plain + (plain.indexOf('.') < 0 ? ".0" : "");
        }
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return sign + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
