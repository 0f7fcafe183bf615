package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code repr} and {@code str} of plain values. */
@Internal
public final class PythonRepr {

    private PythonRepr() {}

    /** Returns the representation of a string: in single quotes unless it has some and no double ones, what cannot be printed escaped. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        append(text, out);
        return out.toString();
    }

    /** Returns the representation of a plain value: a string, number, boolean, list, map, {@link PythonTuple} or null. */
    public static String of(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        append(value, out);
        return out.toString();
    }

    /** {@code str(value)}: a string stays as it is. */
    public static String str(@Nullable Object value) {
        return value instanceof String text ? text : of(value);
    }

    /** Appends what {@link #of(Object)} gives. */
    public static void append(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("None");
            case String text -> append(text, out);
            case Boolean b -> out.append(b ? "True" : "False");
            case Double d -> out.append(PythonFloats.repr(d));
            case Float f -> out.append(PythonFloats.repr(f));
            case List<?> list -> elements(list, '[', ']', out);
            case PythonTuple tuple -> {
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
                } else if (PythonStrings.isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append(
                            String.format(Locale.ROOT, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
                }
            }
        }
    }
}
