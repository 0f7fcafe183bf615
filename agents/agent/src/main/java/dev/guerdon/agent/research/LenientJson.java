package dev.guerdon.agent.research;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as models write it: single and typographic quotes, keys without quotes, trailing commas, brackets left open, Python's
 * words. Linear in the length of the text, and limited in depth.
 */
final class LenientJson {

    private static final int MAX_DEPTH = 40;
    private static final String OPENING = "\"'\u201c\u201d\u201e\u2018\u2019`";

    /** Thrown if the text cannot be read, however loosely. */
    private static final class Unreadable extends RuntimeException {
        Unreadable() {
            super("", null, false, false);
        }
    }

    private final String text;
    private int at;

    private LenientJson(String text) {
        this.text = text;
    }

    /** Returns the value at the beginning of a text; what follows it is ignored. Empty if there is none. */
    static Optional<Object> read(String text) {
        try {
            LenientJson reader = new LenientJson(text);
            return Optional.ofNullable(reader.value(0));
        } catch (Unreadable e) {
            return Optional.empty();
        }
    }

    /** Returns the members of an object whose braces are missing. */
    static Map<String, @Nullable Object> readMembers(String text) {
        LenientJson reader = new LenientJson(text);
        try {
            return reader.members(0);
        } catch (Unreadable e) {
            return Map.of();
        }
    }

    private @Nullable Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new Unreadable();
        }
        skipBlanks();
        if (at >= text.length()) {
            throw new Unreadable();
        }
        char c = text.charAt(at);
        if (c == '{') {
            at++;
            return members(depth);
        }
        if (c == '[') {
            at++;
            return elements(depth);
        }
        return OPENING.indexOf(c) >= 0 ? string() : word();
    }

    private Map<String, @Nullable Object> members(int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (true) {
            skipBlanks();
            if (at >= text.length() || text.charAt(at) == '}') {
                at++;
                return members;
            }
            if (text.charAt(at) == ',') {
                at++;
                continue;
            }
            String key = OPENING.indexOf(text.charAt(at)) >= 0 ? string() : key();
            skipBlanks();
            if (at >= text.length() || (text.charAt(at) != ':' && text.charAt(at) != '=')) {
                throw new Unreadable();
            }
            at++;
            members.put(key, value(depth + 1));
        }
    }

    private List<@Nullable Object> elements(int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        while (true) {
            skipBlanks();
            if (at >= text.length() || text.charAt(at) == ']') {
                at++;
                return elements;
            }
            if (text.charAt(at) == ',') {
                at++;
            } else {
                elements.add(value(depth + 1));
            }
        }
    }

    private String string() {
        char open = text.charAt(at++);
        StringBuilder out = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                out.append(escaped(text.charAt(at++)));
            } else if (closes(open, c) && endsHere(c)) {
                return out.toString();
            } else {
                out.append(c);
            }
        }
        return out.toString().strip();
    }

    private static boolean closes(char open, char c) {
        return switch (open) {
            case '"' -> c == '"';
            case '\'' -> c == '\'';
            case '`' -> c == '`';
            case '\u2018', '\u2019' -> c == '\u2019' || c == '\u2018' || c == '\'';
            default -> c == '\u201c' || c == '\u201d' || c == '"';
        };
    }

    /** Returns whether a quote ends the string; an apostrophe within a word does not. */
    private boolean endsHere(char quote) {
        if (quote == '"') {
            return true;
        }
        int next = at;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next >= text.length() || ",:}]=)".indexOf(text.charAt(next)) >= 0;
    }

    private String escaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b', 'f' -> " ";
            case 'u' -> codeUnit();
            default -> String.valueOf(c);
        };
    }

    private String codeUnit() {
        if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
            return "u";
        }
        at += 4;
        return String.valueOf((char) Integer.parseInt(text.substring(at - 4, at), 16));
    }

    private String key() {
        int from = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "_-".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        if (at == from) {
            throw new Unreadable();
        }
        return text.substring(from, at);
    }

    /** Returns a number, one of the words of JSON or Python, or a text without quotes up to the end of the member. */
    private @Nullable Object word() {
        int from = at;
        while (at < text.length() && ",}]\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at).strip();
        if (word.isEmpty()) {
            throw new Unreadable();
        }
        return switch (word) {
            case "true", "True" -> true;
            case "false", "False" -> false;
            case "null", "None" -> null;
            default -> number(word);
        };
    }

    private static Object number(String word) {
        if (word.matches("-?(?:0|[1-9]\\d{0,17})")) {
            return Long.parseLong(word);
        }
        return word.matches("-?\\d{1,15}\\.\\d{1,15}(?:[eE][+-]?\\d{1,3})?") ? (Object) Double.parseDouble(word) : word;
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
