package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The ratio of Python's {@code difflib}: twice the code points in matching blocks over all code points.
 *
 * <p>The longest block is taken first, the earliest where several are as long, and then the longest ones left and right of it. On texts
 * that repeat themselves this takes time cubic in their length, hence the steps.
 */
final class DifflibRatio {

    private static final int POPULAR_FROM = 200;

    private final int[] a;
    private final int[] b;
    private final GradingSteps steps;

    /** Place where each code point of the first text occurs in the second one; nowhere for those that are too popular. */
    private final int[][] places;

    private int[] lengths;
    private int[] lengthsBefore;

    private DifflibRatio(int[] a, int[] b, boolean autojunk, GradingSteps steps) {
        this.a = a;
        this.b = b;
        this.steps = steps;
        lengths = new int[b.length + 1];
        lengthsBefore = new int[b.length + 1];
        Map<Integer, int[]> found = places(b, autojunk);
        places = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            places[i] = found.getOrDefault(a[i], EMPTY);
        }
    }

    private static final int[] EMPTY = {};

    /**
     * Returns the ratio, from 0 to 1.
     *
     * @param autojunk whether code points that make up more than a hundredth of a second text of at least 200 start no block
     */
    static double ratio(String a, String b, boolean autojunk, GradingSteps steps) {
        int[] first = a.codePoints().toArray();
        int[] second = b.codePoints().toArray();
        int all = first.length + second.length;
        if (all == 0) {
            return 1;
        }
        steps.spend(4L * all);
        if (Arrays.equals(first, second) && !autojunk) {
            return 1;
        }
        return 2.0 * new DifflibRatio(first, second, autojunk, steps).matches() / all;
    }

    private static Map<Integer, int[]> places(int[] b, boolean autojunk) {
        Map<Integer, int[]> counts = new HashMap<>();
        for (int codePoint : b) {
            counts.computeIfAbsent(codePoint, any -> new int[1])[0]++;
        }
        int most = autojunk && b.length >= POPULAR_FROM ? b.length / 100 + 1 : b.length;
        Map<Integer, int[]> places = new HashMap<>();
        counts.forEach((codePoint, count) -> {
            if (count[0] <= most) {
                places.put(codePoint, new int[count[0]]);
            }
            count[0] = 0;
        });
        for (int j = 0; j < b.length; j++) {
            int[] list = places.get(b[j]);
            if (list != null) {
                list[Objects.requireNonNull(counts.get(b[j]))[0]++] = j;
            }
        }
        return places;
    }

    private record Range(int aFrom, int aTo, int bFrom, int bTo) {

        boolean isEmpty() {
            return aFrom == aTo || bFrom == bTo;
        }
    }

    private int matches() {
        int matches = 0;
        Deque<Range> open = new ArrayDeque<>();
        open.push(new Range(0, a.length, 0, b.length));
        while (!open.isEmpty()) {
            Range range = open.pop();
            Range block = longest(range);
            if (!block.isEmpty()) {
                matches += block.aTo - block.aFrom;
                Range left = new Range(range.aFrom, block.aFrom, range.bFrom, block.bFrom);
                Range right = new Range(block.aTo, range.aTo, block.bTo, range.bTo);
                if (!left.isEmpty()) {
                    open.push(left);
                }
                if (!right.isEmpty()) {
                    open.push(right);
                }
            }
        }
        return matches;
    }

    private Range longest(Range range) {
        int bestA = range.aFrom;
        int bestB = range.bFrom;
        int best = 0;
        int[] before = EMPTY;
        int beforeFrom = 0;
        int beforeTo = 0;
        for (int i = range.aFrom; i < range.aTo; i++) {
            int[] now = places[i];
            int from = lowerBound(now, range.bFrom);
            int to = lowerBound(now, range.bTo);
            steps.spend(to - from + 1L);
            for (int k = from; k < to; k++) {
                int j = now[k];
                int length = lengthsBefore[j] + 1;
                lengths[j + 1] = length;
                if (length > best) {
                    bestA = i - length + 1;
                    bestB = j - length + 1;
                    best = length;
                }
            }
            for (int k = beforeFrom; k < beforeTo; k++) {
                lengthsBefore[before[k] + 1] = 0;
            }
            int[] free = lengthsBefore;
            lengthsBefore = lengths;
            lengths = free;
            before = now;
            beforeFrom = from;
            beforeTo = to;
        }
        for (int k = beforeFrom; k < beforeTo; k++) {
            lengthsBefore[before[k] + 1] = 0;
        }
        return extended(range, bestA, bestB, best);
    }

    /** Popular code points start no block, but they lengthen one. */
    private Range extended(Range range, int bestA, int bestB, int best) {
        int from = bestA;
        int fromB = bestB;
        while (from > range.aFrom && fromB > range.bFrom && a[from - 1] == b[fromB - 1]) {
            from--;
            fromB--;
        }
        int to = bestA + best;
        int toB = bestB + best;
        while (to < range.aTo && toB < range.bTo && a[to] == b[toB]) {
            to++;
            toB++;
        }
        return new Range(from, to, fromB, toB);
    }

    private static int lowerBound(int[] sorted, int value) {
        if (sorted.length == 0 || value <= sorted[0]) {
            return 0;
        }
        if (value > sorted[sorted.length - 1]) {
            return sorted.length;
        }
        int at = Arrays.binarySearch(sorted, value);
        return at >= 0 ? at : -at - 1;
    }
}
