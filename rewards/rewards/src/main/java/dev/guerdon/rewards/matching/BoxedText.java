package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import org.jspecify.annotations.Nullable;

/** Boxes and text commands around an answer. */
final class BoxedText {

    private static final String BOX = "\\boxed{";
    private static final String TEXT = "\\text{";

    private BoxedText() {}

    /** Returns where the last box begins, -1 for none. */
    static int lastBox(String text) {
        return text.lastIndexOf(BOX);
    }

    /** Returns what is in the last box up to its own closing brace, or null. */
    static @Nullable String lastBoxed(String text) {
        int from = lastBox(text);
        String box = from < 0 ? null : balanced(text, from);
        return box == null ? null : box.substring(BOX.length(), box.length() - 1);
    }

    /** From an index to the brace at which the braces are balanced for the first time, or null. */
    static @Nullable String balanced(String text, int from) {
        int open = 0;
        for (int i = from; i < text.length(); i++) {
            open += text.charAt(i) == '{' ? 1 : text.charAt(i) == '}' ? -1 : 0;
            if (open == 0 && text.charAt(i) == '}') {
                return text.substring(from, i + 1);
            }
        }
        return null;
    }

    /** Returns the text without the text commands around the whole of it; takes time proportional to the text, however many there are. */
    static String unwrapped(String text) {
        int from = 0;
        int to = text.length();
        while (to - from > TEXT.length() && text.startsWith(TEXT, from) && text.charAt(to - 1) == '}') {
            from += TEXT.length();
            to--;
            while (from < to && PythonStrings.isSpace(text.charAt(from))) {
                from++;
            }
            while (to > from && PythonStrings.isSpace(text.charAt(to - 1))) {
                to--;
            }
        }
        return text.substring(from, to);
    }
}
