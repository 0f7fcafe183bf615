package dev.guerdon.cpython;

import java.math.BigInteger;

/** Finds and reads Python's number literals: whole ones to any of four bases, and real ones. */
final class NumberLiterals {

    private static final int FAILED = -1;

    /** Python refuses to read longer whole numbers. */
    private static final int MAX_DIGITS = 4300;

    private NumberLiterals() {}

    /** Returns the position after the unsigned literal that begins there, or -1. */
    static int end(int[] text, int at) {
        int radix = radix(text, at);
        if (radix != 10) {
            int first = at + 2 + (is(text, at + 2, '_') ? 1 : 0);
            int end = digits(text, first, radix);
            return end > first ? end : FAILED;
        }
        int whole = digits(text, at, 10);
        int end = whole;
        if (is(text, end, '.')) {
            end = digits(text, end + 1, 10);
        }
        if (end == at || (whole == at && end == at + 1)) {
            return FAILED;
        }
        if (is(text, end, 'e') || is(text, end, 'E')) {
            int exponent = end + 1 + (is(text, end + 1, '-') || is(text, end + 1, '+') ? 1 : 0);
            end = digits(text, exponent, 10) > exponent ? digits(text, exponent, 10) : end;
        }
        return end == whole && hasLeadingZero(text, at, end) ? FAILED : end;
    }

    /** Returns the value of the literal between the two positions. */
    static Object value(int[] text, int start, int end) {
        StringBuilder digits = new StringBuilder(end - start);
        boolean real = false;
        for (int i = start; i < end; i++) {
            if (text[i] != '_') {
                digits.append((char) text[i]);
            }
            real |= text[i] == '.' || text[i] == 'e' || text[i] == 'E';
        }
        int radix = radix(text, start);
        if (radix != 10) {
            return narrow(new BigInteger(digits.substring(2), radix));
        }
        return real ? (Object) Double.valueOf(digits.toString()) : whole(digits.toString(), digits.length());
    }

    /** Returns the position after the number there, with a sign or not, whose digits may be of any script; or -1. */
    static int looseEnd(int[] text, int at) {
        int start = at + (is(text, at, '-') || is(text, at, '+') ? 1 : 0);
        int whole = looseDigits(text, start);
        int end = whole;
        if (is(text, end, '.') && (whole > start || looseDigits(text, end + 1) > end + 1)) {
            end = looseDigits(text, end + 1);
        }
        if (end == start) {
            return FAILED;
        }
        if (is(text, end, 'e') || is(text, end, 'E')) {
            int exponent = end + 1 + (is(text, end + 1, '-') || is(text, end + 1, '+') ? 1 : 0);
            end = looseDigits(text, exponent) > exponent ? looseDigits(text, exponent) : end;
        }
        return end;
    }

    static Object looseValue(int[] text, int start, int end) {
        StringBuilder ascii = new StringBuilder(end - start);
        boolean real = false;
        for (int i = start; i < end; i++) {
            ascii.append(text[i] < 0x80 ? (char) text[i] : (char) ('0' + PythonStrings.decimal(text[i])));
            real |= text[i] == '.' || text[i] == 'e' || text[i] == 'E';
        }
        boolean sign = is(text, start, '-') || is(text, start, '+');
        return real ? (Object) Double.valueOf(ascii.toString()) : whole(ascii.toString(), end - start - (sign ? 1 : 0));
    }

    private static int looseDigits(int[] text, int from) {
        int at = from;
        while (at < text.length && PythonStrings.decimal(text[at]) >= 0) {
            at++;
        }
        return at;
    }

    /**
     * Returns a whole number in the smallest of Integer, Long and BigInteger.
     *
     * @param digits ASCII digits, with a sign or not
     * @param count how many they are
     */
    static Object whole(String digits, int count) {
        if (count > MAX_DIGITS) {
            throw new PythonException(
                    "ValueError",
                    "Exceeds the limit (" + MAX_DIGITS + " digits) for integer string conversion: value has " + count
                            + " digits; use sys.set_int_max_str_digits() to increase the limit");
        }
        return narrow(new BigInteger(digits));
    }

    static Object narrow(BigInteger number) {
        int bits = number.bitLength();
        return bits < Integer.SIZE ? number.intValue() : bits < Long.SIZE ? number.longValue() : (Object) number;
    }

    private static int radix(int[] text, int at) {
        if (!is(text, at, '0') || at + 1 >= text.length) {
            return 10;
        }
        return switch (text[at + 1]) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 10;
        };
    }

    /** Returns the position after the digits, which may have single underscores between them. */
    private static int digits(int[] text, int from, int radix) {
        int at = from;
        while (isDigit(text, at, radix)
                || (at > from && is(text, at, '_') && isDigit(text, at - 1, radix) && isDigit(text, at + 1, radix))) {
            at++;
        }
        return at;
    }

    private static boolean hasLeadingZero(int[] text, int at, int end) {
        boolean zeros = true;
        for (int i = at; i < end; i++) {
            zeros &= text[i] == '0' || text[i] == '_';
        }
        return text[at] == '0' && !zeros;
    }

    private static boolean isDigit(int[] text, int at, int radix) {
        return at < text.length && text[at] < 0x80 && Character.digit(text[at], radix) >= 0;
    }

    private static boolean is(int[] text, int at, char c) {
        return at < text.length && text[at] == c;
    }
}
