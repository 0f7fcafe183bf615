package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Unseen;

/** Text without characters that could make a page read otherwise than it is. */
@Internal
public final class VisibleText {

    private VisibleText() {}

    /** A text in which control characters and marks that turn the direction of writing can be seen, as {@code \\u202e}. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(Unseen::is)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (c == '\r') {
                return; // A line break of other systems.
            }
            if (Unseen.is(c)) {
                Unseen.escape(c, out);
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
