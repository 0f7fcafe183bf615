package dev.guerdon.catalogue.math;

import org.jspecify.annotations.Nullable;

/** Finds the brace that closes a command. */
final class Boxed {

    private Boxed() {}

    /** From an index to the brace at which the braces are balanced for the first time, or null. */
    static @Nullable String balanced(String text, int from) {
        int open = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') {
                open++;
            } else if (c == '}') {
                open--;
                if (open == 0) {
                    return text.substring(from, i + 1);
                }
            }
        }
        return null;
    }

    /** What is inside the last box, or null. */
    static @Nullable String lastContent(String text) {
        String command = "\\boxed{";
        int from = text.lastIndexOf(command);
        String box = from < 0 ? null : balanced(text, from);
        return box == null ? null : box.substring(command.length(), box.length() - 1);
    }
}
