package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.lab.text.Figures;
import java.util.List;
import java.util.Optional;
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
 * @param mean the mean over all scored episodes; NaN where there is none
 * @param standardError the standard error of the mean, clustered by task; NaN for fewer than two tasks
 * @param tasks how many different tasks have a scored episode
 * @param episodes how many episodes are scored
 * @param missing how many episodes are not
 */
@Experimental
public record MeanEstimate(double mean, double standardError, int tasks, long episodes, long missing) {

    /** The estimate for a run. */
    public static MeanEstimate of(List<Episode> episodes) {
        RunningMean running = new RunningMean();
        for (Episode episode : episodes) {
            running.add(episode.task(), episode.score());
        }
        return running.estimate();
    }

    /** The mean in words, with what is missing: {@code 0.750}, {@code 0.750 (2 missing)}, {@code n/a (5 missing)}. */
    public String words() {
        return Figures.reward(mean) + (missing == 0 ? "" : " (" + Figures.count(missing) + " missing)");
    }

    /**
     * The interval for the mean at a level such as 0.95, from Student's t distribution. Empty where nothing can be said: fewer than
     * two tasks, or no spread at all between them.
     */
    public Optional<Interval> interval(double level) {
        if (!(standardError > 0)) {
            return Optional.empty();
        }
        double half = TDistribution.of(tasks - 1).inverseCumulativeProbability((1 + level) / 2) * standardError;
        return Optional.of(new Interval(mean - half, mean + half));
    }
}
