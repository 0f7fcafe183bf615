package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The longest common subsequence of two sequences of numbers, 64 cells of the usual table in one step.
 *
 * <p>A column of the table is a row of bits over the first sequence: a bit is 0 where the table grows by one. A token of the other
 * sequence touches only the words of the row where it occurs. Memory is proportional to the first sequence, and to the product of both
 * where positions are asked for.
 */
final class CommonSubsequence {

    /** What a kept word of a column costs: memory is dearer than time. */
    private static final int KEPT = 64;

    private final int length;
    private final int words;
    private final @Nullable Places[] small;
    private final Map<Integer, Places> large = new HashMap<>();

    /** Prepares the first sequence; its negative tokens match nothing. */
    CommonSubsequence(int[] first) {
        length = first.length;
        words = (length + 63) >>> 6;
        int most = Arrays.stream(first).max().orElse(0) + 1;
        small = new Places[Math.min(Math.max(0, most), 2 * length + 256)];
        for (int i = 0; i < length; i++) {
            if (first[i] >= 0) {
                places(first[i]).add(i);
            }
        }
    }

    private Places places(int token) {
        if (token >= small.length) {
            return large.computeIfAbsent(token, any -> new Places());
        }
        Places known = small[token];
        if (known == null) {
            known = new Places();
            small[token] = known;
        }
        return known;
    }

    private @Nullable Places found(int token) {
        if (token < 0) {
            return null;
        }
        return token < small.length ? small[token] : large.get(token);
    }

    /** Returns the length of the longest common subsequence with a stretch of another sequence. */
    int length(int[] other, int from, int to, GradingSteps steps) {
        steps.spend(to - from + (long) words);
        if (words == 1) {
            return lengthOfOneWord(other, from, to);
        }
        long[] column = new long[words];
        Arrays.fill(column, -1L);
        for (int j = from; j < to; j++) {
            Places places = found(other[j]);
            if (places != null) {
                steps.spend(advance(column, places));
            }
        }
        int zeros = 0;
        for (int w = 0; w < words; w++) {
            zeros += Long.bitCount(~column[w] & used(w));
        }
        return zeros;
    }

    private long used(int word) {
        return word == words - 1 && (length & 63) != 0 ? (1L << length) - 1 : -1L;
    }

    private int lengthOfOneWord(int[] other, int from, int to) {
        long column = -1L;
        for (int j = from; j < to; j++) {
            Places places = found(other[j]);
            if (places != null) {
                long matches = column & places.bits[0];
                column = (column + matches) | (column - matches);
            }
        }
        return Long.bitCount(~column & used(0));
    }

    /**
     * Marks the positions of the first sequence that belong to one longest common subsequence.
     *
     * <p>It walks back from the end. Where two ways are equally long, it drops the token of the first sequence.
     */
    void mark(int[] first, int[] other, boolean[] marked, GradingSteps steps) {
        // A pair of lines costs something even where both are short.
        steps.spend(other.length + (long) length + words + 16);
        long[][] columns = new long[other.length + 1][];
        long[] column = new long[words];
        Arrays.fill(column, -1L);
        columns[0] = column.clone();
        for (int j = 0; j < other.length; j++) {
            Places places = found(other[j]);
            if (places == null) {
                columns[j + 1] = columns[j];
            } else {
                steps.spend((long) KEPT * words);
                advance(column, places);
                columns[j + 1] = column.clone();
            }
        }
        int i = length;
        int j = other.length;
        while (i > 0 && j > 0) {
            if (first[i - 1] == other[j - 1]) {
                marked[i - 1] = true;
                i--;
                j--;
            } else if (((columns[j][(i - 1) >>> 6] >>> (i - 1)) & 1) == 0) {
                // The table grows with this token of the first sequence, so the other one is dropped.
                j--;
            } else {
                i--;
            }
        }
    }

    /** Moves on by one token of the other sequence; returns how many words were touched. */
    private int advance(long[] column, Places places) {
        int touched = 0;
        for (int p = 0; p < places.size; p++) {
            int w = places.at[p];
            long carry = 0;
            while (true) {
                long old = column[w];
                long matches = p < places.size && places.at[p] == w ? old & places.bits[p] : 0;
                long sum = old + matches;
                long total = sum + carry;
                boolean over = Long.compareUnsigned(sum, old) < 0 || Long.compareUnsigned(total, sum) < 0;
                column[w] = total | (old - matches);
                touched++;
                w++;
                if (!over || w == words) {
                    break;
                }
                carry = 1;
                if (p + 1 < places.size && places.at[p + 1] == w) {
                    p++;
                }
            }
        }
        return touched;
    }

    /** Places of a token: the words of the row that have it, and its bits there. */
    private static final class Places {

        private int[] at = new int[1];
        private long[] bits = new long[1];
        private int size;

        void add(int position) {
            int word = position >>> 6;
            if (size == 0 || at[size - 1] != word) {
                if (size == at.length) {
                    at = Arrays.copyOf(at, 2 * size);
                    bits = Arrays.copyOf(bits, 2 * size);
                }
                at[size++] = word;
            }
            bits[size - 1] |= 1L << position;
        }
    }
}
