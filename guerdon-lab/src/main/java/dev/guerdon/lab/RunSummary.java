package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.store.RunFigures;
import java.nio.file.Path;

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
}
