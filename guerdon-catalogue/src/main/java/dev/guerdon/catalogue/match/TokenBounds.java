package dev.guerdon.catalogue.match;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.Strings;

/** Finds a text in another as a whole: not inside a word, and not inside a number. */
@Internal
public final class TokenBounds {

    private TokenBounds() {}

    /** Whether a part stands in a text with no word or number going on at either end. */
    public static boolean contains(String text, String part) {
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

    /** Whether a text begins with a part as a whole. */
    public static boolean begins(String text, String part) {
        return !part.isEmpty()
                && text.startsWith(part)
                && !joinsAfter(text, part.length(), part.codePointBefore(part.length()));
    }

    /** Whether a text ends with a part as a whole. */
    public static boolean ends(String text, String part) {
        return !part.isEmpty()
                && text.endsWith(part)
                && !joins(text, text.length() - part.length(), part.codePointAt(0));
    }

    private static boolean joins(String text, int at, int first) {
        if (at == 0) {
            return false;
        }
        int before = text.codePointBefore(at);
        if (Strings.isWord(first) && Strings.isWord(before)) {
            return true;
        }
        boolean digit = Strings.decimal(first) >= 0;
        boolean sign = before == '-' || before == '\u2212' || before == '+';
        if (digit && sign) {
            // A hyphen between words is none of the number's.
            int further = at - Character.charCount(before);
            return further == 0 || !Strings.isWord(text.codePointBefore(further));
        }
        return digit && (before == '.' || before == ',') && digitBefore(text, at - 1);
    }

    private static boolean joinsAfter(String text, int end, int last) {
        if (end == text.length()) {
            return false;
        }
        int after = text.codePointAt(end);
        if (Strings.isWord(last) && Strings.isWord(after)) {
            return true;
        }
        boolean digit = Strings.decimal(last) >= 0;
        boolean joint = after == '.' || after == ',' || after == '/';
        return digit && joint && end + 1 < text.length() && Strings.decimal(text.codePointAt(end + 1)) >= 0;
    }

    private static boolean digitBefore(String text, int at) {
        return at > 0 && Strings.decimal(text.codePointBefore(at)) >= 0;
    }
}
