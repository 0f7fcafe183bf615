package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sets Western punctuation apart, with the rules of the NIST evaluation of 2009.
 *
 * <p>There are four rules, of which each rewrites the text that the one before it wrote. Here each hands its characters on as it goes,
 * and holds back one while it looks at the next, so that no text in between is made.
 */
final class WesternTokens {

    private static final int NONE = -1;

    private final List<String> tokens = new ArrayList<>();
    private char[] token = new char[32];
    private int length;
    private int afterOther = NONE;
    private int beforeOther = NONE;
    private int hyphen = NONE;

    private WesternTokens() {}

    static List<String> of(CharSequence text) {
        WesternTokens all = new WesternTokens();
        for (int i = 0; i < text.length(); i++) {
            all.punctuation(text.charAt(i));
        }
        return all.finished();
    }

    private List<String> finished() {
        if (afterOther != NONE) {
            pointBeforeOther((char) afterOther);
        }
        if (beforeOther != NONE) {
            hyphenAfterDigit((char) beforeOther);
        }
        if (hyphen != NONE) {
            collect((char) hyphen);
        }
        collect(' ');
        return tokens;
    }

    private void punctuation(char c) {
        boolean apart = (c >= '{' && c <= '~')
                || (c >= '[' && c <= '`')
                || (c >= ' ' && c <= '&')
                || (c >= '(' && c <= '+')
                || (c >= ':' && c <= '@')
                || c == '/';
        if (apart) {
            pointAfterOther(' ');
            pointAfterOther(c);
            pointAfterOther(' ');
        } else {
            pointAfterOther(c);
        }
    }

    /** A full stop or comma stands apart where no digit is before it. */
    private void pointAfterOther(char c) {
        int before = afterOther;
        if (before != NONE && !isDigit(before) && isPoint(c)) {
            afterOther = NONE;
            pointBeforeOther((char) before);
            pointBeforeOther(' ');
            pointBeforeOther(c);
            pointBeforeOther(' ');
            return;
        }
        afterOther = c;
        if (before != NONE) {
            pointBeforeOther((char) before);
        }
    }

    /** A full stop or comma stands apart where no digit is after it. */
    private void pointBeforeOther(char c) {
        int before = beforeOther;
        if (before != NONE && isPoint(before) && !isDigit(c)) {
            beforeOther = NONE;
            hyphenAfterDigit(' ');
            hyphenAfterDigit((char) before);
            hyphenAfterDigit(' ');
            hyphenAfterDigit(c);
            return;
        }
        beforeOther = c;
        if (before != NONE) {
            hyphenAfterDigit((char) before);
        }
    }

    /** A hyphen stands apart after a digit. */
    private void hyphenAfterDigit(char c) {
        int before = hyphen;
        if (before != NONE && isDigit(before) && c == '-') {
            hyphen = NONE;
            collect((char) before);
            collect(' ');
            collect('-');
            collect(' ');
            return;
        }
        hyphen = c;
        if (before != NONE) {
            collect((char) before);
        }
    }

    private void collect(char c) {
        if (!PythonStrings.isSpace(c)) {
            if (length == token.length) {
                token = Arrays.copyOf(token, 2 * length);
            }
            token[length++] = c;
        } else if (length > 0) {
            tokens.add(new String(token, 0, length));
            length = 0;
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isPoint(int c) {
        return c == '.' || c == ',';
    }
}
