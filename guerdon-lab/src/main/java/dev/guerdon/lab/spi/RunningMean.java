package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import java.util.HashMap;
import java.util.Map;

/** A mean reward with its standard error while episodes come in; each costs the same, however many there are. Not thread-safe. */
@Experimental
public final class RunningMean {

    private static final class Cluster {
        private double sum;
        private long count;
    }

    private final Map<String, Cluster> clusters = new HashMap<>();
    private double sum;
    private long count;
    private double squaredSums;
    private double sumsTimesCounts;
    private double squaredCounts;
    private long missing;

    /** Adds an episode: its reward to the mean, or itself to those that are missing. */
    public void add(String task, Score score) {
        switch (score) {
            case Score.Scored scored -> add(task, scored.result().reward());
            case Score.Unscored unscored -> missing++;
        }
    }

    /** Forgets one that was missing, because it was run again. */
    public void forgetMissing() {
        missing--;
    }

    /** Adds a reward. */
    public void add(String task, double reward) {
        Cluster cluster = clusters.computeIfAbsent(task, key -> new Cluster());
        account(cluster, -1);
        cluster.sum += reward;
        cluster.count++;
        account(cluster, 1);
        sum += reward;
        count++;
    }

    private void account(Cluster cluster, int sign) {
        squaredSums += sign * cluster.sum * cluster.sum;
        sumsTimesCounts += sign * cluster.sum * cluster.count;
        squaredCounts += sign * (double) cluster.count * cluster.count;
    }

    /** The mean so far, and how well it is known. */
    public MeanEstimate estimate() {
        int tasks = clusters.size();
        double mean = count == 0 ? Double.NaN : sum / count;
        if (tasks < 2) {
            return new MeanEstimate(mean, Double.NaN, tasks, count, missing);
        }
        // The sum over the tasks of (sum of its rewards - its count * mean) squared, which needs no second pass.
        double residuals = squaredSums - 2 * mean * sumsTimesCounts + mean * mean * squaredCounts;
        double rounding = 1e-12 * squaredSums;
        double variance = residuals <= rounding ? 0 : tasks / (tasks - 1.0) * residuals / count / count;
        return new MeanEstimate(mean, Math.sqrt(variance), tasks, count, missing);
    }
}
