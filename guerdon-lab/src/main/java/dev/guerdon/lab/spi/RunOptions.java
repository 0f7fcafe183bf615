package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run.
 *
 * @param suite the suite
 * @param agent replaces the suite's agent where given
 * @param model replaces the suite's model where given
 * @param settings agent settings on top of the suite's
 * @param tasks ids of the tasks to run, in order; empty for all
 * @param repeat how often each task
 * @param maxSteps replaces the suite's limit of turns where above 0
 * @param parallel how many rollouts at once
 * @param seed the run's seed; a task's rollout has a seed made of it, the task's id and the repeat
 * @param note the focus of the run
 * @param record where model and HTTP traffic is recorded
 * @param replay where it is replayed from
 * @param budget what the whole run may use
 */
@Experimental
public record RunOptions(
        Suite suite,
        Optional<String> agent,
        Optional<String> model,
        Map<String, String> settings,
        List<String> tasks,
        int repeat,
        int maxSteps,
        int parallel,
        long seed,
        String note,
        Optional<Path> record,
        Optional<Path> replay,
        Budget budget) {

    /** What a whole run may use; 0 or zero for no limit. */
    public record Budget(long tokens, double usd, Duration time) {
        public static final Budget NONE = new Budget(0, 0, Duration.ZERO);
    }
}
