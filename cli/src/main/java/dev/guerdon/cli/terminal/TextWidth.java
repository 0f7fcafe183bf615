package dev.guerdon.cli.terminal;

import org.jline.utils.WCWidth;

/** Number of columns of a terminal that a text takes, by what a reader sees as one character: two for East Asian characters and emoji. */
final class TextWidth {

    /** Ends a text that was cut. */
    static final String ELLIPSIS = "\u2026";

    private TextWidth() {}

    /** Returns the columns that a text takes. */
    static int of(String text) {
        // Most texts are plain, and then the tables of characters need not be loaded.
        if (text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            return text.length();
        }
        int width = 0;
        for (int at = 0; at < text.length(); at += WCWidth.charCountForGraphemeCluster(text, at)) {
            width += ofCharacter(text, at);
        }
        return width;
    }

    /** Returns the text if it takes no more than so many columns; else its beginning with an ellipsis. */
    static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        int end = 0;
        int left = columns - 1;
        while (end < text.length()) {
            left -= ofCharacter(text, end);
            if (left < 0) {
                break;
            }
            end += WCWidth.charCountForGraphemeCluster(text, end);
        }
        return columns < 1 ? "" : text.substring(0, end).stripTrailing() + ELLIPSIS;
    }

    private static int ofCharacter(String text, int at) {
        int first = text.codePointAt(at);
        if (!Character.isLetter(first) || Character.isEmoji(first)) {
            return Math.max(0, WCWidth.wcwidthForGraphemeCluster(text, at));
        }
        // A vowel sign next to its letter, as in Thai and Hindi, takes a column of its own.
        return text.substring(at, at + WCWidth.charCountForGraphemeCluster(text, at))
                .codePoints()
                .map(c -> Math.max(0, WCWidth.wcwidth(c)))
                .sum();
    }

    /** Returns the text with blanks after it, or before it, so that it takes so many columns. */
    static String pad(String text, int columns, boolean before) {
        String blanks = " ".repeat(Math.max(0, columns - of(text)));
        return before ? blanks + text : text + blanks;
    }
}
