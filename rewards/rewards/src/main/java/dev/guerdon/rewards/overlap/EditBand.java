package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import dev.guerdon.rewards.overlap.Ter.Alignment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A band of the table of edits between two texts, along the line that stretches one to the other.
 *
 * <p>What lies outside of the band counts as out of reach, so the distance may be larger than the true one. Texts that share their first
 * words share their first rows.
 */
final class EditBand {

    private static final int WIDTH = 25;
    private static final int FAR = Integer.MAX_VALUE / 2;

    private static final byte SAME = 0;
    private static final byte REPLACE = 1;
    private static final byte LEAVE_OUT = 2;
    private static final byte PUT_IN = 3;

    private final int[] predicted;
    private final int[] reference;
    private final GradingSteps steps;
    private final double ratio;
    private final int width;
    private final int[][] costs;
    private final byte[][] operations;
    private final int[] starts;

    EditBand(int[] predicted, int[] reference, GradingSteps steps) {
        this.predicted = predicted;
        this.reference = reference;
        this.steps = steps;
        ratio = predicted.length == 0 ? 1 : (double) reference.length / predicted.length;
        width = WIDTH < ratio / 2 ? (int) Math.ceil(ratio / 2 + WIDTH) : WIDTH;
        costs = new int[predicted.length + 1][];
        operations = new byte[predicted.length + 1][];
        starts = new int[predicted.length + 1];
        costs[0] = new int[reference.length + 1];
        for (int j = 0; j <= reference.length; j++) {
            costs[0][j] = j;
        }
        for (int i = 1; i <= predicted.length; i++) {
            int from = from(i);
            int to = to(i);
            // A kept row costs memory.
            steps.spend(4L * Math.max(0, to - from));
            starts[i] = from;
            costs[i] = new int[Math.max(0, to - from)];
            operations[i] = new byte[costs[i].length];
            row(predicted[i - 1], costs[i - 1], starts[i - 1], from, costs[i], operations[i]);
        }
    }

    int[] predicted() {
        return predicted;
    }

    int distance() {
        return at(costs[predicted.length], starts[predicted.length], reference.length);
    }

    /** Returns the distance of a text of the same length that has the first words in common. */
    int distanceOf(int[] other, int common) {
        int[] before = costs[common];
        int start = starts[common];
        for (int i = common + 1; i <= other.length; i++) {
            int from = from(i);
            int[] row = new int[Math.max(0, to(i) - from)];
            steps.spend(row.length + 1L);
            row(other[i - 1], before, start, from, row, null);
            before = row;
            start = from;
        }
        return at(before, start, reference.length);
    }

    private int from(int i) {
        return Math.max(0, (int) Math.floor(i * ratio) - width);
    }

    private int to(int i) {
        return i == predicted.length
                ? reference.length + 1
                : Math.min(reference.length + 1, (int) Math.floor(i * ratio) + width);
    }

    private static int at(int[] row, int start, int j) {
        return j < start || j >= start + row.length ? FAR : row[j - start];
    }

    private void row(int word, int[] before, int beforeStart, int from, int[] row, byte @Nullable [] ops) {
        for (int k = 0; k < row.length; k++) {
            int j = from + k;
            int best = FAR;
            byte operation = SAME;
            if (j == 0) {
                best = at(before, beforeStart, 0) + 1;
                operation = LEAVE_OUT;
            } else {
                boolean same = word == reference[j - 1];
                int kept = at(before, beforeStart, j - 1) + (same ? 0 : 1);
                if (kept < best) {
                    best = kept;
                    operation = same ? SAME : REPLACE;
                }
                int out = at(before, beforeStart, j) + 1;
                if (out < best) {
                    best = out;
                    operation = LEAVE_OUT;
                }
                int in = (k == 0 ? FAR : row[k - 1]) + 1;
                if (in < best) {
                    best = in;
                    operation = PUT_IN;
                }
            }
            row[k] = best;
            if (ops != null) {
                ops[k] = operation;
            }
        }
    }

    /** Reads the pairs off the table. A word of the reference that nothing stands for is paired with the word before it. */
    Alignment alignment() {
        int[] partners = new int[reference.length];
        boolean[] predictedErrors = new boolean[predicted.length];
        boolean[] referenceErrors = new boolean[reference.length];
        int i = predicted.length;
        int j = reference.length;
        while (i > 0 || j > 0) {
            byte operation = i == 0 ? PUT_IN : operations[i][j - starts[i]];
            switch (operation) {
                case LEAVE_OUT -> predictedErrors[--i] = true;
                case PUT_IN -> {
                    j--;
                    partners[j] = i - 1;
                    referenceErrors[j] = true;
                }
                default -> {
                    i--;
                    j--;
                    partners[j] = i;
                    predictedErrors[i] = operation == REPLACE;
                    referenceErrors[j] = operation == REPLACE;
                }
            }
        }
        return new Alignment(partners, Alignment.sums(predictedErrors), Alignment.sums(referenceErrors));
    }

    @Override
    public String toString() {
        return Arrays.toString(predicted);
    }
}
