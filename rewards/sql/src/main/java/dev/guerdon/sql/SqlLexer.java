package dev.guerdon.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a text, cut where SQLite's own tokenizer cuts them.
 *
 * <p>Where the two differed, a name could be read in one way here and in another there. So this follows {@code sqlite3GetToken}, its
 * oddities included: U+FEFF is white space between words and a part of a name within one, a vertical tab is white space only after
 * other white space, a bracket has no way to quote its end. Text that cannot reach SQLite unchanged is a problem.
 */
final class SqlLexer {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String sql;
    private final List<Word> words = new ArrayList<>();
    private String problem = "";

    /** The kinds of words that matter. */
    enum Shape {
        /** A name without quotes, which may be a keyword. */
        PLAIN,
        QUOTED,
        TEXT,
        NUMBER,
        SIGN
    }

    /**
     * A word.
     *
     * @param text a name as SQLite compares it, in lower case and without quotes; a sign as it is; the content of a text
     */
    record Word(Shape shape, String text) {

        boolean is(String sign) {
            return shape == Shape.SIGN && text.equals(sign);
        }

        /** Returns the keyword that this may be; empty if it is none. */
        String keyword() {
            return shape == Shape.PLAIN ? text : "";
        }

        boolean isName() {
            return shape == Shape.PLAIN || shape == Shape.QUOTED;
        }
    }

    SqlLexer(String sql) {
        this.sql = sql;
        int at = 0;
        while (at < sql.length() && problem.isEmpty()) {
            at = read(at);
        }
    }

    List<Word> words() {
        return words;
    }

    /** Returns why the text cannot be run, empty if it can. */
    String problem() {
        return problem;
    }

    private char at(int index) {
        return index < sql.length() ? sql.charAt(index) : 0;
    }

    private int read(int from) {
        char c = sql.charAt(from);
        if (c == BYTE_ORDER_MARK) {
            return from + 1;
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
            int end = from + 1;
            while (" \t\n\u000B\f\r".indexOf(at(end)) >= 0 && end < sql.length()) {
                end++;
            }
            return end;
        }
        if (c == '-' && at(from + 1) == '-') {
            int end = sql.indexOf('\n', from);
            return noNull(from, end < 0 ? sql.length() : end);
        }
        if (c == '/' && at(from + 1) == '*' && from + 2 < sql.length()) {
            int end = sql.indexOf("*/", from + 2);
            return noNull(from, end < 0 ? sql.length() : end + 2);
        }
        return switch (c) {
            case 0 -> refuse("a null character");
            case '?', ':', '@', '$', '#' -> refuse("a parameter, and no value for it");
            case '\'', '"', '`' -> quoted(from, c);
            case '[' -> bracketed(from);
            default -> {
                if ((c == 'x' || c == 'X') && at(from + 1) == '\'') {
                    yield blob(from);
                }
                if (isDigit(c) || (c == '.' && isDigit(at(from + 1)))) {
                    yield number(from);
                }
                if (isNamePart(from)) {
                    yield name(from);
                }
                words.add(new Word(Shape.SIGN, String.valueOf(c)));
                yield from + 1;
            }
        };
    }

    private int refuse(String what) {
        problem = what;
        return sql.length();
    }

    /** A null character ends the text for SQLite, also within a comment. */
    private int noNull(int from, int to) {
        int zero = sql.indexOf('\0', from);
        return zero >= 0 && zero < to ? refuse("a null character") : to;
    }

    private int quoted(int from, char close) {
        StringBuilder inside = new StringBuilder();
        for (int i = from + 1; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (c == close && at(i + 1) == close) {
                i++;
            } else if (c == close) {
                words.add(
                        close == '\''
                                ? new Word(Shape.TEXT, inside.toString())
                                : new Word(Shape.QUOTED, lowerCase(inside.toString())));
                return noNull(from, i + 1);
            }
            inside.append(c);
        }
        return refuse("a quote is not closed");
    }

    private int bracketed(int from) {
        int end = sql.indexOf(']', from);
        if (end < 0) {
            return refuse("a quote is not closed");
        }
        words.add(new Word(Shape.QUOTED, lowerCase(sql.substring(from + 1, end))));
        return noNull(from, end + 1);
    }

    private int blob(int from) {
        int end = from + 2;
        while (Character.digit(at(end), 16) >= 0 && at(end) < 128) {
            end++;
        }
        if (at(end) != '\'' || (end - from) % 2 != 0) {
            return refuse("a blob that is not made of pairs of hexadecimal digits");
        }
        words.add(new Word(Shape.NUMBER, ""));
        return end + 1;
    }

    /** Digits and whatever follows them without a gap: where SQLite sees no number in it, it sees no valid word either. */
    private int number(int from) {
        int end = from;
        while (isNamePart(end) || at(end) == '.' || (isSigned(end) && isExponent(from, end))) {
            end++;
        }
        if (end > sql.length() || !problem.isEmpty()) {
            return sql.length();
        }
        words.add(new Word(Shape.NUMBER, sql.substring(from, end)));
        return end;
    }

    private boolean isSigned(int index) {
        return (at(index) == '+' || at(index) == '-') && isDigit(at(index + 1));
    }

    private boolean isExponent(int from, int index) {
        char before = at(index - 1);
        boolean hex = at(from) == '0' && (at(from + 1) == 'x' || at(from + 1) == 'X');
        return (before == 'e' || before == 'E') && !hex;
    }

    private int name(int from) {
        int end = from;
        while (end < sql.length() && problem.isEmpty() && isNamePart(end)) {
            end++;
        }
        words.add(new Word(Shape.PLAIN, lowerCase(sql.substring(from, end))));
        return problem.isEmpty() ? end : sql.length();
    }

    private boolean isNamePart(int index) {
        char c = at(index);
        if (Character.isSurrogate(c)) {
            // The driver would replace half a pair by a question mark, which is a word of its own.
            boolean whole = Character.isHighSurrogate(c)
                    ? Character.isLowSurrogate(at(index + 1))
                    : index > 0 && Character.isHighSurrogate(at(index - 1));
            if (!whole) {
                problem = "half a character (U+" + Integer.toHexString(c) + ")";
            }
        }
        return c > 127 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns a name as SQLite compares it: it knows upper and lower case of ASCII alone. */
    static String lowerCase(String name) {
        StringBuilder out = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
        }
        return out.toString();
    }
}
