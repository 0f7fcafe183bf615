package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import org.jspecify.annotations.Nullable;

/** The answer between {@code <answer>} and {@code </answer>}. */
final class AnswerTags {

    private static final String OPEN = "<answer>";
    private static final String CLOSE = "</answer>";

    private AnswerTags() {}

    /** Returns what is between the last pair, each from an opening tag to the nearest closing one; null for none. */
    static @Nullable String last(String text) {
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

    /** Returns what is between the last pair without one white space character at each end, or trimmed; null for none. */
    static @Nullable String lastUnpadded(String text, boolean strip) {
        String last = last(text);
        if (last == null || strip) {
            return last == null ? null : PythonStrings.strip(last);
        }
        String start = !last.isEmpty() && PythonStrings.isSpace(last.charAt(0)) ? last.substring(1) : last;
        int length = start.length();
        return length > 0 && PythonStrings.isSpace(start.charAt(length - 1)) ? start.substring(0, length - 1) : start;
    }

    /** Returns how many opening tags there are. */
    static int opened(String text) {
        return PythonStrings.count(text, OPEN);
    }

    /** Returns how many closing tags there are. */
    static int closed(String text) {
        return PythonStrings.count(text, CLOSE);
    }
}
