package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The methods and character classes of Python's {@code str}, as CPython 3.11 has them (Unicode 14), whatever Unicode version the JDK knows.
 *
 * <p>The tables take about 70 kB and are loaded when the first character beyond ASCII is seen.
 */
@Internal
public final class PythonStrings {

    private static final int CAPITAL_SIGMA = 0x3A3;
    private static final int FINAL_SIGMA = 0x3C2;
    private static final int SMALL_SIGMA = 0x3C3;

    /** The one character whose lower case is two: i and {@link #DOT_ABOVE}. */
    public static final int CAPITAL_I_WITH_DOT = 0x130;

    public static final int DOT_ABOVE = 0x307;

    /** {@code \s} of Python's {@code re}, as a class for Java's patterns. */
    public static final String SPACE_CLASS =
            "[\\x09-\\x0d\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

    /** First and last of each run of digits that are not decimal: superscripts, circled digits and the like. */
    private static final int[] OTHER_DIGITS = {
        0xB2, 0xB3, 0xB9, 0xB9, 0x1369, 0x1371, 0x19DA, 0x19DA, 0x2070, 0x2070, 0x2074, 0x2079, 0x2080, 0x2089, 0x2460,
        0x2468, 0x2474, 0x247C, 0x2488, 0x2490, 0x24EA, 0x24EA, 0x24F5, 0x24FD, 0x24FF, 0x24FF, 0x2776, 0x277E, 0x2780,
        0x2788, 0x278A, 0x2792, 0x10A40, 0x10A43, 0x10E60, 0x10E68, 0x11052, 0x1105A, 0x1F100, 0x1F10A
    };

    private PythonStrings() {}

    /** Returns whether {@code str.isspace()}, and so whether {@code str.split()} splits there. */
    public static boolean isSpace(int codePoint) {
        return codePoint < 128
                ? (codePoint >= 28 && codePoint <= 32) || (codePoint >= 9 && codePoint <= 13)
                : codePoint < 0x10000 && (UnicodeTables.FLAGS[codePoint] & UnicodeTables.SPACE) != 0;
    }

    /** Returns whether {@code \w} of Python's {@code re} matches. */
    public static boolean isWord(int codePoint) {
        if (codePoint < 128) {
            return (codePoint >= '0' && codePoint <= '9')
                    || (codePoint >= 'a' && codePoint <= 'z')
                    || (codePoint >= 'A' && codePoint <= 'Z')
                    || codePoint == '_';
        }
        return UnicodeTables.is(codePoint, UnicodeTables.WORD, UnicodeTables.WORDS);
    }

    /**
     * Returns the lower case of the code point at an index of a text, if that is one code point.
     *
     * <p>The caller writes {@code i} and {@link #DOT_ABOVE} for {@link #CAPITAL_I_WITH_DOT}.
     */
    public static int lower(String text, int index, int codePoint) {
        if (codePoint < 128) {
            return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + 32 : codePoint;
        }
        if (codePoint < 0x10000 && (UnicodeTables.FLAGS[codePoint] & UnicodeTables.HAS_LOWER) == 0) {
            return codePoint;
        }
        if (codePoint == CAPITAL_SIGMA) {
            return isFinal(text, index) ? FINAL_SIGMA : SMALL_SIGMA;
        }
        return UnicodeTables.lower(codePoint);
    }

    /** {@code str.lower()}. */
    public static String lower(String text) {
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        StringBuilder lower = new StringBuilder(text.length());
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            if (codePoint == CAPITAL_I_WITH_DOT) {
                lower.append('i').appendCodePoint(DOT_ABOVE);
            } else {
                lower.appendCodePoint(lower(text, i, codePoint));
            }
        }
        return lower.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether {@code str.isprintable()} of the one character, and so whether {@code repr} shows it as it is. */
    public static boolean isPrintable(int codePoint) {
        return codePoint < 127
                ? codePoint >= ' '
                : UnicodeTables.is(codePoint, UnicodeTables.PRINTABLE, UnicodeTables.PRINTABLES);
    }

    /** Returns whether {@code str.isnumeric()} of the one character: digits, and also fractions, Roman and Chinese numerals and the like. */
    public static boolean isNumeric(int codePoint) {
        return codePoint < 128 ? codePoint >= '0' && codePoint <= '9' : UnicodeTables.NUMERIC.contains(codePoint);
    }

    /** Returns the value of a decimal digit of any script, or -1. */
    public static int decimal(int codePoint) {
        if (codePoint < 128) {
            return codePoint >= '0' && codePoint <= '9' ? codePoint - '0' : -1;
        }
        return UnicodeTables.DECIMAL.offset(codePoint) % 10;
    }

    /** Returns whether {@code str.isdigit()} of the one character: decimal digits, and those written above, below or in a circle. */
    public static boolean isDigit(int codePoint) {
        if (codePoint < 128) {
            return codePoint >= '0' && codePoint <= '9';
        }
        int found = Arrays.binarySearch(OTHER_DIGITS, codePoint);
        return found >= 0 || (-found - 1) % 2 == 1 || decimal(codePoint) >= 0;
    }

    /** {@code str.isdigit()}. */
    public static boolean isDigits(String text) {
        return !text.isEmpty() && text.codePoints().allMatch(PythonStrings::isDigit);
    }

    /** {@code str.strip()}. */
    public static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** {@code str.strip(characters)}. */
    public static String strip(String text, String characters) {
        int start = 0;
        int end = text.length();
        while (start < end && characters.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && characters.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(start, end);
    }

    /** {@code text.count(part)}: how often a part is there, none overlapping another. */
    public static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }

    /** Python's order of texts: by their code points. */
    public static int compare(String a, String b) {
        int codePoint;
        for (int i = 0; i < a.length() && i < b.length(); i += Character.charCount(codePoint)) {
            codePoint = a.codePointAt(i);
            if (codePoint != b.codePointAt(i)) {
                return Integer.compare(codePoint, b.codePointAt(i));
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** {@code str.split()}: the words between runs of white space. */
    public static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean space = i == text.length() || isSpace(text.charAt(i));
            if (space && start >= 0) {
                words.add(text.substring(start, i));
                start = -1;
            } else if (!space && start < 0) {
                start = i;
            }
        }
        return words;
    }

    /** Returns whether a capital sigma there ends a word: a cased letter before it, none after, marks and the like skipped. */
    private static boolean isFinal(String text, int index) {
        int before = index;
        int codePoint = -1;
        while (before > 0) {
            codePoint = text.codePointBefore(before);
            if (!UnicodeTables.IGNORABLE.contains(codePoint)) {
                break;
            }
            before -= Character.charCount(codePoint);
        }
        if (before == 0 || !UnicodeTables.CASED.contains(codePoint)) {
            return false;
        }
        int after = index + 1;
        while (after < text.length()) {
            codePoint = text.codePointAt(after);
            if (!UnicodeTables.IGNORABLE.contains(codePoint)) {
                return !UnicodeTables.CASED.contains(codePoint);
            }
            after += Character.charCount(codePoint);
        }
        return true;
    }
}
