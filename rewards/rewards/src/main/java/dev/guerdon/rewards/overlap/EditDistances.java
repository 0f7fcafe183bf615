package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Number of edits that make one sequence of code points out of another, 64 cells of the usual table in one step. */
final class EditDistances {

    private static final long[] NONE = {};

    private EditDistances() {}

    /** Returns the edits that insert, delete or replace a code point. */
    static int levenshtein(int[] a, int[] b, GradingSteps steps) {
        return distance(a, b, false, steps);
    }

    /** Works as {@link #levenshtein}, with a swap of two neighbours that are not edited again as one edit too. */
    static int withSwaps(int[] a, int[] b, GradingSteps steps) {
        return distance(a, b, true, steps);
    }

    /** Returns the length of the longest common subsequence. */
    static int common(int[] a, int[] b, GradingSteps steps) {
        int start = commonStart(a, b);
        int end = commonEnd(a, b, start);
        int[] inner = Arrays.copyOfRange(a, start, a.length - end);
        return start + end + new CommonSubsequence(inner).length(b, start, b.length - end, steps);
    }

    private static int commonStart(int[] a, int[] b) {
        int mismatch = Arrays.mismatch(a, b);
        return mismatch < 0 ? a.length : mismatch;
    }

    private static int commonEnd(int[] a, int[] b, int start) {
        int most = Math.min(a.length, b.length) - start;
        int end = 0;
        while (end < most && a[a.length - 1 - end] == b[b.length - 1 - end]) {
            end++;
        }
        return end;
    }

    private static int distance(int[] a, int[] b, boolean swaps, GradingSteps steps) {
        int start = commonStart(a, b);
        int end = commonEnd(a, b, start);
        int[] pattern = Arrays.copyOfRange(a, start, a.length - end);
        int[] text = Arrays.copyOfRange(b, start, b.length - end);
        if (pattern.length > text.length) {
            int[] longer = pattern;
            pattern = text;
            text = longer;
        }
        if (pattern.length == 0) {
            return text.length;
        }
        int words = (pattern.length + 63) >>> 6;
        Map<Integer, long[]> masks = new HashMap<>();
        for (int i = 0; i < pattern.length; i++) {
            masks.computeIfAbsent(pattern[i], any -> {
                        steps.spend(16L * words);
                        return new long[words];
                    })[i >>> 6] |=
                    1L << i;
        }
        steps.spend((long) words * text.length);
        return new Table(words, pattern.length, swaps).run(text, masks);
    }

    /** Columns of differences between neighbouring cells, after Myers and Hyyrö. */
    private static final class Table {

        private final int words;
        private final int length;
        private final boolean swaps;
        private final long[] more;
        private final long[] less;
        private final long[] diagonal;
        private long[] maskBefore;

        Table(int words, int length, boolean swaps) {
            this.words = words;
            this.length = length;
            this.swaps = swaps;
            more = new long[words];
            Arrays.fill(more, -1L);
            less = new long[words];
            diagonal = new long[words];
            maskBefore = NONE;
        }

        int run(int[] text, Map<Integer, long[]> masks) {
            int distance = length;
            for (int codePoint : text) {
                long[] mask = masks.getOrDefault(codePoint, NONE);
                distance += column(mask);
                maskBefore = mask;
            }
            return distance;
        }

        /** Moves on by one code point of the text; returns how the last cell changes. */
        @SuppressWarnings("ReferenceEquality") // NONE stands for no mask
        private int column(long[] mask) {
            long rises = 1;
            long falls = 0;
            long swapCarry = 0;
            int change = 0;
            for (int w = 0; w < words; w++) {
                long equal = mask == NONE ? 0 : mask[w];
                long swapped = 0;
                if (swaps) {
                    long open = ~diagonal[w] & equal;
                    swapped = ((open << 1) | swapCarry) & (maskBefore == NONE ? 0 : maskBefore[w]);
                    swapCarry = open >>> 63;
                }
                long x = equal | falls;
                long d = (((x & more[w]) + more[w]) ^ more[w]) | x | less[w] | swapped;
                long up = less[w] | ~(d | more[w]);
                long down = d & more[w];
                if (w == words - 1) {
                    int last = (length - 1) & 63;
                    change = (int) (((up >>> last) & 1) - ((down >>> last) & 1));
                }
                long risesNext = up >>> 63;
                long fallsNext = down >>> 63;
                up = (up << 1) | rises;
                down = (down << 1) | falls;
                more[w] = down | ~(d | up);
                less[w] = up & d;
                diagonal[w] = d;
                rises = risesNext;
                falls = fallsNext;
            }
            return change;
        }
    }
}
