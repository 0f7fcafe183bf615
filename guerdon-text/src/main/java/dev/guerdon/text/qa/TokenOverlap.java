package dev.guerdon.text.qa;

import dev.guerdon.api.Internal;
import java.util.Arrays;

/**
 * Compares a prediction with a gold answer word by word: F1, precision, recall, exact match.
 *
 * <p>Linear in the lengths of the two texts. It keeps its buffers from one comparison to the next, and lets go of large ones.
 */
@Internal
public final class TokenOverlap {

    private static final int LARGEST_KEPT = 1 << 16;

    /** Up to this many gold words a plain scan with a bit for each used word is faster than a table. */
    private static final int SCANNED = 16;

    private static final ThreadLocal<TokenOverlap> OF_THREAD = ThreadLocal.withInitial(TokenOverlap::new);

    /** What a comparison found. */
    public record F1(double f1, double precision, double recall, double em) {

        /** How well two texts that share {@code common} of their words agree. */
        private static F1 of(int common, int predicted, int gold, double em) {
            if (common == 0) {
                return new F1(0, 0, 0, em);
            }
            double precision = (double) common / predicted;
            double recall = (double) common / gold;
            return new F1(2 * precision * recall / (precision + recall), precision, recall, em);
        }
    }

    private final NormalizedText prediction = new NormalizedText();
    private final NormalizedText gold = new NormalizedText();

    private TokenOverlap() {}

    public static F1 compare(String prediction, String gold) {
        TokenOverlap overlap = OF_THREAD.get();
        boolean keep = false;
        try {
            F1 found = overlap.score(prediction, gold);
            keep = overlap.prediction.capacity() <= LARGEST_KEPT && overlap.gold.capacity() <= LARGEST_KEPT;
            return found;
        } finally {
            if (!keep) {
                // Large, or left half filled where memory ran out.
                OF_THREAD.remove();
            }
        }
    }

    private F1 score(String predictedText, String goldText) {
        prediction.read(predictedText);
        gold.read(goldText);
        if (prediction.same(gold)) {
            return F1.of(gold.size(), gold.size(), gold.size(), 1);
        }
        if (isVerdict(prediction) || isVerdict(gold)) {
            return new F1(0, 0, 0, 0);
        }
        int common = gold.size() <= SCANNED ? commonByScan() : commonByTable();
        return F1.of(common, prediction.size(), gold.size(), 0);
    }

    /** Whether the whole text is one of the words that must match entirely or count nothing. */
    private static boolean isVerdict(NormalizedText text) {
        if (text.size() != 1) {
            return false;
        }
        long key = text.key(0);
        return key == NormalizedText.YES || key == NormalizedText.NO || key == NormalizedText.NOANSWER;
    }

    private int commonByScan() {
        int words = gold.size();
        int unused = (1 << words) - 1;
        int common = 0;
        for (int p = 0; p < prediction.size() && unused != 0; p++) {
            for (int left = unused; left != 0; left &= left - 1) {
                int g = Integer.numberOfTrailingZeros(left);
                if (prediction.same(p, gold, g)) {
                    unused &= ~(1 << g);
                    common++;
                    break;
                }
            }
        }
        return common;
    }

    /** Counts the gold words in an open table of their indices, then takes the predicted ones out. */
    private int commonByTable() {
        int mask = Integer.highestOneBit(gold.size()) * 4 - 1;
        int[] slots = new int[mask + 1];
        int[] counts = new int[mask + 1];
        Arrays.fill(slots, -1);
        for (int g = 0; g < gold.size(); g++) {
            int slot = spread(gold.key(g)) & mask;
            while (slots[slot] >= 0 && !gold.same(g, gold, slots[slot])) {
                slot = (slot + 1) & mask;
            }
            if (slots[slot] < 0) {
                slots[slot] = g;
            }
            counts[slot]++;
        }
        int common = 0;
        for (int p = 0; p < prediction.size(); p++) {
            int slot = spread(prediction.key(p)) & mask;
            while (slots[slot] >= 0 && !prediction.same(p, gold, slots[slot])) {
                slot = (slot + 1) & mask;
            }
            if (slots[slot] >= 0 && counts[slot] > 0) {
                counts[slot]--;
                common++;
            }
        }
        return common;
    }

    private static int spread(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
    }
}
