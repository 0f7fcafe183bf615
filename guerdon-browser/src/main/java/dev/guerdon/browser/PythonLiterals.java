package dev.guerdon.browser;

import dev.guerdon.core.PythonRepr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values that may stand in an action: strings, numbers, lists, tuples, dicts with string keys, True, False, None.
 *
 * <p>Nothing is evaluated. Nesting is at most {@value #MOST_DEPTH} deep, and the steps of one text are counted, so that hostile
 * text ends early. Positions count code points, as Python's do.
 */
final class PythonLiterals {

    static final int MOST_DEPTH = 50;
    private static final int MOST_STEPS = 20_000_000;
    private static final int MOST_DIGITS = 4300;
    private static final int FAILED = -1;

    private final int[] text;
    private int steps;

    /** The value that was read last. */
    private @Nullable Object value;

    PythonLiterals(int[] text) {
        this.text = text;
    }

    @Nullable
    Object value() {
        return value;
    }

    /** Behind spaces and comments from there on. */
    int skip(int from) {
        int at = from;
        while (at < text.length) {
            int c = text[at];
            if (c == '#') {
                while (at < text.length && text[at] != '\n') {
                    at++;
                }
            } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
                at++;
            } else {
                break;
            }
        }
        count(at - from + 1);
        return at;
    }

    boolean isAt(int at, char c) {
        return at < text.length && text[at] == c;
    }

    /** Behind the identifier that begins there, or -1. Letters are those of Latin-1. */
    int identifier(int at) {
        if (at >= text.length || !isIdentifierStart(text[at])) {
            return FAILED;
        }
        int end = at + 1;
        while (end < text.length && isIdentifierPart(text[end])) {
            end++;
        }
        count(end - at);
        return end;
    }

    String substring(int start, int end) {
        return new String(text, start, end - start);
    }

    static boolean isIdentifierStart(int c) {
        return c == '_' || (c < 0x100 && Character.isLetter(c));
    }

    static boolean isIdentifierPart(int c) {
        return isIdentifierStart(c) || (c >= '0' && c <= '9') || c == 0xb7;
    }

    /**
     * Reads values separated by commas, with or without one at the end.
     *
     * @return behind the last of them and its comma; {@code from} where there is none
     */
    int values(int from, List<@Nullable Object> values, int depth) {
        int end = from;
        int next = value(skip(from), depth);
        while (next != FAILED) {
            values.add(value);
            end = next;
            int comma = skip(end);
            if (!isAt(comma, ',')) {
                return end;
            }
            end = comma + 1;
            next = value(skip(end), depth);
        }
        return end;
    }

    /** Reads the value that begins there. Returns the position behind it, or -1. */
    int value(int at, int depth) {
        if (at >= text.length) {
            return FAILED;
        }
        if (depth > MOST_DEPTH) {
            throw new ActionException("RecursionError", "maximum recursion depth exceeded");
        }
        return switch (text[at]) {
            case '"', '\'' -> string(at);
            case '[' -> list(at, depth);
            case '(' -> tuple(at, depth);
            case '{' -> dict(at, depth);
            case 'T' -> keyword(at, "True", true);
            case 'F' -> keyword(at, "False", false);
            case 'N' -> keyword(at, "None", null);
            default -> number(at);
        };
    }

    private int string(int at) {
        int end = PythonStrings.end(text, at);
        if (end != FAILED) {
            count(end - at);
            value = PythonStrings.evaluate(text, at, end);
        }
        return end;
    }

    private int list(int at, int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        int close = skip(values(at + 1, elements, depth + 1));
        value = elements;
        return isAt(close, ']') ? close + 1 : FAILED;
    }

    private int tuple(int at, int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        int close = skip(values(at + 1, elements, depth + 1));
        value = new PythonRepr.Tuple(elements);
        return isAt(close, ')') ? close + 1 : FAILED;
    }

    private int dict(int at, int depth) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        int end = at + 1;
        int next = entry(skip(end), entries, depth + 1);
        while (next != FAILED) {
            end = next;
            int comma = skip(end);
            if (!isAt(comma, ',')) {
                break;
            }
            end = comma + 1;
            next = entry(skip(end), entries, depth + 1);
        }
        int close = skip(end);
        value = entries;
        return isAt(close, '}') ? close + 1 : FAILED;
    }

    private int entry(int at, Map<String, @Nullable Object> entries, int depth) {
        if (!isAt(at, '"') && !isAt(at, '\'')) {
            return FAILED;
        }
        int keyEnd = string(at);
        if (keyEnd == FAILED || !(value instanceof String key)) {
            return FAILED;
        }
        int colon = skip(keyEnd);
        int end = isAt(colon, ':') ? value(skip(colon + 1), depth) : FAILED;
        if (end != FAILED) {
            entries.put(key, value);
        }
        return end;
    }

    private int keyword(int at, String word, @Nullable Object meaning) {
        for (int i = 0; i < word.length(); i++) {
            if (!isAt(at + i, word.charAt(i))) {
                return FAILED;
            }
        }
        int end = at + word.length();
        if (end < text.length && text[end] < 0x80 && (isIdentifierPart(text[end]) || text[end] == '$')) {
            return FAILED;
        }
        value = meaning;
        return end;
    }

    private int number(int at) {
        int start = at + (text[at] == '-' || text[at] == '+' ? 1 : 0);
        int whole = digits(start);
        int end = whole;
        boolean real = false;
        if (isAt(end, '.') && (whole > start || digits(end + 1) > end + 1)) {
            end = digits(end + 1);
            real = true;
        }
        if (end == start) {
            return FAILED;
        }
        if (isAt(end, 'e') || isAt(end, 'E')) {
            int exponent = end + 1 + (isAt(end + 1, '-') || isAt(end + 1, '+') ? 1 : 0);
            if (digits(exponent) > exponent) {
                end = digits(exponent);
                real = true;
            }
        }
        count(end - at);
        StringBuilder ascii = new StringBuilder(end - at);
        for (int i = at; i < end; i++) {
            ascii.append(text[i] < 0x80 ? (char) text[i] : (char) ('0' + Character.digit(text[i], 10)));
        }
        value = real ? (Object) Double.valueOf(ascii.toString()) : integer(ascii.toString(), end - start);
        return end;
    }

    private static Object integer(String digits, int count) {
        if (count > MOST_DIGITS) {
            throw new ActionException(
                    "ValueError",
                    "Exceeds the limit (" + MOST_DIGITS + " digits) for integer string conversion: value has " + count
                            + " digits; use sys.set_int_max_str_digits() to increase the limit");
        }
        BigInteger integer = new BigInteger(digits);
        int bits = integer.bitLength();
        return bits < Integer.SIZE ? integer.intValue() : bits < Long.SIZE ? integer.longValue() : (Object) integer;
    }

    private int digits(int from) {
        int at = from;
        while (at < text.length && Character.getType(text[at]) == Character.DECIMAL_DIGIT_NUMBER) {
            at++;
        }
        return at;
    }

    private void count(int more) {
        steps += more;
        if (steps > MOST_STEPS) {
            throw new ActionException("ValueError", "The action text takes too long to read; shorten it.");
        }
    }
}
