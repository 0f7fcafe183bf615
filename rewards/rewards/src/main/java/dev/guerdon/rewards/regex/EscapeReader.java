package dev.guerdon.rewards.regex;

import dev.guerdon.rewards.regex.BoundedRegex.BadPattern;
import dev.guerdon.rewards.regex.RegexNode.At;
import org.jspecify.annotations.Nullable;

/** Reads what follows a backslash. */
final class EscapeReader {

    private final PatternReader in;

    EscapeReader(PatternReader in) {
        this.in = in;
    }

    /** Returns the item that an escape outside of a class means. */
    RegexNode item() throws BadPattern {
        if (!in.more()) {
            throw in.bad("bad escape (end of pattern)");
        }
        int c = in.text[in.at];
        RegexNode place = place(c);
        if (place != null) {
            in.at++;
            return place;
        }
        CharSet set = named();
        if (set != null) {
            return in.one(set);
        }
        if (c >= '1' && c <= '9') {
            return numbered();
        }
        if (!in.python() && c == 'k') {
            in.at++;
            if (!in.accept('<')) {
                throw in.bad("invalid named reference");
            }
            return in.back(in.groupNamed(in.name('>')));
        }
        return in.one(CharSet.one(character(false)));
    }

    private @Nullable RegexNode place(int c) {
        At at = switch (c) {
            case 'b' -> in.python() && !in.ascii ? At.BOUNDARY : At.ASCII_BOUNDARY;
            case 'B' -> in.python() && !in.ascii ? At.NOT_BOUNDARY : At.ASCII_NOT_BOUNDARY;
            case 'A' -> in.python() ? At.START : null;
            case 'Z' -> in.python() ? At.END : null;
            default -> null;
        };
        return at == null ? null : new RegexNode.Assertion(at);
    }

    /** Returns the set that a class escape such as {@code \d} means, or null if there is none and nothing was read. */
    @Nullable
    CharSet named() throws BadPattern {
        boolean unicode = in.python() && !in.ascii;
        CharSet digit = unicode ? CharacterClasses.PYTHON_DIGIT : CharacterClasses.ASCII_DIGIT;
        CharSet word = unicode ? CharacterClasses.PYTHON_WORD : CharacterClasses.ASCII_WORD;
        CharSet space = unicode
                ? CharacterClasses.PYTHON_SPACE
                : in.python() ? CharacterClasses.ASCII_SPACE : CharacterClasses.ECMA_SPACE;
        CharSet set = switch (in.text[in.at]) {
            case 'd' -> digit;
            case 'D' -> digit.not();
            case 'w' -> word;
            case 'W' -> word.not();
            case 's' -> space;
            case 'S' -> space.not();
            case 'p' -> in.python() ? null : property();
            case 'P' -> in.python() ? null : property().not();
            default -> null;
        };
        if (set != null) {
            in.at++;
        }
        return set;
    }

    /** Leaves the reader at the last character of the property, as after a letter. */
    private CharSet property() throws BadPattern {
        int from = ++in.at;
        StringBuilder expression = new StringBuilder();
        if (in.accept('{')) {
            while (in.more() && !in.isAt('}')) {
                expression.appendCodePoint(in.text[in.at++]);
            }
            CharSet set = in.isAt('}') ? CharacterClasses.property(expression.toString()) : null;
            if (set != null) {
                return set;
            }
        }
        in.at = from;
        throw in.bad("unknown property '" + expression + "'");
    }

    /** Returns a reference to a group, or in Python an octal number. */
    private RegexNode numbered() throws BadPattern {
        int[] text = in.text;
        int from = in.at;
        if (in.python() && isOctal(from) && isOctal(from + 1) && isOctal(from + 2)) {
            int code = (text[from] - '0') * 64 + (text[from + 1] - '0') * 8 + text[from + 2] - '0';
            in.at += 3;
            if (code > 0377) {
                throw in.bad("octal escape value outside of range 0-0o377");
            }
            return in.one(CharSet.one(code));
        }
        int number = text[in.at++] - '0';
        int most = in.python() ? 2 : 5;
        for (int digits = 1; digits < most && in.more() && text[in.at] >= '0' && text[in.at] <= '9'; digits++) {
            number = number * 10 + text[in.at++] - '0';
        }
        return in.back(number);
    }

    private boolean isOctal(int index) {
        return index < in.text.length && in.text[index] >= '0' && in.text[index] <= '7';
    }

    /** Returns the character that an escape means. */
    @SuppressWarnings("StatementSwitchToExpressionSwitch")
    int character(boolean inClass) throws BadPattern {
        if (!in.more()) {
            throw in.bad("bad escape (end of pattern)");
        }
        int c = in.text[in.at++];
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'f':
                return '\f';
            case 'v':
                return 0x0B;
            case 'x':
                return hex(2);
            case 'u':
                return unicode();
            default:
        }
        if (inClass && c == 'b') {
            return '\b';
        }
        if (in.python()) {
            if (c == 'a') {
                return 7;
            }
            if (c == 'U') {
                int code = hex(8);
                if (code > Character.MAX_CODE_POINT || code < 0) {
                    throw in.bad("bad escape \\U");
                }
                return code;
            }
            if (c >= '0' && c <= '9') {
                return octal(c, inClass);
            }
        } else {
            if (c == 'c' && in.more() && in.text[in.at] < 128 && Character.isLetter(in.text[in.at])) {
                return in.text[in.at++] % 32;
            }
            if (c == '0' && !(in.more() && in.text[in.at] >= '0' && in.text[in.at] <= '9')) {
                return 0;
            }
        }
        if (c < 128 && Character.isLetterOrDigit(c)) {
            in.at--;
            throw in.bad("bad escape \\" + Character.toString(c));
        }
        return c;
    }

    private int octal(int first, boolean inClass) throws BadPattern {
        if ((first != '0' && !inClass) || first > '7') {
            throw in.bad("bad escape");
        }
        int code = first - '0';
        for (int digits = 1; digits < 3 && isOctal(in.at); digits++) {
            code = code * 8 + in.text[in.at++] - '0';
        }
        if (code > 0377) {
            throw in.bad("octal escape value outside of range 0-0o377");
        }
        return code;
    }

    private int hex(int digits) throws BadPattern {
        int code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = in.more() && in.text[in.at] < 128 ? Character.digit(in.text[in.at], 16) : -1;
            if (digit < 0) {
                throw in.bad("incomplete escape");
            }
            in.at++;
            code = code * 16 + digit;
        }
        return code;
    }

    private int unicode() throws BadPattern {
        if (!in.python() && in.accept('{')) {
            int code = 0;
            int from = in.at;
            for (; in.more() && !in.isAt('}') && code <= Character.MAX_CODE_POINT; in.at++) {
                int digit = in.text[in.at] < 128 ? Character.digit(in.text[in.at], 16) : -1;
                if (digit < 0) {
                    throw in.bad("bad escape \\u{");
                }
                code = code * 16 + digit;
            }
            if (in.at == from || code > Character.MAX_CODE_POINT || !in.accept('}')) {
                throw in.bad("bad escape \\u{");
            }
            return code;
        }
        int code = hex(4);
        if (!in.python() && Character.isHighSurrogate((char) code) && in.accept("\\u")) {
            int second = hex(4);
            if (Character.isLowSurrogate((char) second)) {
                return Character.toCodePoint((char) code, (char) second);
            }
            in.at -= 6;
        }
        return code;
    }
}
