package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.List;

/**
 * Changes to be tried one after the other, and the rule that keeps or rolls back each of them.
 *
 * @param name names the session
 * @param suite the suite's name or file
 * @param champion the state that everything begins with
 * @param candidates the changes in order
 * @param tasks places or ids of the tasks as {@code --tasks} has them, empty for all
 * @param repeat how often each task
 * @param seed the seed of all runs, so that pairs have the same
 * @param maxSteps the limit of turns, 0 for the suite's
 * @param execution how runs are executed
 * @param accept the rule
 * @param text the file as it was, which tells whether a session belongs to it
 */
@Experimental
public record IterationPlan(
        String name,
        String suite,
        Candidate champion,
        List<Candidate> candidates,
        String tasks,
        int repeat,
        long seed,
        int maxSteps,
        Execution execution,
        AcceptanceRule accept,
        String text) {

    /**
     * How runs are executed.
     *
     * @param parallel how many rollouts at once
     * @param retries how often an episode that failed is run again before anything is decided
     */
    public record Execution(int parallel, int retries) {}

    public IterationPlan {
        candidates = List.copyOf(candidates);
    }

    /** How many rollouts run at once. */
    public int parallel() {
        return execution.parallel();
    }
}
