package dev.guerdon.catalogue.distance;

import dev.guerdon.catalogue.budget.Steps;
import dev.guerdon.catalogue.overlap.CommonSubsequence;

/** The best ratio of the shorter text with any stretch of the longer one that is as long, or that lies at an end. */
final class PartialRatio {

    private PartialRatio() {}

    static double of(int[] a, int[] b, Steps steps) {
        if (a.length == 0 || b.length == 0) {
            return a.length == b.length ? 100 : 0;
        }
        if (a.length == b.length) {
            return Math.max(within(a, b, steps), within(b, a, steps));
        }
        return a.length < b.length ? within(a, b, steps) : within(b, a, steps);
    }

    private static double within(int[] shorter, int[] longer, Steps steps) {
        CommonSubsequence subsequence = new CommonSubsequence(shorter);
        int size = shorter.length;
        int best = 0;
        int at = 0;
        // A window that moves by one gains at most one, so a poor window says how many after it are too poor as well.
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
