package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean reward, how well it is known, and how many rewards are missing from it.
 *
 * <p>This is the one rule for averages: they are over what was scored, and say how many are missing. Nothing scored has no mean: NaN,
 * which is written {@code n/a} for people and {@code null} in JSON.
 *
 * <p>Repeats of a task resemble each other, so the standard error is computed from the tasks, not from the episodes; tasks are taken
 * as a sample of the tasks one could ask.
 *
 * @param mean the mean over all scored episodes; NaN if there is none
 * @param standardError the standard error of the mean, clustered by task; NaN for fewer than two tasks
 * @param tasks how many different tasks have a scored episode
 * @param episodes how many episodes are scored
 * @param missing how many episodes are not
 */
@Experimental
public record MeanEstimate(double mean, double standardError, int tasks, long episodes, long missing) {

    /**
     * Sums of which a mean and its standard error are made: how many tasks and episodes are scored, how many are missing, the sum of all
     * rewards, and over the tasks the sums of (sum of its rewards)², of that sum times the count of its episodes, and of count².
     */
    public record Sums(
            int tasks,
            long episodes,
            long missing,
            double rewards,
            double squares,
            double products,
            double squaredCounts) {}

    /** Returns the estimate from sums, which need no second pass. */
    public static MeanEstimate of(Sums sums) {
        double mean = sums.episodes == 0 ? Double.NaN : sums.rewards / sums.episodes;
        if (sums.tasks < 2) {
            return new MeanEstimate(mean, Double.NaN, sums.tasks, sums.episodes, sums.missing);
        }
        // The sum over the tasks of (sum of its rewards - its count * mean) squared.
        double residuals = sums.squares - 2 * mean * sums.products + mean * mean * sums.squaredCounts;
        double rounding = 1e-12 * sums.squares;
        double variance =
                residuals <= rounding ? 0 : sums.tasks / (sums.tasks - 1.0) * residuals / sums.episodes / sums.episodes;
        return new MeanEstimate(mean, Math.sqrt(variance), sums.tasks, sums.episodes, sums.missing);
    }

    /** Returns the estimate for a run. */
    public static MeanEstimate of(List<Episode> episodes) {
        RunningMean running = new RunningMean();
        for (Episode episode : episodes) {
            running.add(episode.task(), episode.score());
        }
        return running.estimate();
    }

    /** Returns the mean in words, with what is missing: {@code 0.750}, {@code 0.750 (2 missing)}, {@code n/a (5 missing)}. */
    public String words() {
        return DisplayFormat.reward(mean) + (missing == 0 ? "" : " (" + DisplayFormat.count(missing) + " missing)");
    }

    /**
     * Returns the interval for the mean at a level such as 0.95: that of Clopper and Pearson where all rewards are 0 or 1, else from Student's
     * t distribution. Empty where nothing can be said: fewer than two tasks, or no spread at all between rewards that are not 0 or 1.
     */
    public Optional<Interval> interval(double level) {
        if (tasks > 1 && zeroOrOne()) {
            return Optional.of(exact(level));
        }
        if (!(standardError > 0)) {
            return Optional.empty();
        }
        double half = TDistribution.of(tasks - 1).inverseCumulativeProbability((1 + level) / 2) * standardError;
        return Optional.of(new Interval(mean - half, mean + half));
    }

    /** Returns whether each task has only zeros or only ones: no other values between 0 and 1 spread so far around their mean. */
    private boolean zeroOrOne() {
        double right = mean * tasks;
        return mean >= 0
                && mean <= 1
                && Math.abs(right - Math.rint(right)) < 1e-9
                && Math.abs(standardError * standardError * (tasks - 1) - mean * (1 - mean)) < 1e-9;
    }

    private Interval exact(double level) {
        double tail = (1 - level) / 2;
        double right = Math.rint(mean * tasks);
        double wrong = tasks - right;
        return new Interval(
                right == 0 ? 0 : BetaDistribution.of(right, wrong + 1).inverseCumulativeProbability(tail),
                wrong == 0 ? 1 : BetaDistribution.of(right + 1, wrong).inverseCumulativeProbability(1 - tail));
    }

    /** A mean reward with its standard error while episodes come in; each costs the same, however many there are. Not thread-safe. */
    public static final class RunningMean {

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
        private boolean bounded = true;

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
            bounded &= reward >= 0 && reward <= 1;
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

        /** Returns where the mean so far lies; that of rewards between 0 and 1 lies there, too. */
        public Optional<Interval> interval(double level) {
            return estimate().interval(level).map(interval -> bounded ? interval.within(0, 1) : interval);
        }

        /** Returns the mean so far, and how well it is known. */
        public MeanEstimate estimate() {
            return MeanEstimate.of(new MeanEstimate.Sums(
                    clusters.size(), count, missing, sum, squaredSums, sumsTimesCounts, squaredCounts));
        }
    }
}
