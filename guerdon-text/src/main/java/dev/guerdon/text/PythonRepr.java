package dev.guerdon.text;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code str} and {@code repr} of values that came from JSON. */
final class PythonRepr {

    /** A Python tuple. */
    record Tuple(Object first, Object second) {}

    private PythonRepr() {}

    /** {@code str(value)}. */
    static String str(@Nullable Object value) {
        return value instanceof String text ? text : repr(value);
    }

    private static String repr(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case null -> out.append("None");
            case Boolean b -> out.append(b ? "True" : "False");
            case String text -> appendQuoted(out, text);
            case Double d -> out.append(PythonFloat.text(d));
            case Tuple tuple -> {
                append(out.append('('), tuple.first());
                append(out.append(", "), tuple.second());
                out.append(')');
            }
            case List<?> list -> {
                out.append('[');
                for (int i = 0; i < list.size(); i++) {
                    append(out.append(i == 0 ? "" : ", "), list.get(i));
                }
                out.append(']');
            }
            case Map<?, ?> map -> {
                out.append('{');
                String between = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    append(out.append(between), entry.getKey());
                    append(out.append(": "), entry.getValue());
                    between = ", ";
                }
                out.append('}');
            }
            default -> out.append(value);
        }
    }

    private static void appendQuoted(StringBuilder out, String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            switch (codePoint) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (codePoint == quote) {
                        out.append('\\').append(quote);
                    } else if (isPrintable(codePoint)) {
                        out.appendCodePoint(codePoint);
                    } else {
                        String form = codePoint < 0x100 ? "\\x%02x" : codePoint < 0x10000 ? "\\u%04x" : "\\U%08x";
                        out.append(form.formatted(codePoint));
                    }
                }
            }
        }
        out.append(quote);
    }

    private static boolean isPrintable(int codePoint) {
        return codePoint == ' '
                || switch (Character.getType(codePoint)) {
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
