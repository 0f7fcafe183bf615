package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;

/**
 * What errors of one kind have in common: numbers, addresses, paths, ids and quoted texts are folded into marks, so that messages which
 * differ in nothing else become one. Takes time in proportion to the text.
 */
@Internal
public final class ErrorText {

    private static final int LONGEST = 2000;
    private static final int HASH = 8;

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private ErrorText(String text) {
        this.text = text;
    }

    /** The kind of a message, at most as long as the message. */
    public static String normalised(String message) {
        String stripped = message.strip();
        return new ErrorText(stripped.length() > LONGEST ? stripped.substring(0, LONGEST) : stripped).fold();
    }

    private String fold() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                space();
            } else if (isQuote(c) && opens()) {
                quoted(c);
            } else if (startsWord() && (isWordChar(c) || c == '/' || c == '~' || c == '.' || c == '-')) {
                word();
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString().strip();
    }

    private void space() {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
            out.append(' ');
        }
        at++;
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`' || c == '“' || c == '‘' || c == '«';
    }

    private static char closing(char c) {
        return switch (c) {
            case '“' -> '”';
            case '‘' -> '’';
            case '«' -> '»';
            default -> c;
        };
    }

    /** An apostrophe within a word opens nothing. */
    private boolean opens() {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }

    private void quoted(char open) {
        char close = closing(open);
        int end = text.indexOf(close, at + 1);
        while (end >= 0
                && close == '\''
                && end + 1 < text.length()
                && Character.isLetterOrDigit(text.charAt(end + 1))) {
            end = text.indexOf(close, end + 1);
        }
        if (end < 0) {
            out.append(open);
            at++;
        } else {
            out.append(open).append('…').append(close);
            at = end + 1;
        }
    }

    private boolean startsWord() {
        return at == 0 || !isWordChar(text.charAt(at - 1));
    }

    private static boolean isWordChar(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    /** Takes everything up to a space or a quote, and says what it is. */
    private void word() {
        int end = end("()[]{}<>,;|=");
        String word = text.substring(at, end);
        if (word.contains("://")) {
            out.append("<url>");
            at = end("<>\"");
        } else if (isPath(word)) {
            out.append("<path>");
            at = end;
        } else if (isWordChar(text.charAt(at))) {
            plain();
        } else {
            out.append(text.charAt(at));
            at++;
        }
    }

    /** Where the word at this place ends: before a space, a quote or one of these, and before the stop of a sentence. */
    private int end(String marks) {
        int end = at;
        while (end < text.length()
                && !Character.isWhitespace(text.charAt(end))
                && !isQuote(text.charAt(end))
                && marks.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        while (end > at + 1 && ".:!?,;)".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    private static boolean isPath(String word) {
        int slashes = 0;
        for (int i = 0; i < word.length(); i++) {
            slashes += word.charAt(i) == '/' || word.charAt(i) == '\\' ? 1 : 0;
        }
        boolean drive = word.length() > 2 && word.charAt(1) == ':' && (word.charAt(2) == '\\' || word.charAt(2) == '/');
        return drive
                || (slashes > 0
                        && word.length() > 1
                        && (word.startsWith("/") || word.startsWith("~/") || word.startsWith("./")))
                || slashes > 1;
    }

    /** Letters, digits, and what stands between them in numbers and ids. */
    private void plain() {
        int end = at;
        while (end < text.length() && (isWordChar(text.charAt(end)) || joins(end))) {
            end++;
        }
        String word = text.substring(at, end);
        at = end;
        if (isHex(word)) {
            out.append("<id>");
        } else {
            digits(word);
        }
    }

    /** A hyphen, dot or colon between two word characters of which one is a digit. */
    private boolean joins(int index) {
        char c = text.charAt(index);
        return (c == '-' || c == '.' || c == ':')
                && index + 1 < text.length()
                && isWordChar(text.charAt(index + 1))
                && (Character.isDigit(text.charAt(index + 1)) || Character.isDigit(text.charAt(index - 1)));
    }

    private static boolean isHex(String word) {
        String rest = word.startsWith("0x") || word.startsWith("0X") ? word.substring(2) : word;
        boolean digit = rest.length() < word.length();
        int hex = 0;
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (Character.digit(c, 16) >= 0) {
                hex++;
                digit |= Character.isDigit(c);
            } else if (c != '-') {
                return false;
            }
        }
        boolean letter = rest.chars().anyMatch(Character::isLetter);
        return digit && (rest.length() < word.length() ? hex > 0 : hex >= HASH && letter);
    }

    private void digits(String word) {
        for (int i = 0; i < word.length(); ) {
            if (!Character.isDigit(word.charAt(i))) {
                out.append(word.charAt(i));
                i++;
                continue;
            }
            while (i < word.length()
                    && (Character.isDigit(word.charAt(i))
                            || (".:-".indexOf(word.charAt(i)) >= 0
                                    && i + 1 < word.length()
                                    && Character.isDigit(word.charAt(i + 1))))) {
                i++;
            }
            out.append('#');
        }
    }
}
