package dev.guerdon.webshop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the Python list and dict literals of strings that travel in the addresses of AgentFly's shop. Never evaluates anything. */
final class PythonLiteral {

    private final String text;
    private int at;

    private PythonLiteral(String text) {
        this.text = text;
    }

    /** Reads {@code ['a', "b"]}. */
    static List<String> list(String text) {
        PythonLiteral reader = new PythonLiteral(text);
        List<String> values = new ArrayList<>();
        reader.expect('[');
        while (!reader.accept(']')) {
            values.add(reader.string());
            if (!reader.accept(',')) {
                reader.expect(']');
                break;
            }
        }
        reader.end();
        return values;
    }

    /** Reads {@code {'a': 'b'}}. */
    static Map<String, String> dict(String text) {
        PythonLiteral reader = new PythonLiteral(text);
        Map<String, String> values = new LinkedHashMap<>();
        reader.expect('{');
        while (!reader.accept('}')) {
            String name = reader.string();
            reader.expect(':');
            values.put(name, reader.string());
            if (!reader.accept(',')) {
                reader.expect('}');
                break;
            }
        }
        reader.end();
        return values;
    }

    private String string() {
        skipSpaces();
        if (at >= text.length() || (text.charAt(at) != '\'' && text.charAt(at) != '"')) {
            throw bad("a quoted string");
        }
        char quote = text.charAt(at++);
        StringBuilder out = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            if (c != '\\') {
                out.append(c);
            } else if (at < text.length()) {
                escape(out, text.charAt(at++));
            }
        }
        if (at >= text.length()) {
            throw bad("the closing " + quote);
        }
        at++;
        return out.toString();
    }

    private void escape(StringBuilder out, char c) {
        switch (c) {
            case 'n' -> out.append('\n');
            case 't' -> out.append('\t');
            case 'r' -> out.append('\r');
            case 'x' -> out.appendCodePoint(hex(2));
            case 'u' -> out.appendCodePoint(hex(4));
            case 'U' -> out.appendCodePoint(hex(8));
            case '\\', '\'', '"' -> out.append(c);
            default -> out.append('\\').append(c);
        }
    }

    private int hex(int digits) {
        int end = at + digits;
        if (end > text.length()) {
            throw bad(digits + " hexadecimal digits");
        }
        try {
            int code = Integer.parseInt(text, at, end, 16);
            if (!Character.isValidCodePoint(code)) {
                throw bad("a character code");
            }
            at = end;
            return code;
        } catch (NumberFormatException e) {
            throw bad(digits + " hexadecimal digits");
        }
    }

    private boolean accept(char wanted) {
        skipSpaces();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw bad("'" + wanted + "'");
        }
    }

    private void end() {
        skipSpaces();
        if (at < text.length()) {
            throw bad("the end");
        }
    }

    private void skipSpaces() {
        while (at < text.length() && PythonText.isSpace(text.charAt(at))) {
            at++;
        }
    }

    private WebshopException bad(String expected) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
        return new WebshopException("expected " + expected + " at position " + at + ", found " + found);
    }
}
