package dev.guerdon.catalogue.distance;

import dev.guerdon.api.Internal;
import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.cpython.Strings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How alike two texts are, code point by code point, by the measures of rapidfuzz.
 *
 * <p>Texts are compared as they are: an accent that is a character of its own differs from the accented letter.
 */
@Internal
public final class Similarity {

    private final String first;
    private final String second;
    private final int[] a;
    private final int[] b;
    private final boolean asRapidfuzz;
    private final Steps steps;

    /**
     * Prepares two texts.
     *
     * @param asRapidfuzz whether a no-break space does not end a word of a text that has Latin-1 characters alone, as in rapidfuzz
     */
    public Similarity(String first, String second, boolean asRapidfuzz, Steps steps) {
        this.asRapidfuzz = asRapidfuzz;
        this.first = first;
        this.second = second;
        this.steps = steps;
        a = first.codePoints().toArray();
        b = second.codePoints().toArray();
    }

    /** Edits that insert, delete or replace one code point. */
    public int levenshtein() {
        return EditDistances.levenshtein(a, b, steps);
    }

    /** From 1 for equal texts to 0: {@link #levenshtein} over the length of the longer text. */
    public double levenshteinSimilarity() {
        return share(levenshtein(), Math.max(a.length, b.length));
    }

    /** Edits, among which a swap of neighbours is one. */
    public int swaps() {
        return EditDistances.withSwaps(a, b, steps);
    }

    /** From 1 to 0: {@link #swaps} over the length of the longer text. */
    public double swapSimilarity() {
        return share(swaps(), Math.max(a.length, b.length));
    }

    /** The length of the longest common subsequence. */
    public int common() {
        return EditDistances.common(a, b, steps);
    }

    /** From 1 to 0: what is in the longest common subsequence, of both texts. */
    public double indel() {
        return indel(a, b);
    }

    public double jaro() {
        return Jaro.similarity(a, b, steps);
    }

    public double jaroWinkler() {
        return Jaro.winkler(a, b, steps);
    }

    /** {@link #indel} as a percentage. */
    public double ratio() {
        return 100 * indel();
    }

    /** The best ratio of the shorter text with a stretch of the longer one, as a percentage. */
    public double partialRatio() {
        return PartialRatio.of(a, b, steps);
    }

    /** The ratio after sorting the words, as a percentage. */
    public double tokenSortRatio() {
        return 100 * indel(sorted(first), sorted(second));
    }

    /** The best ratio among the shared words alone and with the rest of either text, as a percentage. */
    public double tokenSetRatio() {
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
        words.sort(Similarity::compare);
        return joined(words);
    }

    private Set<String> words(String text) {
        Set<String> words = new TreeSet<>(Similarity::compare);
        words.addAll(split(text));
        return words;
    }

    private List<String> split(String text) {
        if (!asRapidfuzz
                || (text.indexOf('\u00a0') < 0 && text.indexOf('\u0085') < 0)
                || text.chars().anyMatch(c -> c > 0xff)) {
            return Strings.split(text);
        }
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || (text.charAt(i) < 128 && Strings.isSpace(text.charAt(i)))) {
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

    /** In the order of code points, which is not that of UTF-16. */
    private static int compare(String one, String two) {
        return Arrays.compare(one.codePoints().toArray(), two.codePoints().toArray());
    }
}
