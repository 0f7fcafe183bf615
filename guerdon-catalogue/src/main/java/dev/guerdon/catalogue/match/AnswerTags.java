package dev.guerdon.catalogue.match;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;
import org.jspecify.annotations.Nullable;

/** The answer between {@code <answer>} and {@code </answer>}. */
@Internal
public final class AnswerTags {

    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    private AnswerTags() {}

    /** What is between the last pair, each from an opening tag to the nearest closing one; null for none. */
    public static @Nullable String last(String text) {
        String last = null;
        int open = text.indexOf(OPEN);
        while (open >= 0) {
            int close = text.indexOf(CLOSE, open + OPEN.length());
            if (close < 0) {
                return last;
            }
            last = text.substring(open + OPEN.length(), close);
            open = text.indexOf(OPEN, close + CLOSE.length());
        }
        return last;
    }

    /** What is between the last pair without one white space character at each end, or trimmed; null for none. */
    public static @Nullable String lastUnpadded(String text, boolean strip) {
        String last = last(text);
        if (last == null || strip) {
            return last == null ? null : Strings.strip(last);
        }
        String start = !last.isEmpty() && Strings.isSpace(last.charAt(0)) ? last.substring(1) : last;
        int length = start.length();
        return length > 0 && Strings.isSpace(start.charAt(length - 1)) ? start.substring(0, length - 1) : start;
    }

    /** How many opening tags there are. */
    public static int opened(String text) {
        return count(text, OPEN);
    }

    /** How many closing tags there are. */
    public static int closed(String text) {
        return count(text, CLOSE);
    }

    private static int count(String text, String tag) {
        int count = 0;
        for (int at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + tag.length())) {
            count++;
        }
        return count;
    }
}
