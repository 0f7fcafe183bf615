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
        return MeanEstimate.of(new MeanEstimate.Sums(
                clusters.size(), count, missing, sum, squaredSums, sumsTimesCounts, squaredCounts));
    }
}
