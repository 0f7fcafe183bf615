package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;

/** Finds a text in another as a whole: not inside a word, and not inside a number. */
final class TokenBounds {

    private TokenBounds() {}

    /** Returns whether a part stands in a text with no word or number going on at either end. */
    static boolean contains(String text, String part) {
        if (part.isEmpty()) {
            return false;
        }
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            int end = at + part.length();
            if (!joins(text, at, part.codePointAt(0)) && !joinsAfter(text, end, part.codePointBefore(part.length()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a text begins with a part as a whole. */
    static boolean begins(String text, String part) {
        return !part.isEmpty()
                && text.startsWith(part)
                && !joinsAfter(text, part.length(), part.codePointBefore(part.length()));
    }

    /** Returns whether a text ends with a part as a whole. */
    static boolean ends(String text, String part) {
        return !part.isEmpty()
                && text.endsWith(part)
                && !joins(text, text.length() - part.length(), part.codePointAt(0));
    }

    private static boolean joins(String text, int at, int first) {
        if (at == 0) {
            return false;
        }
        int before = text.codePointBefore(at);
        if (PythonStrings.isWord(first) && PythonStrings.isWord(before)) {
            return true;
        }
        boolean digit = PythonStrings.decimal(first) >= 0;
        boolean sign = before == '-' || before == '\u2212' || before == '+';
        if (digit && sign) {
            // A hyphen between words is none of the number's.
            int further = at - Character.charCount(before);
            return further == 0 || !PythonStrings.isWord(text.codePointBefore(further));
        }
        return digit && (before == '.' || before == ',') && digitBefore(text, at - 1);
    }

    private static boolean joinsAfter(String text, int end, int last) {
        if (end == text.length()) {
            return false;
        }
        int after = text.codePointAt(end);
        if (PythonStrings.isWord(last) && PythonStrings.isWord(after)) {
            return true;
        }
        boolean digit = PythonStrings.decimal(last) >= 0;
        boolean joint = after == '.' || after == ',' || after == '/';
        return digit && joint && end + 1 < text.length() && PythonStrings.decimal(text.codePointAt(end + 1)) >= 0;
    }

    private static boolean digitBefore(String text, int at) {
        return at > 0 && PythonStrings.decimal(text.codePointBefore(at)) >= 0;
    }
}
