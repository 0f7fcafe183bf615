package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes plain values byte for byte as Python's {@code json.dumps} does. */
@Internal
public final class JsonWriter {

    private JsonWriter() {}

    /** On one line, with a space after commas and colons. */
    public static String line(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        append(value, -1, 0, out);
        return out.toString();
    }

    /** On many lines, indented by so many spaces a level. */
    public static String indented(@Nullable Object value, int indent) {
        StringBuilder out = new StringBuilder();
        append(value, indent, 0, out);
        return out.toString();
    }

    /** Writes what Jinja's filter {@code tojson} makes of an object in a page: on one line, sorted by name, safe inside HTML. */
    public static String template(Map<String, ? extends @Nullable Object> value) {
        SortedMap<String, @Nullable Object> sorted = new TreeMap<>(PythonStrings::compare);
        sorted.putAll(value);
        return line(sorted)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("'", "\\u0027");
    }

    private static void append(@Nullable Object value, int indent, int depth, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case String text -> string(text, out);
            case Boolean b -> out.append(b);
            case Double d
            when !Double.isFinite(d) -> out.append(Double.isNaN(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
            case Double d -> out.append(PythonFloats.repr(d));
            case Float f -> append(f.doubleValue(), indent, depth, out);
            case Number n -> out.append(n);
            case Map<?, ?> map -> {
                Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
                out.append('{');
                while (entries.hasNext()) {
                    Map.Entry<?, ?> entry = entries.next();
                    newLine(indent, depth + 1, out);
                    string(entry.getKey() instanceof String name ? name : line(entry.getKey()), out);
                    append(entry.getValue(), indent, depth + 1, out.append(": "));
                    out.append(entries.hasNext() ? (indent < 0 ? ", " : ",") : "");
                }
                close(!map.isEmpty(), '}', indent, depth, out);
            }
            case PythonTuple tuple -> append(tuple.elements(), indent, depth, out);
            case List<?> list -> {
                out.append('[');
                for (int i = 0; i < list.size(); i++) {
                    newLine(indent, depth + 1, out);
                    append(list.get(i), indent, depth + 1, out);
                    out.append(i + 1 < list.size() ? (indent < 0 ? ", " : ",") : "");
                }
                close(!list.isEmpty(), ']', indent, depth, out);
            }
            default -> string(value.toString(), out);
        }
    }

    private static void close(boolean filled, char bracket, int indent, int depth, StringBuilder out) {
        if (filled) {
            newLine(indent, depth, out);
        }
        out.append(bracket);
    }

    private static void newLine(int indent, int depth, StringBuilder out) {
        if (indent >= 0) {
            out.append('\n').repeat(' ', indent * depth);
        }
    }

    private static void string(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < ' ' || c > '~') {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
