package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Python's {@code json.loads}.
 *
 * <p>Beyond the standard it takes {@code NaN} and infinities. Whole numbers become {@code BigInteger}, others {@code Double}.
 */
@Internal
public final class JsonReader {

    /** About what Python's recursion limit allows. */
    private static final int MAX_DEPTH = 990;

    /** Python refuses to read longer whole numbers. */
    private static final int MAX_DIGITS = 4300;

    private static final class NotJson extends Exception {
        NotJson() {
            super(null, null, false, false);
        }
    }

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** A value that was read; {@code null} inside is JSON null. */
    public record Value(@Nullable Object value) {}

    /** Returns the value that the text is, or nothing if Python would refuse it. */
    public static Optional<Value> read(String text) {
        JsonReader reader = new JsonReader(text);
        try {
            reader.skipSpace();
            Object value = reader.value(0);
            reader.skipSpace();
            return reader.at == text.length() ? Optional.of(new Value(value)) : Optional.empty();
        } catch (NotJson e) {
            return Optional.empty();
        }
    }

    private @Nullable Object value(int depth) throws NotJson {
        if (at == text.length() || depth > MAX_DEPTH) {
            throw new NotJson();
        }
        return switch (text.charAt(at)) {
            case '"' -> string();
            case '{' -> object(depth);
            case '[' -> array(depth);
            case 'n' -> word("null", null);
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'N' -> word("NaN", Double.NaN);
            case 'I' -> word("Infinity", Double.POSITIVE_INFINITY);
            default -> text.startsWith("-I", at) ? word("-Infinity", Double.NEGATIVE_INFINITY) : number();
        };
    }

    private @Nullable Object word(String word, @Nullable Object meaning) throws NotJson {
        if (!text.startsWith(word, at)) {
            throw new NotJson();
        }
        at += word.length();
        return meaning;
    }

    private Map<String, @Nullable Object> object(int depth) throws NotJson {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (accept('}')) {
            return members;
        }
        do {
            skipSpace();
            if (at == text.length() || text.charAt(at) != '"') {
                throw new NotJson();
            }
            String name = string();
            skipSpace();
            expect(':');
            skipSpace();
            members.put(name, value(depth + 1));
            skipSpace();
        } while (accept(','));
        expect('}');
        return members;
    }

    private List<@Nullable Object> array(int depth) throws NotJson {
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        skipSpace();
        if (accept(']')) {
            return elements;
        }
        do {
            skipSpace();
            elements.add(value(depth + 1));
            skipSpace();
        } while (accept(','));
        expect(']');
        return elements;
    }

    private String string() throws NotJson {
        StringBuilder content = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return content.toString();
            }
            if (c < ' ') {
                throw new NotJson();
            }
            content.append(c == '\\' ? escape() : c);
        }
        throw new NotJson();
    }

    private char escape() throws NotJson {
        if (at == text.length()) {
            throw new NotJson();
        }
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new NotJson();
        };
    }

    private char unicode() throws NotJson {
        int code = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = at < text.length() && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
            if (digit < 0) {
                throw new NotJson();
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Object number() throws NotJson {
        int start = at;
        accept('-');
        int whole = digits();
        if (whole == 0 || (whole > 1 && text.charAt(at - whole) == '0')) {
            throw new NotJson();
        }
        int end = at;
        boolean isWhole = true;
        if (accept('.')) {
            if (digits() > 0) {
                isWhole = false;
                end = at;
            }
        }
        at = end;
        if (accept('e') || accept('E')) {
            if (!accept('+')) {
                accept('-');
            }
            if (digits() > 0) {
                isWhole = false;
                end = at;
            }
        }
        at = end;
        String number = text.substring(start, end);
        if (!isWhole) {
            return Double.valueOf(number);
        }
        if (whole > MAX_DIGITS) {
            throw new NotJson();
        }
        return new BigInteger(number);
    }

    private int digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at - start;
    }

    private void skipSpace() {
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
            throw new NotJson();
        }
    }
}
