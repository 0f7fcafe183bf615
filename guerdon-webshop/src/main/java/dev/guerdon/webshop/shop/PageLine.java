package dev.guerdon.webshop.shop;

import dev.guerdon.api.Internal;

/**
 * One piece of text on a page.
 *
 * @param kind what it is
 * @param text the text as the page's source has it, outer white space included
 */
@Internal
public record PageLine(Kind kind, String text) {

    /** What a piece of text is. */
    public enum Kind {
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
