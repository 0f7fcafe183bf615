package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A task whose repeats within one run disagree.
 *
 * @param task the task's id
 * @param repeats how many repeats are scored
 * @param low the lowest reward
 * @param high the highest reward
 * @param mean the mean reward
 */
@Experimental
public record FlakyTask(String task, int repeats, double low, double high, double mean) {

    /** The tasks of a run whose rewards differ by more than the margin from one repeat to another, in the run's order. */
    public static List<FlakyTask> in(List<Episode> episodes, double margin) {
        Map<String, FlakyTask> tasks = new LinkedHashMap<>();
        for (Episode episode : episodes) {
            if (!episode.scored()) {
                continue;
            }
            double reward = episode.reward();
            tasks.merge(episode.task(), new FlakyTask(episode.task(), 1, reward, reward, reward), FlakyTask::and);
        }
        List<FlakyTask> flaky = new ArrayList<>();
        for (FlakyTask task : tasks.values()) {
            if (task.high - task.low > margin) {
                flaky.add(task);
            }
        }
        return flaky;
    }

    private FlakyTask and(FlakyTask one) {
        int both = repeats + one.repeats;
        return new FlakyTask(
                task,
                both,
                Math.min(low, one.low),
                Math.max(high, one.high),
                (mean * repeats + one.mean * one.repeats) / both);
    }
}
