package dev.guerdon.browser.html;

import java.util.Locale;

/** A place in the text of a document: what is there, and the names, blanks and character references that begin there. */
abstract sealed class HtmlCursor permits HtmlReader {

    /** What is read behind the end of the text. */
    static final int END = -1;

    private static final int LONGEST_NAME = 100;

    final String text;
    int at;

    HtmlCursor(String text) {
        this.text = text;
    }

    final int peek(int offset) {
        int place = at + offset;
        return place < text.length() ? text.charAt(place) : END;
    }

    final boolean isAt(String word) {
        return text.regionMatches(true, at, word, 0, word.length());
    }

    final void skipBlanks() {
        while (isBlank(peek(0))) {
            at++;
        }
    }

    static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** The text without characters that documents must not have. */
    static String clean(String text) {
        if (text.codePoints().allMatch(HtmlCursor::isAllowed)) {
            return text;
        }
        StringBuilder clean = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c == 0) {
                clean.append(' ');
            } else if (isAllowed(c)) {
                clean.appendCodePoint(c);
            }
        });
        return clean.toString();
    }

    private static boolean isAllowed(int c) {
        return (c >= 0x20 && c < 0xd800) || isBlank(c) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000;
    }

    /** Appends what a reference stands for, or the reference itself where it stands for nothing. */
    final void reference(StringBuilder out) {
        if (peek(1) == '#') {
            int code = number();
            if (code > 0) {
                out.appendCodePoint(code);
            }
            return;
        }
        at++;
        int start = at;
        if (isLetter(peek(0)) || peek(0) == '_' || peek(0) == ':') {
            while (isLetter(peek(0)) || isDigit(peek(0)) || isNamePunctuation(peek(0))) {
                at++;
            }
        }
        String name = text.substring(start, at);
        int code = peek(0) == ';' ? Html4.entity(name) : -1;
        if (code < 0) {
            out.append('&').append(name);
        } else {
            out.appendCodePoint(code);
            at++;
        }
    }

    /** The character of a numeric reference; 0 for one that must not be. */
    private int number() {
        boolean hex = peek(2) == 'x' || peek(2) == 'X';
        at += hex ? 3 : 2;
        int code = 0;
        int c = peek(0);
        while (c != END && c < 0x80 && Character.digit(c, hex ? 16 : 10) >= 0) {
            code = Math.min(code * (hex ? 16 : 10) + Character.digit(c, 16), Character.MAX_CODE_POINT + 1);
            at++;
            c = peek(0);
        }
        if (c == ';') {
            at++;
        }
        return code <= Character.MAX_CODE_POINT && isAllowed(code) ? code : 0;
    }

    static boolean isNamePunctuation(int c) {
        return c == ':' || c == '-' || c == '_' || c == '.';
    }

    /** The name of a tag or an attribute in small letters, or an empty one. */
    final String name() {
        int start = at;
        int c = peek(0);
        if (isLetter(c) || c == '_' || c == ':' || c == '.') {
            while (at - start < LONGEST_NAME && (isLetter(c) || isDigit(c) || isNamePunctuation(c))) {
                at++;
                c = peek(0);
            }
        }
        return text.substring(start, at).toLowerCase(Locale.ROOT);
    }
}
