package dev.guerdon.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * White space, word characters and lower-casing as CPython 3.11 has them (Unicode 14), whatever Unicode version the JDK knows.
 *
 * <p>The tables take about 70 kB and are loaded when the first character beyond ASCII is seen.
 */
final class PythonText {

    private static final byte SPACE = 1;
    private static final byte WORD = 2;
    private static final byte HAS_LOWER = 4;

    private static final int CAPITAL_SIGMA = 0x3A3;
    private static final int FINAL_SIGMA = 0x3C2;
    private static final int SMALL_SIGMA = 0x3C3;

    /** The one character whose lower case is two: i and {@link #DOT_ABOVE}. */
    static final int CAPITAL_I_WITH_DOT = 0x130;

    static final int DOT_ABOVE = 0x307;

    private PythonText() {}

    /** Whether {@code str.isspace()}, and so whether {@code str.split()} splits there. */
    static boolean isSpace(int codePoint) {
        return codePoint < 128
                ? (codePoint >= 28 && codePoint <= 32) || (codePoint >= 9 && codePoint <= 13)
                : codePoint < 0x10000 && (Tables.FLAGS[codePoint] & SPACE) != 0;
    }

    /** Whether {@code \w} of Python's {@code re} matches. */
    static boolean isWord(int codePoint) {
        if (codePoint < 128) {
            return (codePoint >= '0' && codePoint <= '9')
                    || (codePoint >= 'a' && codePoint <= 'z')
                    || (codePoint >= 'A' && codePoint <= 'Z')
                    || codePoint == '_';
        }
        return codePoint < 0x10000 ? (Tables.FLAGS[codePoint] & WORD) != 0 : Tables.WORDS.contains(codePoint);
    }

    /**
     * The lower case of the code point at an index of a text, where that is one code point.
     *
     * <p>The caller writes {@code i} and {@link #DOT_ABOVE} for {@link #CAPITAL_I_WITH_DOT}.
     */
    static int lower(String text, int index, int codePoint) {
        if (codePoint < 128) {
            return codePoint >= 'A' && codePoint <= 'Z' ? codePoint + 32 : codePoint;
        }
        if (codePoint < 0x10000 && (Tables.FLAGS[codePoint] & HAS_LOWER) == 0) {
            return codePoint;
        }
        if (codePoint == CAPITAL_SIGMA) {
            return isFinal(text, index) ? FINAL_SIGMA : SMALL_SIGMA;
        }
        return Tables.lower(codePoint);
    }

    /** {@code str.lower()}. */
    static String lower(String text) {
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

    /** Whether {@code str.isnumeric()} of the one character: digits, and also fractions, Roman and Chinese numerals and the like. */
    static boolean isNumeric(int codePoint) {
        return codePoint < 128 ? codePoint >= '0' && codePoint <= '9' : Tables.NUMERIC.contains(codePoint);
    }

    /** The value of a decimal digit of any script, or -1. */
    static int decimal(int codePoint) {
        if (codePoint < 128) {
            return codePoint >= '0' && codePoint <= '9' ? codePoint - '0' : -1;
        }
        return Tables.DECIMAL.offset(codePoint) % 10;
    }

    /** {@code str.strip()}. */
    static String strip(String text) {
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

    /** Whether a capital sigma there ends a word: a cased letter before it, none after, marks and the like skipped. */
    private static boolean isFinal(String text, int index) {
        int before = index;
        int codePoint = -1;
        while (before > 0) {
            codePoint = text.codePointBefore(before);
            if (!Tables.IGNORABLE.contains(codePoint)) {
                break;
            }
            before -= Character.charCount(codePoint);
        }
        if (before == 0 || !Tables.CASED.contains(codePoint)) {
            return false;
        }
        int after = index + 1;
        while (after < text.length()) {
            codePoint = text.codePointAt(after);
            if (!Tables.IGNORABLE.contains(codePoint)) {
                return !Tables.CASED.contains(codePoint);
            }
            after += Character.charCount(codePoint);
        }
        return true;
    }

    /** Loaded on first use. */
    private static final class Tables {

        static final CodePointSet WORDS;
        static final CodePointSet CASED;
        static final CodePointSet IGNORABLE;
        static final CodePointSet NUMERIC;
        static final CodePointSet DECIMAL;

        /** The classes of each code point of the first plane. */
        static final byte[] FLAGS = new byte[0x10000];

        private static final int[] FIRST;
        private static final int[] LAST;
        private static final int[] STEP;
        private static final int[] DELTA;

        static {
            Map<String, String> lines = read();
            WORDS = CodePointSet.parse(line(lines, "word"));
            CASED = CodePointSet.parse(line(lines, "cased"));
            IGNORABLE = CodePointSet.parse(line(lines, "ignorable"));
            NUMERIC = CodePointSet.parse(line(lines, "numeric"));
            DECIMAL = CodePointSet.parse(line(lines, "decimal"));
            WORDS.mark(FLAGS, WORD);
            CodePointSet.parse(line(lines, "space")).mark(FLAGS, SPACE);
            String[] mappings = line(lines, "lower").split(" ", -1);
            FIRST = new int[mappings.length];
            LAST = new int[mappings.length];
            STEP = new int[mappings.length];
            DELTA = new int[mappings.length];
            for (int i = 0; i < mappings.length; i++) {
                String[] parts = mappings[i].split(",", -1);
                FIRST[i] = Integer.parseInt(parts[0], 16);
                LAST[i] = Integer.parseInt(parts[1], 16);
                STEP[i] = Integer.parseInt(parts[2], 16);
                DELTA[i] = Integer.parseInt(parts[3], 16);
                for (int c = FIRST[i]; c <= LAST[i] && c < FLAGS.length; c += STEP[i]) {
                    FLAGS[c] |= HAS_LOWER;
                }
            }
        }

        static int lower(int codePoint) {
            int at = Arrays.binarySearch(FIRST, codePoint);
            int range = at >= 0 ? at : -at - 2;
            return range >= 0 && codePoint <= LAST[range] && (codePoint - FIRST[range]) % STEP[range] == 0
                    ? codePoint + DELTA[range]
                    : codePoint;
        }

        private static String line(Map<String, String> lines, String name) {
            return Objects.requireNonNull(lines.get(name), name);
        }

        private static Map<String, String> read() {
            Map<String, String> lines = new HashMap<>();
            TextResource.lines("python-unicode-14.txt").forEach(line -> {
                int blank = line.indexOf(' ');
                lines.put(line.substring(0, blank), line.substring(blank + 1));
            });
            return lines;
        }
    }
}
