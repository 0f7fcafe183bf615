package dev.guerdon.webshop.goal;

import dev.guerdon.api.Internal;
import dev.guerdon.cpython.EditDistance;
import dev.guerdon.cpython.Strings;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How alike two texts are as sets of words, 0 to 100: the {@code token_set_ratio} of the fuzzy matchers that the reference uses.
 *
 * <p>Texts are prepared once with {@link #prepare}; comparing two takes time proportional to the product of their lengths.
 */
@Internal
public final class TokenSetRatio {

    private TokenSetRatio() {}

    /** The distinct words of a text, sorted: letters and digits only, lower case. */
    static List<String> prepare(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c >= 0x80 && c <= 0xff) {
                return;
            }
            if (isWordCharacter(c)) {
                clean.appendCodePoint(c);
            } else {
                clean.append(' ');
            }
        });
        return List.copyOf(new TreeSet<>(Strings.split(Strings.lower(clean.toString()))));
    }

    private static boolean isWordCharacter(int c) {
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }

    public static int of(String a, String b) {
        return of(prepare(a), prepare(b));
    }

    /** Compares two prepared texts. */
    static int of(List<String> a, List<String> b) {
        if (a.isEmpty() || b.isEmpty()) {
            return 0;
        }
        StringBuilder shared = new StringBuilder();
        StringBuilder onlyA = new StringBuilder();
        StringBuilder onlyB = new StringBuilder();
        Set<String> inB = Set.copyOf(b);
        Set<String> inA = Set.copyOf(a);
        for (String word : a) {
            append(inB.contains(word) ? shared : onlyA, word);
        }
        for (String word : b) {
            if (!inA.contains(word)) {
                append(onlyB, word);
            }
        }
        if (shared.isEmpty()) {
            return round(ratio(onlyA, onlyB));
        }
        if (onlyA.isEmpty() || onlyB.isEmpty()) {
            return 100;
        }
        int base = shared.length();
        int lengthA = base + 1 + onlyA.length();
        int lengthB = base + 1 + onlyB.length();
        double sharedAndA = percent(base, base + lengthA);
        double sharedAndB = percent(base, base + lengthB);
        double both = percent(base + 1 + EditDistance.commonSubsequence(onlyA, onlyB), lengthA + lengthB);
        return round(Math.max(both, Math.max(sharedAndA, sharedAndB)));
    }

    private static void append(StringBuilder words, String word) {
        if (!words.isEmpty()) {
            words.append(' ');
        }
        words.append(word);
    }

    private static double ratio(CharSequence a, CharSequence b) {
        return percent(EditDistance.commonSubsequence(a, b), a.length() + b.length());
    }

    private static double percent(int common, int total) {
        return 100.0 * 2 * common / total;
    }

    private static int round(double value) {
        return (int) Math.rint(value);
    }
}
