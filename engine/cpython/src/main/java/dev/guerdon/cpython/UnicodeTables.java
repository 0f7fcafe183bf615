package dev.guerdon.cpython;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The classes of code points and the lower case of Unicode 14, as {@code tools/unicode_tables.py} wrote them. Loaded on first use. */
final class UnicodeTables {

    static final byte SPACE = 1;
    static final byte WORD = 2;
    static final byte HAS_LOWER = 4;
    static final byte PRINTABLE = 8;

    static final CodePointSet WORDS;
    static final CodePointSet CASED;
    static final CodePointSet IGNORABLE;
    static final CodePointSet NUMERIC;
    static final CodePointSet DECIMAL;
    static final CodePointSet PRINTABLES;

    /** The classes of each code point of the first plane. */
    static final byte[] FLAGS = new byte[0x10000];

    private static final int[] FIRST;
    private static final int[] LAST;
    private static final int[] STEP;
    private static final int[] DELTA;

    static {
        Map<String, String> lines = read();
        WORDS = set(lines, "word");
        CASED = set(lines, "cased");
        IGNORABLE = set(lines, "ignorable");
        NUMERIC = set(lines, "numeric");
        DECIMAL = set(lines, "decimal");
        PRINTABLES = set(lines, "printable");
        WORDS.mark(FLAGS, WORD);
        PRINTABLES.mark(FLAGS, PRINTABLE);
        set(lines, "space").mark(FLAGS, SPACE);
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

    private UnicodeTables() {}

    /** Returns whether a code point beyond ASCII has the class. */
    static boolean is(int codePoint, byte flag, CodePointSet all) {
        return codePoint < FLAGS.length ? (FLAGS[codePoint] & flag) != 0 : all.contains(codePoint);
    }

    static int lower(int codePoint) {
        int at = Arrays.binarySearch(FIRST, codePoint);
        int range = at >= 0 ? at : -at - 2;
        return range >= 0 && codePoint <= LAST[range] && (codePoint - FIRST[range]) % STEP[range] == 0
                ? codePoint + DELTA[range]
                : codePoint;
    }

    private static CodePointSet set(Map<String, String> lines, String name) {
        return CodePointSet.parse(line(lines, name));
    }

    private static String line(Map<String, String> lines, String name) {
        return Objects.requireNonNull(lines.get(name), name);
    }

    private static Map<String, String> read() {
        Map<String, String> lines = new HashMap<>();
        lines("unicode-14.txt").forEach(line -> {
            int blank = line.indexOf(' ');
            lines.put(line.substring(0, blank), line.substring(blank + 1));
        });
        return lines;
    }

    /** Returns the lines of a table next to the classes. */
    static Stream<String> lines(String table) {
        try (InputStream in = UnicodeTables.class.getResourceAsStream(table)) {
            return new String(Objects.requireNonNull(in, table).readAllBytes(), StandardCharsets.US_ASCII).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
