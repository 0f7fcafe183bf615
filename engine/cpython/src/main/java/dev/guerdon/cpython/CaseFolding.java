package dev.guerdon.cpython;

import dev.guerdon.api.Internal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Python's {@code str.casefold()} and {@code unicodedata.numeric()}, as CPython 3.11 has them. */
@Internal
public final class CaseFolding {

    private CaseFolding() {}

    /** Read when the first character beyond ASCII is asked for. */
    private static final class Tables {

        static final Map<Integer, String> FOLDED = new HashMap<>();
        static final Map<Integer, Double> NUMBERS = new HashMap<>();

        static {
            UnicodeTables.lines("folding-14.txt")
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> read(List.of(line.split(" ", -1))));
        }

        private static void read(List<String> words) {
            int first = Integer.parseInt(words.get(1), 16);
            switch (words.getFirst()) {
                case "f" -> {
                    for (int c = first; c <= Integer.parseInt(words.get(2), 16); c++) {
                        FOLDED.put(c, Character.toString(c + Integer.parseInt(words.get(3))));
                    }
                }
                case "s" -> {
                    StringBuilder folded = new StringBuilder();
                    words.subList(2, words.size()).forEach(word -> folded.appendCodePoint(Integer.parseInt(word, 16)));
                    FOLDED.put(first, folded.toString());
                }
                default -> {
                    for (int i = 0; i < Integer.parseInt(words.get(2)); i++) {
                        NUMBERS.put(first + i, Double.parseDouble(words.get(3)) + i * Double.parseDouble(words.get(4)));
                    }
                }
            }
        }
    }

    /** {@code str.casefold()}. */
    public static String casefold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            @Nullable String other = codePoint < 128 ? null : Tables.FOLDED.get(codePoint);
            if (other != null) {
                folded.append(other);
            } else if (codePoint == PythonStrings.CAPITAL_I_WITH_DOT) {
                folded.append('i').appendCodePoint(PythonStrings.DOT_ABOVE);
            } else {
                // Alone, so that a sigma at the end of a word folds as any other.
                String one = codePoint < 128 ? "" : Character.toString(codePoint);
                folded.appendCodePoint(PythonStrings.lower(one, 0, codePoint));
            }
        }
        return folded.toString();
    }

    /** {@code unicodedata.numeric()} of the character, not a number for one that has no value. */
    public static double numeric(int codePoint) {
        int decimal = PythonStrings.decimal(codePoint);
        if (decimal >= 0 || codePoint < 128) {
            return decimal >= 0 ? decimal : Double.NaN;
        }
        return Tables.NUMBERS.getOrDefault(codePoint, Double.NaN);
    }
}
