package dev.guerdon.catalogue.distance;

import dev.guerdon.catalogue.budget.Steps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The measures of Jaro and Winkler: shared code points that are near each other, and in the same order. */
final class Jaro {

    private static final double WINKLER_FROM = 0.7;
    private static final double WINKLER_WEIGHT = 0.1;
    private static final int WINKLER_PREFIX = 4;

    private Jaro() {}

    static double similarity(int[] a, int[] b, Steps steps) {
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
        return matches == 0 ? 0 : score(a.length, b, matchedOfA, matches, used);
    }

    private static double score(int length, int[] b, int[] matchedOfA, int matches, boolean[] used) {
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

    static double winkler(int[] a, int[] b, Steps steps) {
        double jaro = similarity(a, b, steps);
        int most = Math.min(WINKLER_PREFIX, Math.min(a.length, b.length));
        int mismatch = Arrays.mismatch(a, 0, most, b, 0, most);
        int prefix = mismatch < 0 ? most : mismatch;
        return jaro > WINKLER_FROM ? Math.min(1, jaro + prefix * WINKLER_WEIGHT * (1 - jaro)) : jaro;
    }
}
