package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;

/** Text without characters that could make a page read otherwise than it is. */
@Internal
public final class VisibleText {

    private VisibleText() {}

    /** Puts the replacement character for control characters, halves of pairs, and marks that turn the direction of writing. */
    public static String of(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            visible.append(isPlain(text, i) ? text.charAt(i) : '\ufffd');
        }
        return visible.toString();
    }

    private static boolean isPlain(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        }
        boolean turnsDirection = (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
        return !turnsDirection && (c == '\n' || c == '\t' || !Character.isISOControl(c));
    }
}
