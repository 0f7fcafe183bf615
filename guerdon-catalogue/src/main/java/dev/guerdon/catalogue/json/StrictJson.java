package dev.guerdon.catalogue.json;

import dev.guerdon.api.Internal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON by RFC 8259 and nothing else: no NaN, no comments, no trailing commas, no name twice in an object.
 *
 * <p>Whole numbers become {@code Long} or {@code BigInteger}, others {@code BigDecimal}, so that no digit is lost.
 */
@Internal
public final class StrictJson {

    /** How deep arrays and objects may be nested. */
    public static final int DEEPEST = 1_000;

    private static final int MOST_DIGITS = 4_300;
    private static final int LARGEST_EXPONENT = 10_000;

    private final String text;
    private int at;
    private int deepest;

    private StrictJson(String text) {
        this.text = text;
    }

    /**
     * What was read.
     *
     * @param value the value; null is JSON null, or nothing where there is a problem
     * @param depth how deep its arrays and objects are nested
     * @param problem why it is no JSON, empty where it is
     */
    public record Result(@Nullable Object value, int depth, String problem) {

        public boolean isJson() {
            return problem.isEmpty();
        }
    }

    private static final class NotJson extends Exception {
        NotJson(String problem) {
            super(problem, null, false, false);
        }
    }

    /** Reads one value, with white space around it. */
    public static Result read(String text) {
        StrictJson reader = new StrictJson(text);
        try {
            reader.space();
            Object value = reader.value(0);
            reader.space();
            if (reader.at < text.length()) {
                throw reader.bad("more text after the end of the value");
            }
            return new Result(value, reader.deepest, "");
        } catch (NotJson e) {
            return new Result(null, reader.deepest, String.valueOf(e.getMessage()));
        }
    }

    private NotJson bad(String problem) {
        return new NotJson(problem + " at character " + text.codePointCount(0, Math.min(at, text.length())));
    }

    private @Nullable Object value(int depth) throws NotJson {
        if (at == text.length()) {
            throw bad("a value is missing");
        }
        char c = text.charAt(at);
        return switch (c) {
            case '"' -> string();
            case '{' -> object(nested(depth));
            case '[' -> array(nested(depth));
            case 'n' -> word("null", null);
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            default -> {
                if (c == '-' || (c >= '0' && c <= '9')) {
                    yield number();
                }
                throw bad("a value is expected");
            }
        };
    }

    private int nested(int depth) throws NotJson {
        if (depth == DEEPEST) {
            throw bad("arrays and objects are nested deeper than " + DEEPEST);
        }
        deepest = Math.max(deepest, depth + 1);
        return depth + 1;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) throws NotJson {
        if (!text.startsWith(word, at)) {
            throw bad("a value is expected");
        }
        at += word.length();
        return meaning;
    }

    private Map<String, @Nullable Object> object(int depth) throws NotJson {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        space();
        if (accept('}')) {
            return members;
        }
        do {
            space();
            if (at == text.length() || text.charAt(at) != '"') {
                throw bad("a name in double quotes is expected");
            }
            String name = string();
            space();
            expect(':');
            space();
            if (members.containsKey(name)) {
                throw bad("a name stands twice in an object");
            }
            members.put(name, value(depth));
            space();
        } while (accept(','));
        expect('}');
        return members;
    }

    private List<@Nullable Object> array(int depth) throws NotJson {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        space();
        if (accept(']')) {
            return elements;
        }
        do {
            space();
            elements.add(value(depth));
            space();
        } while (accept(','));
        expect(']');
        return elements;
    }

    private String string() throws NotJson {
        int from = ++at;
        StringBuilder content = null;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                String plain = content == null
                        ? text.substring(from, at)
                        : content.append(text, from, at).toString();
                at++;
                return plain;
            }
            if (c < ' ') {
                throw bad("a control character stands in a string");
            }
            if (c == '\\') {
                content = content == null ? new StringBuilder() : content;
                content.append(text, from, at++).append(escape());
                from = at;
            } else {
                at++;
            }
        }
        throw bad("a string does not end");
    }

    private char escape() throws NotJson {
        char c = at < text.length() ? text.charAt(at++) : 0;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int end = at + 4; at < end; at++) {
                    int digit = at < text.length() && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
                    if (digit < 0) {
                        throw bad("an escape \\u needs four hexadecimal digits");
                    }
                    code = code * 16 + digit;
                }
                yield (char) code;
            }
            default -> throw bad("a backslash begins no escape");
        };
    }

    private Number number() throws NotJson {
        int start = at;
        accept('-');
        int whole = digits();
        if (whole == 0 || (whole > 1 && text.charAt(at - whole) == '0')) {
            throw bad("a number is malformed");
        }
        boolean isWhole = true;
        if (accept('.')) {
            isWhole = false;
            if (digits() == 0) {
                throw bad("a number is malformed");
            }
        }
        int mantissa = at;
        if (accept('e') || accept('E')) {
            isWhole = false;
            if (!accept('+')) {
                accept('-');
            }
            int exponent = at;
            if (digits() == 0) {
                throw bad("a number is malformed");
            }
            String power = text.substring(exponent, at).replaceFirst("^0+(?=.)", "");
            if (power.length() > 5 || Integer.parseInt(power) > LARGEST_EXPONENT) {
                throw bad("the exponent of a number is beyond " + LARGEST_EXPONENT);
            }
        }
        if (mantissa - start > MOST_DIGITS) {
            throw bad("a number has more than " + MOST_DIGITS + " digits");
        }
        String number = text.substring(start, at);
        if (!isWhole) {
            return new BigDecimal(number);
        }
        return whole <= 18 ? (Number) Long.valueOf(number) : new BigInteger(number);
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - start;
    }

    private void space() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean accept(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) throws NotJson {
        if (!accept(c)) {
            throw bad("'" + c + "' is expected");
        }
    }
}
