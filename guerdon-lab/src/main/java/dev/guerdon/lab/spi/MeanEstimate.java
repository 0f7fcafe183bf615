package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean reward and how well it is known.
 *
 * <p>Repeats of a task resemble each other, so the standard error is computed from the tasks, not from the episodes; tasks are taken
 * as a sample of the tasks one could ask.
 *
 * @param mean the mean over all episodes
 * @param standardError the standard error of the mean, clustered by task; NaN for fewer than two tasks
 * @param tasks how many different tasks
 * @param episodes how many episodes
 */
@Experimental
public record MeanEstimate(double mean, double standardError, int tasks, long episodes) {

    /** The estimate for all rewards of a run; what could not be scored counts as 0. */
    public static MeanEstimate of(List<Episode> episodes) {
        RunningMean running = new RunningMean();
        for (Episode episode : episodes) {
            running.add(episode.task(), episode.reward());
        }
        return running.estimate();
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
