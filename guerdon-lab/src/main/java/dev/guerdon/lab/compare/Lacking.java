package dev.guerdon.lab.compare;

import dev.guerdon.lab.spi.Comparison.TaskBound;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.PairedTask;
import java.util.ArrayList;
import java.util.List;

/**
 * The tasks with pairs of which one episode has no score. Which rewards they could have had is known only when all tasks were seen, so of
 * each the parts of its difference are kept, as numbers.
 */
final class Lacking {

    private final int listed;
    private final List<String> names = new ArrayList<>();
    /** The difference of what is known, how many rewards are missing in base and candidate, and how many pairs there are. */
    private final Numbers known = new Numbers();

    private final Numbers inBase = new Numbers();
    private final Numbers inCandidate = new Numbers();
    private final Numbers sizes = new Numbers();
    private int base;
    private int candidate;
    private int pairs;
    private double low;
    private double high = 1;

    Lacking(int listed) {
        this.listed = listed;
    }

    void add(PairedTask task) {
        low = Math.min(low, task.lowest());
        high = Math.max(high, task.highest());
        if (task.missing() == 0) {
            return;
        }
        int size = task.pairs() + task.missing();
        base += task.missingInBase();
        candidate += task.missingInCandidate();
        pairs += task.missing();
        known.add(task.difference(0, 0) * size);
        inBase.add(task.missingInBase());
        inCandidate.add(task.missingInCandidate());
        sizes.add(size);
        if (names.size() < listed) {
            names.add(task.task());
        }
    }

    int base() {
        return base;
    }

    int candidate() {
        return candidate;
    }

    int pairs() {
        return pairs;
    }

    /** From 0 to 1, or as far as rewards were seen. */
    Interval range() {
        return new Interval(low, high);
    }

    private double difference(int index, double baseReward, double candidateReward) {
        double sum = known.get(index) + inCandidate.get(index) * candidateReward - inBase.get(index) * baseReward;
        return sum / sizes.get(index);
    }

    /** The differences of these tasks if those without a score had such rewards. */
    double[] differences(double baseReward, double candidateReward) {
        double[] out = new double[known.size()];
        for (int i = 0; i < out.length; i++) {
            out[i] = difference(i, baseReward, candidateReward);
        }
        return out;
    }

    /** The lowest and highest difference of each, as far as they are listed. */
    List<TaskBound> bounds() {
        List<TaskBound> out = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            out.add(new TaskBound(names.get(i), difference(i, high, low), difference(i, low, high)));
        }
        return out;
    }
}
