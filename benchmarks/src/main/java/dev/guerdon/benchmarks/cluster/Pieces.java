package dev.guerdon.benchmarks.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;

/** The pieces of a stage: what each costs, which part of a whole piece it is, and which slots work on it. */
final class Pieces {

    private static final int NONE = -1;

    private final ArrayDeque<Integer> again = new ArrayDeque<>();
    private final int planned;
    private final double waitingShare;
    private int unplanned;
    private int next;
    private int finished;
    private double[] costs;
    private double[] shares;
    private int[] losses;
    private int[] first;
    private int[] second;
    private boolean[] done;
    private double[] durations;
    private int measured;
    private int medianOf;
    private double median;

    Pieces(Stage stage, Chance chance) {
        planned = stage.pieces();
        waitingShare = stage.cost().waiting();
        costs = new double[planned];
        for (int i = 0; i < planned; i++) {
            costs[i] = stage.cost().draw(chance);
        }
        shares = filled(planned);
        losses = new int[planned];
        first = none(planned);
        second = none(planned);
        done = new boolean[planned];
        durations = new double[planned];
    }

    int count() {
        return planned + unplanned;
    }

    boolean allDone() {
        return finished == count();
    }

    double doneShare() {
        return (double) finished / count();
    }

    /** Whether some piece waits for a slot. */
    boolean waiting() {
        return next < planned || !again.isEmpty();
    }

    /** Takes the piece that is next: those that were lost or cut come before the others. */
    int take() {
        Integer piece = again.poll();
        return piece != null ? piece : next++;
    }

    double cost(int piece) {
        return costs[piece];
    }

    /** Which share of each piece's cost is waiting for a model. */
    double waitingShare() {
        return waitingShare;
    }

    /** Which part of a whole piece this is: less than 1 after a cut. */
    double share(int piece) {
        return shares[piece];
    }

    boolean isDone(int piece) {
        return done[piece];
    }

    boolean hasCopy(int piece) {
        return second[piece] != NONE;
    }

    void attempt(int piece, int slot) {
        if (first[piece] == NONE) {
            first[piece] = slot;
        } else {
            second[piece] = slot;
        }
    }

    /** Another slot than this that works on the piece, or -1. */
    int other(int piece, int slot) {
        return first[piece] == slot ? second[piece] : first[piece];
    }

    /** Takes the slot off the piece. A piece that nobody works on any more waits again, unless it is done. */
    void drop(int piece, int slot) {
        if (first[piece] == slot) {
            first[piece] = second[piece];
        }
        second[piece] = NONE;
        if (first[piece] == NONE && !done[piece]) {
            again.addFirst(piece);
        }
    }

    /** Counts a lost attempt; returns how many that makes. */
    int lose(int piece) {
        return ++losses[piece];
    }

    void finish(int piece, double seconds) {
        done[piece] = true;
        finished++;
        if (measured == durations.length) {
            durations = Arrays.copyOf(durations, 2 * measured + 1);
        }
        durations[measured++] = seconds;
    }

    /** Ends the piece early: the rest, from 0 to 1, becomes two pieces. */
    void cut(int piece, double rest) {
        for (int i = 0; i < 2; i++) {
            int added = count();
            unplanned++;
            if (added == costs.length) {
                grow(2 * added);
            }
            costs[added] = costs[piece] * rest / 2;
            shares[added] = shares[piece] * rest / 2;
            first[added] = NONE;
            second[added] = NONE;
            again.addFirst(added);
        }
        costs[piece] *= 1 - rest;
        shares[piece] *= 1 - rest;
    }

    /** The median time of the pieces that are done; as of a moment ago where few were added since. */
    double median() {
        if (measured > medianOf * 1.05) {
            double[] sorted = Arrays.copyOf(durations, measured);
            Arrays.sort(sorted);
            median = sorted[measured / 2];
            medianOf = measured;
        }
        return median;
    }

    private void grow(int size) {
        costs = Arrays.copyOf(costs, size);
        shares = Arrays.copyOf(shares, size);
        losses = Arrays.copyOf(losses, size);
        first = Arrays.copyOf(first, size);
        second = Arrays.copyOf(second, size);
        done = Arrays.copyOf(done, size);
    }

    private static double[] filled(int size) {
        double[] out = new double[size];
        Arrays.fill(out, 1);
        return out;
    }

    private static int[] none(int size) {
        int[] out = new int[size];
        Arrays.fill(out, NONE);
        return out;
    }
}
