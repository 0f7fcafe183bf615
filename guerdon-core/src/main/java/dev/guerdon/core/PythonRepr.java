package dev.guerdon.core;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as Python shows them, for clients that were built around a program which did. */
public final class PythonRepr {

    /** A Python tuple, which plain values have no word for. */
    public record Tuple(List<@Nullable Object> elements) {

        public Tuple {
            elements = Collections.unmodifiableList(new ArrayList<>(elements));
        }
    }

    private PythonRepr() {}

    /** The representation of a string: in single quotes unless it has some and no double ones, what cannot be printed escaped. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        append(text, out);
        return out.toString();
    }

    /** The representation of a plain value: a string, number, boolean, list, map, {@link Tuple} or null. */
    public static String of(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        append(value, out);
        return out.toString();
    }

    /** Appends what {@link #of(Object)} gives. */
    public static void append(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("None");
            case String text -> append(text, out);
            case Boolean b -> out.append(b ? "True" : "False");
            case Double d -> out.append(number(d));
            case Float f -> out.append(number(f));
            case List<?> list -> elements(list, '[', ']', out);
            case Tuple tuple -> {
                elements(tuple.elements(), '(', ')', out);
                if (tuple.elements().size() == 1) {
                    out.insert(out.length() - 1, ',');
                }
            }
            case Map<?, ?> map -> {
                out.append('{');
                String between = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    append(entry.getKey(), out.append(between));
                    append(entry.getValue(), out.append(": "));
                    between = ", ";
                }
                out.append('}');
            }
            default -> out.append(value);
        }
    }

    private static void elements(List<?> list, char open, char close, StringBuilder out) {
        out.append(open);
        for (int i = 0; i < list.size(); i++) {
            append(list.get(i), i == 0 ? out : out.append(", "));
        }
        out.append(close);
    }

    /** The representation of a float: the shortest digits that give the same number, with an exponent below 1e-4 and from 1e16 on. */
    public static String number(double value) {
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
        BigDecimal one = two.round(new MathContext(1));
        return two.precision() == 2 && one.doubleValue() == value ? one : two;
    }

    /** The number with that many decimals, halves to the even digit and with the sign of a negative zero, as {@code f"{value:.2f}"} does. */
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return number(value);
        }
        String digits = new BigDecimal(Math.abs(value))
                .setScale(decimals, RoundingMode.HALF_EVEN)
                .toPlainString();
        return value < 0 || 1 / value < 0 ? "-" + digits : digits;
    }

    /** The text without what Python's {@code strip()} takes from its ends, which is more than Java's: no-break spaces too. */
    public static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Whether Python's {@code isspace()} holds for the character. */
    public static boolean isSpace(char c) {
        if (c < 0x80) {
            return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
        }
        return switch (c) {
            case 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true;
            default -> c >= 0x2000 && c <= 0x200a;
        };
    }

    private static void append(String text, StringBuilder out) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        int length = text.length();
        int codePoint;
        for (int i = 0; i < length; i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            append(codePoint, quote, out);
        }
        out.append(quote);
    }

    private static void append(int c, char quote, StringBuilder out) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\\' -> out.append("\\\\");
            default -> {
                if (c == quote) {
                    out.append('\\').append(quote);
                } else if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append((c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        if (c >= ' ' && c < 0x7f) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
