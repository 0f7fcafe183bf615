package dev.guerdon.agent;

import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes rollouts, many at once: runs the agent, scores what it did while others still run, and gives back every resource.
 *
 * <p>One failing rollout never harms another: it ends with {@code ERROR} and its message.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Rollouts {

    private Rollouts() {}

    /**
     * What all rollouts of a job share.
     *
     * @param agent the agent
     * @param model the model
     * @param reward the reward that scores each rollout
     * @param tools names of the tools that are offered
     * @param environmentOptions options for the environment
     * @param limits what each rollout may use
     * @param artifacts the folder of each rollout's artifacts, where they are kept
     */
    public record Setup(
            Registry registry,
            Agent agent,
            Model model,
            RewardEntry reward,
            List<String> tools,
            Map<String, String> environmentOptions,
            RolloutLimits limits,
            Function<RolloutPlan, Optional<Path>> artifacts) {}

    /** Runs every task some times; the rollouts come in the order of the tasks, repeats together (one group per task). */
    public static List<Rollout> run(Setup setup, List<Task> tasks, int repeat, int parallel, long seed) {
        throw new UnsupportedOperationException();
    }

    /** Starts a job; it draws plans one by one as places become free. */
    public static Job start(Setup setup, Iterable<RolloutPlan> plans, int parallel, RolloutListener listener) {
        throw new UnsupportedOperationException();
    }

    /** Rollouts under way. */
    public interface Job {

        /** Starts no further rollouts; those in flight go on. */
        void stopStarting();

        /** Stops those in flight too; each ends with {@code CANCELLED} as soon as it can. */
        void cancel();

        /** Waits for the end; rethrows what the listener threw. */
        void await() throws InterruptedException;
    }
}
