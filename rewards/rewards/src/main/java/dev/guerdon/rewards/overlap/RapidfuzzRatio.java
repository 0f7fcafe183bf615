package dev.guerdon.rewards.overlap;

import dev.guerdon.cpython.PythonStrings;
import dev.guerdon.rewards.grading.GradingSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Likeness of two texts, code point by code point, by the measures of rapidfuzz.
 *
 * <p>Texts are compared as they are: an accent that is a character of its own differs from the accented letter.
 */
final class RapidfuzzRatio {

    private final String first;
    private final String second;
    private final int[] a;
    private final int[] b;
    private final boolean asRapidfuzz;
    private final GradingSteps steps;

    /**
     * Prepares two texts.
     *
     * @param asRapidfuzz whether a no-break space does not end a word of a text that has Latin-1 characters alone, as in rapidfuzz
     */
    RapidfuzzRatio(String first, String second, boolean asRapidfuzz, GradingSteps steps) {
        this.asRapidfuzz = asRapidfuzz;
        this.first = first;
        this.second = second;
        this.steps = steps;
        a = first.codePoints().toArray();
        b = second.codePoints().toArray();
    }

    /** Edits that insert, delete or replace one code point. */
    int levenshtein() {
        return EditDistances.levenshtein(a, b, steps);
    }

    /** From 1 for equal texts to 0: {@link #levenshtein} over the length of the longer text. */
    double levenshteinSimilarity() {
        return share(levenshtein(), Math.max(a.length, b.length));
    }

    /** Edits, among which a swap of neighbours is one. */
    int swaps() {
        return EditDistances.withSwaps(a, b, steps);
    }

    /** From 1 to 0: {@link #swaps} over the length of the longer text. */
    double swapSimilarity() {
        return share(swaps(), Math.max(a.length, b.length));
    }

    /** Returns the length of the longest common subsequence. */
    int common() {
        return EditDistances.common(a, b, steps);
    }

    /** From 1 to 0: what is in the longest common subsequence, of both texts. */
    double indel() {
        return indel(a, b);
    }

    double jaro() {
        return jaro(a, b, steps);
    }

    double jaroWinkler() {
        return winkler(a, b, steps);
    }

    /** {@link #indel} as a percentage. */
    double ratio() {
        return 100 * indel();
    }

    /** Returns the best ratio of the shorter text with a stretch of the longer one, as a percentage. */
    double partialRatio() {
        return PartialRatio.of(a, b, steps);
    }

    /** Returns the ratio after sorting the words, as a percentage. */
    double tokenSortRatio() {
        return 100 * indel(sorted(first), sorted(second));
    }

    /** Returns the best ratio among the shared words alone and with the rest of either text, as a percentage. */
    double tokenSetRatio() {
        Set<String> words = words(first);
        Set<String> others = words(second);
        if (words.isEmpty() || others.isEmpty()) {
            return 0;
        }
        List<String> shared = new ArrayList<>(words);
        shared.retainAll(others);
        // One by one: removeAll would look through the whole list for each word where all are shared.
        shared.forEach(words::remove);
        shared.forEach(others::remove);
        if (!shared.isEmpty() && (words.isEmpty() || others.isEmpty())) {
            return 100;
        }
        int[] rest = joined(words);
        int[] otherRest = joined(others);
        int length = joined(shared).length;
        int gap = length == 0 ? 0 : 1;
        int one = length + gap + rest.length;
        int two = length + gap + otherRest.length;
        int distance = rest.length + otherRest.length - 2 * EditDistances.common(rest, otherRest, steps);
        double best = 100 * share(distance, one + two);
        if (length > 0) {
            best = Math.max(best, 100 * share(gap + rest.length, length + one));
            best = Math.max(best, 100 * share(gap + otherRest.length, length + two));
        }
        return best;
    }

    private double indel(int[] one, int[] two) {
        int lengths = one.length + two.length;
        return share(lengths - 2 * EditDistances.common(one, two, steps), lengths);
    }

    private static double share(int distance, int most) {
        return most == 0 ? 1 : 1.0 - (double) distance / most;
    }

    private int[] sorted(String text) {
        List<String> words = split(text);
        words.sort(PythonStrings::compare);
        return joined(words);
    }

    private Set<String> words(String text) {
        Set<String> words = new TreeSet<>(PythonStrings::compare);
        words.addAll(split(text));
        return words;
    }

    private List<String> split(String text) {
        if (!asRapidfuzz
                || (text.indexOf('\u00a0') < 0 && text.indexOf('\u0085') < 0)
                || text.chars().anyMatch(c -> c > 0xff)) {
            return PythonStrings.split(text);
        }
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || (text.charAt(i) < 128 && PythonStrings.isSpace(text.charAt(i)))) {
                if (i > start) {
                    words.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return words;
    }

    private static int[] joined(Iterable<String> words) {
        return String.join(" ", words).codePoints().toArray();
    }

    /** The best ratio of the shorter text with any stretch of the longer one that is as long, or that lies at an end. */
    static final class PartialRatio {

        private PartialRatio() {}

        static double of(int[] a, int[] b, GradingSteps steps) {
            if (a.length == 0 || b.length == 0) {
                return a.length == b.length ? 100 : 0;
            }
            if (a.length == b.length) {
                return Math.max(within(a, b, steps), within(b, a, steps));
            }
            return a.length < b.length ? within(a, b, steps) : within(b, a, steps);
        }

        private static double within(int[] shorter, int[] longer, GradingSteps steps) {
            CommonSubsequence subsequence = new CommonSubsequence(shorter);
            int size = shorter.length;
            int best = 0;
            int at = 0;
            // A window that moves by one gains at most one, so a poor window says how many after it are too poor as
            // well.
            while (at + size <= longer.length) {
                int common = subsequence.length(longer, at, at + size, steps);
                best = Math.max(best, common);
                at += best - common + 1;
            }
            double ratio = ratio(best, 2 * size);
            for (int length = size - 1; length > 0; length--) {
                if (ratio(length, size + length) <= ratio) {
                    break;
                }
                int first = subsequence.length(longer, 0, length, steps);
                int last = subsequence.length(longer, longer.length - length, longer.length, steps);
                ratio = Math.max(ratio, ratio(Math.max(first, last), size + length));
            }
            return ratio;
        }

        private static double ratio(int common, int lengths) {
            return 200.0 * common / lengths;
        }
    }

    private static final double WINKLER_FROM = 0.7;
    private static final double WINKLER_WEIGHT = 0.1;
    private static final int WINKLER_PREFIX = 4;

    static double jaro(int[] a, int[] b, GradingSteps steps) {
        if (a.length == 0 && b.length == 0) {
            return 1;
        }
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        steps.spend(8L * (a.length + b.length));
        int window = Math.max(0, Math.max(a.length, b.length) / 2 - 1);
        int[] next = new int[b.length];
        Map<Integer, Integer> first = new HashMap<>();
        for (int j = b.length - 1; j >= 0; j--) {
            Integer after = first.put(b[j], j);
            next[j] = after == null ? b.length : after;
        }
        boolean[] used = new boolean[b.length];
        int[] matchedOfA = new int[a.length];
        int matches = 0;
        for (int i = 0; i < a.length; i++) {
            int place = first.getOrDefault(a[i], b.length);
            // The window only moves on, so what lies before it is never asked for again.
            while (place < b.length && place < i - window) {
                place = next[place];
            }
            if (place <= i + window && place < b.length) {
                used[place] = true;
                matchedOfA[matches++] = a[i];
                place = next[place];
            }
            if (first.containsKey(a[i])) {
                first.put(a[i], place);
            }
        }
        return matches == 0 ? 0 : jaroScore(a.length, b, matchedOfA, matches, used);
    }

    private static double jaroScore(int length, int[] b, int[] matchedOfA, int matches, boolean[] used) {
        int outOfOrder = 0;
        int k = 0;
        for (int j = 0; j < b.length; j++) {
            if (used[j] && matchedOfA[k++] != b[j]) {
                outOfOrder++;
            }
        }
        double m = matches;
        int swaps = outOfOrder / 2;
        return (m / length + m / b.length + (m - swaps) / m) / 3;
    }

    static double winkler(int[] a, int[] b, GradingSteps steps) {
        double jaro = jaro(a, b, steps);
        int most = Math.min(WINKLER_PREFIX, Math.min(a.length, b.length));
        int mismatch = Arrays.mismatch(a, 0, most, b, 0, most);
        int prefix = mismatch < 0 ? most : mismatch;
        return jaro > WINKLER_FROM ? Math.min(1, jaro + prefix * WINKLER_WEIGHT * (1 - jaro)) : jaro;
    }
}
