package dev.guerdon.browser.view;

import dev.guerdon.cpython.Strings;
import org.jspecify.annotations.Nullable;

/**
 * A text attribute of an element while the page is marked: the id of the element, then what the page had written there.
 *
 * @param bid the id; null where the attribute carries none
 * @param text what belongs to the page
 */
record MarkedText(@Nullable String bid, String text) {

    private static final String PREFIX = "browsergym_id_";

    /** Takes the id from the text. A text whose own part has several lines is left alone, as the reference does. */
    static MarkedText read(String marked) {
        if (!marked.startsWith(PREFIX)) {
            return new MarkedText(null, marked);
        }
        int end = PREFIX.length();
        while (end < marked.length() && isLetterOrDigit(marked.charAt(end))) {
            end++;
        }
        int own = end < marked.length() && Strings.isSpace(marked.charAt(end)) ? end + 1 : end;
        if (end == PREFIX.length() || marked.indexOf('\n', own) >= 0) {
            return new MarkedText(null, marked);
        }
        return new MarkedText(marked.substring(PREFIX.length(), end), marked.substring(own));
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
