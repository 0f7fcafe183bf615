package dev.guerdon.webshop;

import dev.guerdon.cpython.PythonStrings;
import java.util.Optional;

/**
 * An action such as {@code search[red shoes]}.
 *
 * @param name what stands before the bracket
 * @param argument what stands inside, in lower case
 */
record TextAction(String name, String argument) {

    /**
     * Reads an action as the reference's pattern {@code (.+)\[(.+)\]} does, in one pass: the last bracket that has something before
     * and behind it opens, the last closing bracket of the first line closes, and what follows is ignored.
     */
    static Optional<TextAction> parse(String text) {
        int lineEnd = text.indexOf('\n');
        String line = lineEnd < 0 ? text : text.substring(0, lineEnd);
        int close = line.lastIndexOf(']');
        int open = close < 3 ? -1 : line.lastIndexOf('[', close - 2);
        if (open < 1) {
            return Optional.empty();
        }
        return Optional.of(
                new TextAction(line.substring(0, open), PythonStrings.lower(line.substring(open + 1, close))));
    }

    boolean isSearch() {
        return name.equals("search");
    }

    boolean isClick() {
        return name.equals("click");
    }
}
