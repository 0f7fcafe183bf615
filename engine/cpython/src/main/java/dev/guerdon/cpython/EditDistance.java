package dev.guerdon.cpython;

import dev.guerdon.api.Internal;

/**
 * Number of edits that make one text out of another, counted in UTF-16 units.
 *
 * <p>Each takes time proportional to the product of the lengths, and memory to the length of the second text.
 */
@Internal
public final class EditDistance {

    private EditDistance() {}

    /** Returns the edits that insert, delete or replace one character. */
    public static int levenshtein(CharSequence a, CharSequence b) {
        int[] costs = first(b.length());
        for (int i = 1; i <= a.length(); i++) {
            char c = a.charAt(i - 1);
            int diagonal = costs[0];
            costs[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int kept = diagonal + (c == b.charAt(j - 1) ? 0 : 1);
                diagonal = costs[j];
                costs[j] = Math.min(kept, Math.min(costs[j], costs[j - 1]) + 1);
            }
        }
        return costs[b.length()];
    }

    /** Works as {@link #levenshtein}, with a swap of two neighbours as one edit too: how people mistype. */
    public static int withSwaps(CharSequence a, CharSequence b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = first(b.length());
        int[] row = new int[b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
        }
        return last[b.length()];
    }

    /** Returns the edits that insert or delete one character: what is not in the {@linkplain #commonSubsequence longest common subsequence}. */
    public static int withoutReplacing(CharSequence a, CharSequence b) {
        return a.length() + b.length() - 2 * commonSubsequence(a, b);
    }

    /** Returns the length of the longest common subsequence. */
    public static int commonSubsequence(CharSequence a, CharSequence b) {
        int[] row = new int[b.length() + 1];
        for (int i = 0; i < a.length(); i++) {
            char c = a.charAt(i);
            int diagonal = 0;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                row[j] = c == b.charAt(j - 1) ? diagonal + 1 : Math.max(above, row[j - 1]);
                diagonal = above;
            }
        }
        return row[b.length()];
    }

    private static int[] first(int length) {
        int[] costs = new int[length + 1];
        for (int j = 0; j <= length; j++) {
            costs[j] = j;
        }
        return costs;
    }
}
