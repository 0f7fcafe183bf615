package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ROUGE scores of a prediction against one reference.
 *
 * <p>N-gram overlap takes time proportional to the texts, the common subsequences at most the product of their lengths over 64.
 */
final class Rouge {

    /** Precision, recall and their harmonic mean. */
    record Overlap(double precision, double recall, double f1) {

        static final Overlap NONE = new Overlap(0, 0, 0);

        static Overlap of(int shared, int predicted, int expected) {
            double precision = (double) shared / Math.max(predicted, 1);
            double recall = (double) shared / Math.max(expected, 1);
            double f1 = precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
            return new Overlap(precision, recall, f1);
        }

        /** Returns the three numbers in the order in which the reference lists them. */
        List<Double> list() {
            return List.of(precision, recall, f1);
        }
    }

    private final TokenIds ids = new TokenIds();
    private final int[] reference;
    private final int[] predicted;
    private final List<int[]> referenceLines;
    private final List<int[]> predictedLines;
    private final GradingSteps steps;

    private Rouge(List<List<String>> reference, List<List<String>> predicted, GradingSteps steps) {
        this.steps = steps;
        referenceLines = new ArrayList<>(reference.size());
        reference.forEach(line -> referenceLines.add(ids.add(line)));
        predictedLines = new ArrayList<>(predicted.size());
        predicted.forEach(line -> predictedLines.add(ids.find(line)));
        this.reference = joined(referenceLines);
        this.predicted = joined(predictedLines);
    }

    /** Reads both texts. A line is a sentence. */
    static Rouge of(String prediction, String reference, RougeTokens tokens, boolean stem, GradingSteps steps) {
        return new Rouge(lines(reference, tokens, stem), lines(prediction, tokens, stem), steps);
    }

    /** Returns whether the tokenizer found no word in one of the texts. */
    boolean isEmpty() {
        return reference.length == 0 || predicted.length == 0;
    }

    /** Shared n-grams. */
    Overlap ngrams(int n) {
        NGrams grams = new NGrams(n, reference.length);
        grams.add(reference);
        int shared = grams.matches(predicted)[n - 1];
        return Overlap.of(shared, NGrams.total(predicted.length, n), NGrams.total(reference.length, n));
    }

    /** Returns the longest common subsequence of all words. */
    Overlap longest() {
        if (isEmpty()) {
            return Overlap.NONE;
        }
        int shared = new CommonSubsequence(reference).length(predicted, 0, predicted.length, steps);
        return Overlap.of(shared, predicted.length, reference.length);
    }

    /** Returns the words of each line of the reference that are in a common subsequence with some line of the prediction. */
    Overlap longestByLine() {
        if (isEmpty()) {
            return Overlap.NONE;
        }
        int[] left = counts(referenceLines);
        int[] leftPredicted = counts(predictedLines);
        int hits = 0;
        for (int[] line : referenceLines) {
            boolean[] marked = new boolean[line.length];
            CommonSubsequence subsequence = new CommonSubsequence(line);
            for (int[] other : predictedLines) {
                subsequence.mark(line, other, marked, steps);
            }
            for (int i = 0; i < line.length; i++) {
                if (marked[i] && left[line[i]] > 0 && leftPredicted[line[i]] > 0) {
                    hits++;
                    left[line[i]]--;
                    leftPredicted[line[i]]--;
                }
            }
        }
        return Overlap.of(hits, predicted.length, reference.length);
    }

    private int[] counts(List<int[]> lines) {
        int[] counts = new int[ids.size()];
        for (int[] line : lines) {
            for (int token : line) {
                if (token >= 0) {
                    counts[token]++;
                }
            }
        }
        return counts;
    }

    private static List<List<String>> lines(String text, RougeTokens tokens, boolean stem) {
        List<List<String>> lines = new ArrayList<>();
        int start = 0;
        while (start <= text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            if (end > start) {
                List<String> words = tokens.of(text.substring(start, end), stem);
                if (!words.isEmpty()) {
                    lines.add(words);
                }
            }
            start = end + 1;
        }
        return lines;
    }

    private static int[] joined(List<int[]> lines) {
        if (lines.size() == 1) {
            return lines.getFirst();
        }
        int[] all = new int[lines.stream().mapToInt(line -> line.length).sum()];
        int at = 0;
        for (int[] line : lines) {
            System.arraycopy(line, 0, all, at, line.length);
            at += line.length;
        }
        return Arrays.copyOf(all, at);
    }
}
