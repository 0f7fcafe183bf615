package dev.guerdon.webshop;

import dev.guerdon.core.PythonRepr;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes values as Python prints them; the reference's pages and addresses are full of these. */
final class PythonText {

    private PythonText() {}

    /** A float as {@code repr} writes it: shortest form, at least one fraction digit. */
    static String number(double value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e7)) {
            return Double.toString(value);
        }
        if (magnitude >= 1e-4 && magnitude < 1e16) {
            String plain = new java.math.BigDecimal(Double.toString(value)).toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String text = Double.toString(value);
        int e = text.indexOf('E');
        if (e < 0) {
            return text;
        }
        String mantissa = text.substring(0, e);
        if (mantissa.endsWith(".0")) {
            mantissa = mantissa.substring(0, mantissa.length() - 2);
        }
        int exponent = Integer.parseInt(text.substring(e + 1));
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + "%02d".formatted(Math.abs(exponent));
    }

    /** A string as {@code repr} writes it. */
    static String quoted(String text) {
        return PythonRepr.of(text);
    }

    static String list(Collection<String> values) {
        return "[" + String.join(", ", values.stream().map(PythonText::quoted).toList()) + "]";
    }

    static String dict(Map<String, String> values) {
        List<String> entries = new ArrayList<>();
        values.forEach((name, value) -> entries.add(quoted(name) + ": " + quoted(value)));
        return "{" + String.join(", ", entries) + "}";
    }

    /** A map as {@code json.dumps} writes it: insertion order, a space after comma and colon, nothing beyond ASCII. */
    static String json(Map<String, ? extends @Nullable String> values) {
        List<String> entries = new ArrayList<>();
        values.forEach(
                (name, value) -> entries.add(jsonString(name) + ": " + (value == null ? "null" : jsonString(value))));
        return "{" + String.join(", ", entries) + "}";
    }

    /** A map as the {@code tojson} filter of the reference's templates writes it: sorted keys, safe inside HTML. */
    static String templateJson(Map<String, ? extends @Nullable String> values) {
        SortedMap<String, @Nullable String> sorted = new TreeMap<>(PythonText::compareCodePoints);
        sorted.putAll(values);
        return json(sorted)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("'", "\\u0027");
    }

    private static int compareCodePoints(String a, String b) {
        return java.util.Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }

    private static String jsonString(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
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
                    if (c < 0x20 || c > 0x7e) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    /** Whether {@code str.strip} and {@code str.split} take the character for white space. */
    static boolean isSpace(char c) {
        return (c >= '\t' && c <= '\r')
                || (c >= 0x1c && c <= ' ')
                || c == 0x85
                || c == 0xa0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }

    static String strip(String text) {
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

    /** The words between runs of white space. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean space = i == text.length() || isSpace(text.charAt(i));
            if (space && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            } else if (!space && start < 0) {
                start = i;
            }
        }
        return words;
    }

    /** The parts between single spaces, empty ones too. */
    static List<String> splitAtSpaces(String text) {
        return List.of(text.split(" ", -1));
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
