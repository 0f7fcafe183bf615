package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Python's {@code float(text)}, {@code repr(float)} and fixed-point format. */
@Internal
public final class PythonFloats {

    /** Digits with an optional fraction and exponent, and a digit before the exponent. */
    private static final Pattern DECIMAL = Pattern.compile("(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++)(?:[eE][+-]?[0-9]++)?");

    private PythonFloats() {}

    public static boolean isFloat(String text) {
        return parse(text).isPresent();
    }

    /** Returns the number that {@code float(text)} gives, or nothing if that fails. */
    public static OptionalDouble parse(String text) {
        String ascii = ascii(text);
        if (ascii.isEmpty()) {
            return OptionalDouble.empty();
        }
        int sign = ascii.charAt(0) == '-' || ascii.charAt(0) == '+' ? 1 : 0;
        double factor = ascii.charAt(0) == '-' ? -1 : 1;
        String word = ascii.substring(sign);
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("infinity")) {
            return OptionalDouble.of(factor * Double.POSITIVE_INFINITY);
        }
        if (word.equalsIgnoreCase("nan")) {
            return OptionalDouble.of(Double.NaN);
        }
        return DECIMAL.matcher(word).matches()
                ? OptionalDouble.of(factor * Double.parseDouble(word))
                : OptionalDouble.empty();
    }

    /** Returns the text with every decimal digit as ASCII, trimmed, and without the underscores that stand between two digits; empty if it cannot be a number. */
    private static String ascii(String text) {
        String trimmed = PythonStrings.strip(text);
        StringBuilder ascii = new StringBuilder(trimmed.length());
        boolean afterUnderscore = false;
        int codePoint;
        for (int i = 0; i < trimmed.length(); i += Character.charCount(codePoint)) {
            codePoint = trimmed.codePointAt(i);
            int digit = PythonStrings.decimal(codePoint);
            if (codePoint == '_') {
                boolean afterDigit = !ascii.isEmpty() && isDigit(ascii.charAt(ascii.length() - 1));
                if (afterUnderscore || !afterDigit) {
                    return "";
                }
                afterUnderscore = true;
            } else if (digit >= 0) {
                ascii.append((char) ('0' + digit));
                afterUnderscore = false;
            } else if (codePoint >= 128 || afterUnderscore) {
                return "";
            } else {
                ascii.append((char) codePoint);
            }
        }
        return afterUnderscore ? "" : ascii.toString();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** {@code repr(value)}: the shortest digits that give the same number, with an exponent below 1e-4 and from 1e16 on. */
    public static String repr(double value) {
        double magnitude = Math.abs(value);
        if (magnitude >= 1e-3 && magnitude < 1e7) {
            // Java's form is the same there.
            return Double.toString(value);
        }
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = shortest(value).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String sign = value < 0 ? "-" : "";
        if (exponent < -4 || exponent >= 16) {
            String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
            String padded = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
            return sign + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + padded;
        }
        String plain = exact.abs().toPlainString();
        return sign + plain + (plain.indexOf('.') < 0 ? ".0" : "");
    }

    /** Java writes at least two digits, which for the tiniest numbers is one more than needed. */
    private static BigDecimal shortest(double value) {
        BigDecimal two = new BigDecimal(Double.toString(value));
        if (two.precision() == 2) {
            BigDecimal one = two.round(new MathContext(1));
            if (one.doubleValue() == value) {
                return one;
            }
        }
        return two;
    }

    /** Returns the number with that many decimals, halves to the even digit and with the sign of a negative zero, as {@code f"{value:.2f}"} does. */
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return repr(value);
        }
        String digits = new BigDecimal(Math.abs(value))
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
        return value < 0 || 1 / value < 0 ? "-" + digits : digits;
    }
}
