package dev.guerdon.viewer.query;

/**
 * A word of a filter.
 *
 * @param kind what it is
 * @param text what it means: a quoted text without its quotes
 * @param position where it begins, from 0
 */
record Token(Kind kind, String text, int position) {

    enum Kind {
        /** A name, a keyword or a text without quotes. */
        WORD,
        /** A name in backticks, which is never a keyword. */
        NAME,
        /** A text in quotes. */
        QUOTED,
        /** A number, with a unit behind or a dollar sign before it, or a date. */
        NUMBER,
        /** A comparison. */
        COMPARISON,
        /** A parenthesis or a comma. */
        MARK,
        END
    }

    boolean is(Kind other, String word) {
        return kind == other && text.equalsIgnoreCase(word);
    }

    boolean keyword(String word) {
        return is(Kind.WORD, word);
    }

    /** The token as messages name it. */
    String words() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }
}
