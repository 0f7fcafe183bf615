package dev.guerdon.core;

/** Writes strings as Python shows them, for clients that were built around a program which did. */
public final class PythonRepr {

    private PythonRepr() {}

    /** The representation of a string: in single quotes unless it has some and no double ones, what cannot be printed escaped. */
    public static String of(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(quote);
        text.codePoints().forEach(c -> append(c, quote, out));
        return out.append(quote).toString();
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
                } else if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append((c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x").formatted(c));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
