package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.InvisibleCharacters;

/** Text without characters that could make a page read otherwise than it is. */
@Internal
public final class ShownText {

    private ShownText() {}

    /** Returns a text in which control characters and marks that turn the direction of writing can be seen, as {@code \\u202e}. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(InvisibleCharacters::is)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (c == '\r') {
                return; // A line break of other systems.
            }
            if (InvisibleCharacters.is(c)) {
                InvisibleCharacters.escape(c, out);
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
