package dev.guerdon.catalogue.choice;

import dev.guerdon.cpython.Strings;
import org.jspecify.annotations.Nullable;

/** Boxes and text commands around an answer. */
final class Latex {

    private static final String BOX = "\\boxed{";
    private static final String TEXT = "\\text{";

    private Latex() {}

    /** Where the last box begins, -1 for none. */
    static int lastBox(String text) {
        return text.lastIndexOf(BOX);
    }

    /** What is in the last box up to its own closing brace, or null. */
    static @Nullable String lastBoxed(String text) {
        int from = lastBox(text);
        if (from < 0) {
            return null;
        }
        int depth = 1;
        for (int i = from + BOX.length(); i < text.length(); i++) {
            depth += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return text.substring(from + BOX.length(), i);
            }
        }
        return null;
    }

    /** The text without the text commands around the whole of it. */
    static String unwrapped(String text) {
        int from = 0;
        int to = text.length();
        while (to - from > TEXT.length() && text.startsWith(TEXT, from) && text.charAt(to - 1) == '}') {
            from += TEXT.length();
            to--;
            while (from < to && Strings.isSpace(text.charAt(from))) {
                from++;
            }
            while (to > from && Strings.isSpace(text.charAt(to - 1))) {
                to--;
            }
        }
        return text.substring(from, to);
    }
}
