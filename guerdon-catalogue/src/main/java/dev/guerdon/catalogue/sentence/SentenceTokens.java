package dev.guerdon.catalogue.sentence;

import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.List;

/** Cuts the words around a possible end of a sentence: full stops stay with their word, other marks do not. */
final class SentenceTokens {

    private static final String NO_START = "(\"`{[:;&#*@)}]-,";
    private static final String NOT_IN_WORDS = ")\";}]*:@'({[\u2018\u2019\u201c\u201d\u00ab\u00bb?!";

    private SentenceTokens() {}

    /** Whether the character ends a word, whatever follows. */
    static boolean endsWord(char c) {
        return NOT_IN_WORDS.indexOf(c) >= 0;
    }

    static List<String> of(String text) {
        List<String> tokens = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (Strings.isSpace(c)) {
                i++;
                continue;
            }
            int end = manyMarks(text, i);
            if (end == i) {
                end = NO_START.indexOf(c) >= 0 ? i + 1 : wordEnd(text, i + 1);
            }
            tokens.add(text.substring(i, end));
            i = end;
        }
        return tokens;
    }

    private static int wordEnd(String text, int from) {
        int end = from;
        while (!isWordEnd(text, end) && !(text.charAt(end) == ',' && isWordEnd(text, end + 1))) {
            end++;
        }
        return end;
    }

    private static boolean isWordEnd(String text, int at) {
        return at >= text.length()
                || Strings.isSpace(text.charAt(at))
                || endsWord(text.charAt(at))
                || manyMarks(text, at) > at;
    }

    /** The end of two or more hyphens or full stops, or of full stops with spaces between; the start where there are none. */
    private static int manyMarks(String text, int start) {
        char mark = text.charAt(start);
        if (mark != '-' && mark != '.') {
            return start;
        }
        int end = start;
        while (end < text.length() && text.charAt(end) == mark) {
            end++;
        }
        if (end - start >= 2) {
            return end;
        }
        int pairs = 0;
        int at = start;
        while (mark == '.'
                && at + 2 < text.length()
                && Strings.isSpace(text.charAt(at + 1))
                && text.charAt(at + 2) == '.') {
            at += 2;
            pairs++;
        }
        return pairs >= 2 ? at + 1 : start;
    }
}
