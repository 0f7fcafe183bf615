package dev.guerdon.browser;

import dev.guerdon.core.PythonRepr;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes plain values byte for byte as Python's {@code json.dumps} does. */
final class PythonJson {

    private PythonJson() {}

    /** On one line, with a space after commas and colons. */
    static String line(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        append(value, -1, 0, out);
        return out.toString();
    }

    /** On many lines, indented by so many spaces a level. */
    static String indented(@Nullable Object value, int indent) {
        StringBuilder out = new StringBuilder();
        append(value, indent, 0, out);
        return out.toString();
    }

    private static void append(@Nullable Object value, int indent, int depth, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case String text -> string(text, out);
            case Boolean b -> out.append(b);
            case Double d
            when !Double.isFinite(d) -> out.append(Double.isNaN(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity");
            case Double d -> out.append(PythonRepr.number(d));
            case Number n -> out.append(n);
            case Map<?, ?> map -> {
                Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
                out.append('{');
                while (entries.hasNext()) {
                    Map.Entry<?, ?> entry = entries.next();
                    newLine(indent, depth + 1, out);
                    string(String.valueOf(entry.getKey()), out);
                    append(entry.getValue(), indent, depth + 1, out.append(": "));
                    out.append(entries.hasNext() ? (indent < 0 ? ", " : ",") : "");
                }
                close(!map.isEmpty(), '}', indent, depth, out);
            }
            case PythonRepr.Tuple tuple -> append(tuple.elements(), indent, depth, out);
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
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
