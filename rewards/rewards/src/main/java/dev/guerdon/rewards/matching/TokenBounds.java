package dev.guerdon.rewards.matching;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.AnswerStatement;

/** Finds a text in another as a whole: not inside a word, and not inside a number. */
final class TokenBounds {

    private TokenBounds() {}

    /** Returns whether a part stands in a text with no word or number going on at either end. */
    static boolean contains(String text, String part) {
        return last(text, part) >= 0;
    }

    /** Returns whether the last place at which a part stands whole states it as the answer: not denied, doubted or one of several. */
    static boolean states(String text, String part) {
        int at = last(text, part);
        return at >= 0 && AnswerStatement.fault(text, at, at + part.length()).isEmpty();
    }

    /** Returns the last place at which a part stands whole, or -1. */
    static int last(String text, String part) {
        if (part.isEmpty()) {
            return -1;
        }
        int at = text.lastIndexOf(part);
        while (at >= 0 && !isWhole(text, at, part)) {
            at = text.lastIndexOf(part, at - 1);
        }
        return at;
    }

    /** Returns whether no word or number goes on at either end of a part. */
    static boolean isWhole(String text, int at, String part) {
        return !joins(text, at, part.codePointAt(0))
                && !joinsAfter(text, at + part.length(), part.codePointBefore(part.length()));
    }

    private static boolean joins(String text, int from, int first) {
        int at = from;
        // What cannot be seen ends no word.
        while (at > 0 && Character.getType(text.codePointBefore(at)) == Character.FORMAT) {
            at -= Character.charCount(text.codePointBefore(at));
        }
        if (at == 0) {
            return false;
        }
        int before = text.codePointBefore(at);
        if (PythonStrings.isWord(first) && PythonStrings.isWord(before)) {
            return true;
        }
        int further = at - Character.charCount(before);
        boolean digit = PythonStrings.decimal(first) >= 0;
        if (digit && (before == '-' || before == '\u2212' || before == '+')) {
            // A hyphen after a word is none of the number's; one after a number makes a range.
            return further == 0 || !PythonStrings.isWord(text.codePointBefore(further)) || digitBefore(text, further);
        }
        return digit
                ? (before == '.' || before == ',' || before == '/') && digitBefore(text, further)
                : before == '-'
                        && further > 0
                        && PythonStrings.isWord(first)
                        && PythonStrings.isWord(text.codePointBefore(further));
    }

    private static boolean joinsAfter(String text, int from, int last) {
        int end = from;
        while (end < text.length() && Character.getType(text.codePointAt(end)) == Character.FORMAT) {
            end += Character.charCount(text.codePointAt(end));
        }
        if (end == text.length()) {
            return false;
        }
        int after = text.codePointAt(end);
        if (PythonStrings.isWord(last) && PythonStrings.isWord(after)) {
            return true;
        }
        int next = end + 1 < text.length() ? text.codePointAt(end + 1) : -1;
        return PythonStrings.decimal(last) >= 0
                ? after == '^' || (".,/-".indexOf(after) >= 0 && PythonStrings.decimal(next) >= 0)
                : after == '-' && PythonStrings.isWord(last) && next >= 0 && PythonStrings.isWord(next);
    }

    private static boolean digitBefore(String text, int at) {
        return at > 0 && PythonStrings.decimal(text.codePointBefore(at)) >= 0;
    }
}
