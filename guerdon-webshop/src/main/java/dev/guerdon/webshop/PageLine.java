package dev.guerdon.webshop;

/**
 * One piece of text on a page.
 *
 * @param kind what it is
 * @param text the text as the page's source has it, outer white space included
 */
record PageLine(Kind kind, String text) {

    /** What a piece of text is. */
    enum Kind {
        TEXT,
        BUTTON,
        PRODUCT,
        OPTION
    }

    static PageLine text(String text) {
        return new PageLine(Kind.TEXT, text);
    }

    static PageLine button(String text) {
        return new PageLine(Kind.BUTTON, text);
    }
}
