package dev.guerdon.rewards.overlap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The BLEU score of one sentence, from 0 to 100, as sacrebleu computes it.
 *
 * @param counts the n-grams of order 1 to 4 that a reference has too, after smoothing
 * @param totals all n-grams of the prediction, after smoothing
 * @param penalty what a short prediction is multiplied with
 * @param length the words of the prediction
 * @param referenceLength the words of the reference whose length is closest
 */
record Bleu(
        double score,
        List<Integer> counts,
        List<Integer> totals,
        List<Double> precisions,
        double penalty,
        int length,
        int referenceLength) {

    private static final int ORDERS = 4;
    private static final double LOG_OF_ZERO = -9999999999.0;
    private static final double FLOOR = 0.1;

    /** Treatment of an order without a match. */
    enum Smoothing {
        NONE("none"),
        FLOOR("floor"),
        ADD_ONE("add-k"),
        HALVING("exp");

        private final String name;

        Smoothing(String name) {
            this.name = name;
        }

        /** Returns the name that sacrebleu has for it. */
        String method() {
            return name;
        }
    }

    /**
     * Compares a prediction with references, of which there must be one.
     *
     * @param effectiveOrder whether the mean is over the orders that the prediction is long enough for
     */
    static Bleu of(
            String prediction,
            List<String> references,
            BleuTokens tokens,
            Smoothing smoothing,
            boolean effectiveOrder) {
        TokenIds ids = new TokenIds();
        List<int[]> texts = new ArrayList<>();
        references.forEach(reference -> texts.add(ids.add(tokens.of(reference))));
        List<Integer> lengths = new ArrayList<>();
        texts.forEach(text -> lengths.add(text.length));
        NGrams grams = new NGrams(ORDERS, texts.getFirst().length);
        texts.forEach(grams::add);
        int[] words = ids.find(tokens.of(prediction));
        int[] totals = new int[ORDERS];
        for (int n = 0; n < ORDERS; n++) {
            totals[n] = NGrams.total(words.length, n + 1);
        }
        return smoothed(
                grams.matches(words), totals, words.length, closest(words.length, lengths), smoothing, effectiveOrder);
    }

    private static int closest(int length, List<Integer> lengths) {
        int closest = lengths.getFirst();
        for (int other : lengths) {
            int gain = Math.abs(length - closest) - Math.abs(length - other);
            if (gain > 0 || (gain == 0 && other < closest)) {
                closest = other;
            }
        }
        return closest;
    }

    private static Bleu smoothed(
            int[] counts, int[] totals, int length, int reference, Smoothing smoothing, boolean effectiveOrder) {
        double penalty = length >= reference ? 1 : length > 0 ? StrictMath.exp(1 - (double) reference / length) : 0;
        double[] precisions = new double[ORDERS];
        double score = 0;
        // A shared n-gram begins with a shared word.
        if (counts[0] > 0) {
            int orders = ORDERS;
            double halving = 1;
            for (int n = 0; n < ORDERS; n++) {
                if (smoothing == Smoothing.ADD_ONE && n > 0) {
                    counts[n]++;
                    totals[n]++;
                }
                if (totals[n] == 0) {
                    break;
                }
                orders = effectiveOrder ? n + 1 : orders;
                if (counts[n] > 0) {
                    precisions[n] = 100.0 * counts[n] / totals[n];
                } else if (smoothing == Smoothing.HALVING) {
                    halving *= 2;
                    precisions[n] = 100.0 / (halving * totals[n]);
                } else if (smoothing == Smoothing.FLOOR) {
                    precisions[n] = 100.0 * FLOOR / totals[n];
                }
            }
            double logs = 0;
            for (int n = 0; n < orders; n++) {
                logs += precisions[n] == 0 ? LOG_OF_ZERO : StrictMath.log(precisions[n]);
            }
            score = penalty * StrictMath.exp(logs / orders);
        }
        return new Bleu(
                score,
                Arrays.stream(counts).boxed().toList(),
                Arrays.stream(totals).boxed().toList(),
                Arrays.stream(precisions).boxed().toList(),
                penalty,
                length,
                reference);
    }
}
