package dev.guerdon.rewards;

import dev.guerdon.cpython.PythonStrings;
import java.util.Arrays;

/**
 * Compares a prediction with a gold answer word by word: F1, precision, recall, exact match.
 *
 * <p>Linear in the lengths of the two texts. It keeps its buffers from one comparison to the next, and lets go of large ones.
 */
final class TokenOverlap {

    private static final int LARGEST_KEPT = 1 << 16;

    /** A longer prediction is read in pieces of about this many characters. */
    static final int LONG = 1 << 15;

    /** Up to this many gold words a plain scan with a bit for each used word is faster than a table. */
    private static final int SCANNED = 16;

    private static final int[] NONE = {};

    private static final ThreadLocal<TokenOverlap> OF_THREAD = ThreadLocal.withInitial(TokenOverlap::new);

    /** Result of a comparison. */
    record F1(double f1, double precision, double recall, double em) {

        /** Returns how well two texts that share {@code common} of their words agree. */
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

    static F1 compare(String prediction, String gold) {
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
        gold.read(goldText);
        if (predictedText.length() > LONG) {
            return scoreLong(predictedText);
        }
        prediction.read(predictedText);
        if (prediction.same(gold)) {
            return F1.of(gold.size(), gold.size(), gold.size(), 1);
        }
        if (isVerdict(prediction) || isVerdict(gold)) {
            return new F1(0, 0, 0, 0);
        }
        return F1.of(new Unmatched().take(), prediction.size(), gold.size(), 0);
    }

    /** Works as above for a long text, piece by piece: what it takes does not grow with the text. */
    private F1 scoreLong(String text) {
        Unmatched unmatched = new Unmatched();
        boolean same = true;
        boolean verdict = false;
        int words = 0;
        int common = 0;
        for (int from = 0; from < text.length(); ) {
            int to = endOfPiece(text, from);
            prediction.read(text, from, to);
            same = same && prediction.sameFrom(words, gold);
            verdict = words + prediction.size() == 1 && (prediction.size() == 1 ? isVerdict(prediction) : verdict);
            words += prediction.size();
            common += unmatched.take();
            from = to;
        }
        if (same && words == gold.size()) {
            return F1.of(words, words, words, 1);
        }
        return verdict || isVerdict(gold) ? new F1(0, 0, 0, 0) : F1.of(common, words, gold.size(), 0);
    }

    /** Returns where the text can be cut next: at the first space behind so many characters, so that every word stays whole. */
    private static int endOfPiece(String text, int from) {
        int end = Math.min(from + LONG, text.length());
        while (end < text.length() && !PythonStrings.isSpace(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Returns whether the whole text is one of the words that must match entirely or count nothing. */
    private static boolean isVerdict(NormalizedText text) {
        if (text.size() != 1) {
            return false;
        }
        long key = text.key(0);
        return key == NormalizedText.YES || key == NormalizedText.NO || key == NormalizedText.NOANSWER;
    }

    /** The gold words that no predicted word was matched with yet. */
    private final class Unmatched {

        /** A bit for each gold word, where they are few. */
        private int unused;

        /** An open table of the gold words' indices and how often each is left, where they are many. */
        private int[] slots = NONE;

        private int[] counts = NONE;

        Unmatched() {
            if (gold.size() <= SCANNED) {
                unused = (1 << gold.size()) - 1;
            } else {
                fill();
            }
        }

        private void fill() {
            int mask = Integer.highestOneBit(gold.size()) * 4 - 1;
            slots = new int[mask + 1];
            counts = new int[mask + 1];
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
        }

        /** Takes the words of the prediction out; how many were there. */
        int take() {
            return slots.length == 0 ? takeByScan() : takeByTable();
        }

        private int takeByScan() {
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

        private int takeByTable() {
            int mask = slots.length - 1;
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
    }

    private static int spread(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
    }
}
