package dev.guerdon.cpython;

import java.util.Locale;

/** Treatment that CPython gives the text of an expression before and between its tokens: line ends, blank lines, indentation, comments. */
final class SourceText {

    private static final int FAILED = -1;

    private SourceText() {}

    /** Returns the code points of a text that {@code ast.literal_eval} is given, with every line end as a line feed. */
    static int[] of(String source) {
        int start = 0;
        while (start < source.length() && (source.charAt(start) == ' ' || source.charAt(start) == '\t')) {
            start++;
        }
        int[] text = source.substring(start)
                .replace("\r\n", "\n")
                .replace('\r', '\n')
                .codePoints()
                .toArray();
        check(text, 0, text.length);
        return text;
    }

    /** Refuses what Python's source may not have: lone surrogates and null. */
    static void check(int[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text[i] >= Character.MIN_SURROGATE && text[i] <= Character.MAX_SURROGATE) {
                throw new PythonException(
                        "UnicodeEncodeError",
                        String.format(
                                Locale.ROOT,
                                "'utf-8' codec can't encode character '\\u%04x' in position %d: surrogates not allowed",
                                text[i],
                                i - start));
            }
            if (text[i] == 0) {
                throw new PythonException("SyntaxError", "source code string cannot contain null bytes");
            }
        }
    }

    /** Returns where the first line from there on begins that has more than blanks and a comment; -1 if it is indented. */
    static int skipBlankLines(int[] text, int from) {
        int at = from;
        int column = 0;
        while (at < text.length) {
            int c = text[at];
            if (c == '\n' || c == '\f') {
                column = 0;
                at++;
            } else if (c == ' ' || c == '\t') {
                column++;
                at++;
            } else if (c == '#') {
                column = 0;
                at = lineEnd(text, at);
            } else if (isContinuation(text, at)) {
                at += 2;
            } else {
                break;
            }
        }
        return column == 0 ? at : FAILED;
    }

    /** Returns the position after blanks, comments and continued lines from there on, and after line ends where they mean nothing. */
    static int skip(int[] text, int from, boolean lineEnds) {
        int at = from;
        while (at < text.length) {
            int c = text[at];
            if (c == '#') {
                at = lineEnd(text, at);
            } else if (c == ' ' || c == '\t' || c == '\f' || (c == '\n' && lineEnds)) {
                at++;
            } else if (isContinuation(text, at)) {
                at += 2;
            } else {
                break;
            }
        }
        return at;
    }

    static int lineEnd(int[] text, int from) {
        int at = from;
        while (at < text.length && text[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Returns a backslash at the end of a line that is not the last. */
    private static boolean isContinuation(int[] text, int at) {
        return text[at] == '\\' && at + 2 < text.length && text[at + 1] == '\n';
    }
}
