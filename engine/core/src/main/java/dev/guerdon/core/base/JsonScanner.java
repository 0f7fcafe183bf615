package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Finds where JSON values end, and checks them on the way, without making anything of them.
 *
 * <p>Most of a line is a trajectory that the reward never looks at. Passing over it takes a fraction of the time that a parser needs
 * to cut it into tokens: strings are checked eight bytes at a time. Accepts what the parser accepts, if it is {@link Utf8}; where it
 * refuses, the parser finds the words. Reads below {@code end} only.
 */
@Internal
public final class JsonScanner {

    /** The value is not JSON, or is nested too deeply. */
    public static final int INVALID = -1;

    private static final int MAX_DEPTH = 1000;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    private static final boolean[] SHORT_ESCAPE = new boolean[128];

    static {
        for (char c : "\"\\/bfnrt".toCharArray()) {
            SHORT_ESCAPE[c] = true;
        }
    }

    private JsonScanner() {}

    /** Returns the index after the white space that begins at {@code i}. */
    public static int space(byte[] bytes, int i, int end) {
        while (i < end) {
            byte b = bytes[i];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                break;
            }
            i++;
        }
        return i;
    }

    /** Returns the index after the value that begins at {@code i} in a line's object, or {@link #INVALID}. */
    public static int value(byte[] bytes, int i, int end) {
        return value(bytes, i, end, 2);
    }

    private static int value(byte[] bytes, int i, int end, int depth) {
        if (i >= end || depth > MAX_DEPTH) {
            return INVALID;
        }
        return switch (bytes[i]) {
            case '"' -> string(bytes, i, end);
            case '{' -> object(bytes, i, end, depth);
            case '[' -> array(bytes, i, end, depth);
            case 't' -> word(bytes, i, end, "true");
            case 'f' -> word(bytes, i, end, "false");
            case 'n' -> word(bytes, i, end, "null");
            default -> number(bytes, i, end);
        };
    }

    private static int object(byte[] bytes, int i, int end, int depth) {
        int at = space(bytes, i + 1, end);
        if (at < end && bytes[at] == '}') {
            return at + 1;
        }
        while (at < end && bytes[at] == '"') {
            at = string(bytes, at, end);
            if (at == INVALID) {
                return INVALID;
            }
            at = space(bytes, at, end);
            if (at >= end || bytes[at] != ':') {
                return INVALID;
            }
            at = value(bytes, space(bytes, at + 1, end), end, depth + 1);
            if (at == INVALID) {
                return INVALID;
            }
            at = space(bytes, at, end);
            if (at >= end) {
                return INVALID;
            }
            if (bytes[at] == '}') {
                return at + 1;
            }
            if (bytes[at] != ',') {
                return INVALID;
            }
            at = space(bytes, at + 1, end);
        }
        return INVALID;
    }

    private static int array(byte[] bytes, int i, int end, int depth) {
        int at = space(bytes, i + 1, end);
        if (at < end && bytes[at] == ']') {
            return at + 1;
        }
        while (true) {
            at = value(bytes, at, end, depth + 1);
            if (at == INVALID) {
                return INVALID;
            }
            at = space(bytes, at, end);
            if (at >= end) {
                return INVALID;
            }
            if (bytes[at] == ']') {
                return at + 1;
            }
            if (bytes[at] != ',') {
                return INVALID;
            }
            at = space(bytes, at + 1, end);
        }
    }

    /** Returns the index after the string whose opening quote stands at {@code i}, or {@link #INVALID}. */
    static int string(byte[] bytes, int i, int end) {
        int at = plain(bytes, i + 1, end);
        while (at < end) {
            byte b = bytes[at];
            if (b == '"') {
                return at + 1;
            }
            if (b == '\\') {
                at = escape(bytes, at, end);
            } else if (b < 0) {
                at = beyondAscii(bytes, at, end);
            } else if (b < ' ') {
                return INVALID;
            } else {
                at++;
            }
            if (at == INVALID) {
                return INVALID;
            }
            at = plain(bytes, at, end);
        }
        return INVALID;
    }

    /** Passes over bytes that need no look of their own: printable ASCII without quotes and backslashes. */
    public static int plain(byte[] bytes, int from, int end) {
        int at = from;
        while (at <= end - 8) {
            long x = (long) LONGS.get(bytes, at);
            long quote = x ^ QUOTES;
            long backslash = x ^ BACKSLASHES;
            // A high bit in any of these: a byte that equals the pattern, one below the space, or one beyond ASCII,
            // which
            // stops in any case and so need not be kept out of the comparisons.
            long stop = ((quote - ONES) | (backslash - ONES) | (x - SPACES) | x) & HIGHS;
            if (stop != 0) {
                // Borrows can mark a byte after a real stop, never before it.
                return at + (Long.numberOfTrailingZeros(stop) >>> 3);
            }
            at += 8;
        }
        while (at < end && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    private static int escape(byte[] bytes, int at, int end) {
        if (at + 1 >= end) {
            return INVALID;
        }
        byte b = bytes[at + 1];
        if (b >= 0 && SHORT_ESCAPE[b]) {
            return at + 2;
        }
        return b == 'u' ? hex(bytes, at + 2, end) : INVALID;
    }

    private static int hex(byte[] bytes, int at, int end) {
        if (at + 4 > end) {
            return INVALID;
        }
        for (int i = at; i < at + 4; i++) {
            if (bytes[i] < 0 || Character.digit(bytes[i], 16) < 0) {
                return INVALID;
            }
        }
        return at + 4;
    }

    /** Returns the index after a UTF-8 sequence of two to four bytes; stricter than the parser, which reads overlong forms: see {@link Utf8}. */
    private static int beyondAscii(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xff;
        int more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        if (lead < 0xc2 || lead > 0xf4 || at + more >= end) {
            return INVALID;
        }
        int second = bytes[at + 1] & 0xff;
        int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < least || second > most) {
            return INVALID;
        }
        for (int i = 2; i <= more; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return INVALID;
            }
        }
        return at + more + 1;
    }

    private static int word(byte[] bytes, int i, int end, String word) {
        if (i + word.length() > end) {
            return INVALID;
        }
        for (int k = 1; k < word.length(); k++) {
            if (bytes[i + k] != word.charAt(k)) {
                return INVALID;
            }
        }
        return ended(bytes, i + word.length(), end);
    }

    private static int number(byte[] bytes, int i, int end) {
        int at = i < end && bytes[i] == '-' ? i + 1 : i;
        int digits = digits(bytes, at, end);
        if (digits == at || (bytes[at] == '0' && digits > at + 1)) {
            return INVALID;
        }
        at = digits;
        if (at < end && bytes[at] == '.') {
            digits = digits(bytes, at + 1, end);
            if (digits == at + 1) {
                return INVALID;
            }
            at = digits;
        }
        if (at < end && (bytes[at] | 0x20) == 'e') {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            digits = digits(bytes, at, end);
            if (digits == at) {
                return INVALID;
            }
            at = digits;
        }
        // The parser refuses numbers beyond its limit of digits.
        return at - i > 100_000 ? INVALID : ended(bytes, at, end);
    }

    private static int digits(byte[] bytes, int i, int end) {
        int at = i;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    /** Returns a number or word must be followed by something that is not part of one. */
    private static int ended(byte[] bytes, int at, int end) {
        if (at < end) {
            byte b = bytes[at];
            if (b != ',' && b != ']' && b != '}' && b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return INVALID;
            }
        }
        return at;
    }

    /**
     * Returns the text of a string that was found to be one.
     *
     * <p>Most of what a reward reads are a few short texts of a line. To make a parser for each takes longer than the text itself.
     *
     * @param from after the opening quote
     * @param to the closing quote
     */
    public static String decode(byte[] bytes, int from, int to) {
        int plain = plain(bytes, from, to);
        if (plain == to) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        char[] out = new char[to - from];
        int n = 0;
        for (int i = from; i < plain; i++) {
            out[n++] = (char) bytes[i];
        }
        int at = plain;
        while (at < to) {
            byte b = bytes[at];
            if (b == '\\') {
                out[n++] = escaped(bytes, at);
                at += bytes[at + 1] == 'u' ? 6 : 2;
            } else if (b >= 0) {
                out[n++] = (char) b;
                at++;
            } else {
                int length = length(b);
                int codePoint = codePoint(bytes, at, length);
                if (Character.isBmpCodePoint(codePoint)) {
                    out[n++] = (char) codePoint;
                } else if (Character.isValidCodePoint(codePoint)) {
                    out[n++] = Character.highSurrogate(codePoint);
                    out[n++] = Character.lowSurrogate(codePoint);
                } else {
                    out[n++] = '\ufffd';
                }
                at += length;
            }
        }
        return new String(out, 0, n);
    }

    private static char escaped(byte[] bytes, int at) {
        return switch (bytes[at + 1]) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' ->
                (char) (Character.digit(bytes[at + 2], 16) << 12
                        | Character.digit(bytes[at + 3], 16) << 8
                        | Character.digit(bytes[at + 4], 16) << 4
                        | Character.digit(bytes[at + 5], 16));
            default -> (char) bytes[at + 1];
        };
    }

    private static int length(byte lead) {
        return (lead & 0xe0) == 0xc0 ? 2 : (lead & 0xf0) == 0xe0 ? 3 : 4;
    }

    private static int codePoint(byte[] bytes, int at, int length) {
        int codePoint = bytes[at] & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            codePoint = codePoint << 6 | (bytes[at + i] & 0x3f);
        }
        return codePoint;
    }
}
