package dev.guerdon.lab.text;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Unseen;

/** Text without characters that could make a page read otherwise than it is. */
@Internal
public final class VisibleText {

    private VisibleText() {}

    /** Puts the replacement character for control characters, halves of pairs, and marks that turn the direction of writing. */
    public static String of(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(c -> visible.appendCodePoint(Unseen.is(c) ? 0xfffd : c));
        return visible.toString();
    }
}
