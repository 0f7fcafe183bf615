package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.store.RunFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a run in a list of runs; they mean what they mean in {@link KeyMetrics}.
 *
 * @param episodes how many episodes are finished
 * @param tasks how many different tasks
 * @param averageReward the mean reward over scored episodes; NaN where there is none
 * @param standardError the standard error of that mean, with the repeats of a task as one cluster; NaN below two tasks
 * @param completed episodes that ended by their own final answer
 * @param perfect episodes with a reward of at least {@link KeyMetrics#PERFECT}
 * @param zero scored episodes with a reward of exactly 0
 * @param averageSteps the mean number of steps
 * @param errorRate the share of episodes that ended in an error
 * @param unscored episodes without a score
 * @param tokens tokens in and out
 * @param usd what the model calls cost; NaN where that is not known of all of them
 */
@Experimental
public record RunSummary(
        int episodes,
        int tasks,
        double averageReward,
        double standardError,
        int completed,
        int perfect,
        int zero,
        double averageSteps,
        double errorRate,
        int unscored,
        long tokens,
        double usd) {

    static RunSummary of(Path folder) {
        RunFigures figures = RunFigures.of(folder);
        RunFigures.Counts counts = figures.counts();
        MeanEstimate mean = figures.mean();
        double n = Math.max(1, counts.episodes());
        return new RunSummary(
                counts.episodes(),
                counts.tasks(),
                mean.mean(),
                mean.standardError(),
                counts.completed(),
                counts.perfect(),
                counts.zero(),
                figures.sums().steps() / n,
                counts.failed() / n,
                counts.episodes() - counts.scored(),
                figures.sums().usage().tokens(),
                figures.sums().usage().costKnown() ? figures.sums().usage().usd() : Double.NaN);
    }

    /** The average in words, with how many are missing from it. */
    public String average() {
        return new MeanEstimate(averageReward, standardError, tasks, episodes - unscored, unscored).words();
    }

    /**
     * How the average reward went over a series of runs; a run in which nothing was scored has no average and no place in it.
     *
     * @param initial the average of the first run
     * @param best the highest average
     * @param bestRun the name of the earliest run that had it
     * @param last the average of the last run
     */
    public record Series(double initial, double best, String bestRun, double last) {

        /** A run of the series. */
        public record Point(String run, double averageReward) {}

        /** The series of some runs in order, empty where there is none. */
        public static Optional<Series> of(List<Point> points) {
            List<Point> known = points.stream()
                    .filter(point -> Double.isFinite(point.averageReward()))
                    .toList();
            return known.stream()
                    .reduce((a, b) -> b.averageReward() > a.averageReward() ? b : a)
                    .map(best -> new Series(
                            known.getFirst().averageReward(),
                            best.averageReward(),
                            best.run(),
                            known.getLast().averageReward()));
        }

        /** From the first to the last. */
        public double change() {
            return last - initial;
        }
    }
}
