package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;

/** A text on one line of a terminal: what cannot be seen or would break the line is written as an escape. */
@Internal
public final class Shown {

    private Shown() {}

    /** The text, cut to so many characters. */
    public static String line(String text, int widest) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length() && out.length() <= widest; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (hidden(c)) {
                        out.append(String.format("\\u%04x", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        }
        return out.length() > widest ? out.substring(0, widest - 3) + "..." : out.toString();
    }

    private static boolean hidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }
}
