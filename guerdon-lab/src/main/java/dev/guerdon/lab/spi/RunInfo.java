package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is: what was asked for, and what is known of how it came about. Kept as {@code run.json}.
 *
 * @param name the folder's name, such as {@code run_20261115_101500}
 * @param suite the suite's name
 * @param agent the agent's kind
 * @param model the model's spec
 * @param reward the reward's name
 * @param settings the agent's settings that were given
 * @param planned the ids of all tasks that were planned, in order
 * @param repeat how often each task
 * @param seed the run's seed
 * @param maxSteps the limit of turns
 * @param note the focus of the run, in the user's words
 * @param status how far it is
 * @param started when it began
 * @param ended when it ended, once it has
 * @param commit the commit of the working tree, empty where there is none
 * @param dirty whether the working tree had changes
 * @param provenance everything else: versions, machine, options
 */
@Experimental
public record RunInfo(
        String name,
        String suite,
        String agent,
        String model,
        String reward,
        Map<String, String> settings,
        List<String> planned,
        int repeat,
        long seed,
        int maxSteps,
        String note,
        Status status,
        Instant started,
        Optional<Instant> ended,
        String commit,
        boolean dirty,
        Map<String, @Nullable Object> provenance) {

    /** How far a run is. */
    public enum Status {
        /** Under way, or its process was killed. */
        RUNNING,
        COMPLETE,
        /** Stopped by the user; can be resumed. */
        INTERRUPTED,
        /** Stopped at a budget of the run; can be resumed. */
        BUDGET
    }

    public RunInfo {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        planned = List.copyOf(planned);
        provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
    }
}
