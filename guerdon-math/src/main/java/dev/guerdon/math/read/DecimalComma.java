package dev.guerdon.math.read;

import dev.guerdon.api.Internal;

/** Numbers with a decimal comma, as much of Europe writes them. */
@Internal
public final class DecimalComma {

    private DecimalComma() {}

    /** The text with commas between digits as decimal points, and without points between groups of three digits. */
    public static String toPoint(String text) {
        String source = text.replace("{,}", ",");
        StringBuilder out = new StringBuilder(source.length());
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            boolean inside = i > 0 && i + 1 < source.length() && isDigit(source, i - 1) && isDigit(source, i + 1);
            if (c == ',' && inside) {
                out.append('.');
            } else if (c != '.' || !inside || !isGroup(source, i)) {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Three digits and no fourth after this place. */
    private static boolean isGroup(String text, int at) {
        return isDigit(text, at + 1) && isDigit(text, at + 2) && isDigit(text, at + 3) && !isDigit(text, at + 4);
    }

    private static boolean isDigit(String text, int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }
}
