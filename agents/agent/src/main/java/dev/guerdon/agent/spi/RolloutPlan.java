package dev.guerdon.agent.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;

/**
 * A rollout that is to be made.
 *
 * @param task the task
 * @param repeat which of the task's rollouts it is, from 0
 * @param seed makes it repeatable
 */
@Experimental
public record RolloutPlan(Task task, int repeat, long seed) {

    /**
     * Returns a plan whose seed is made of the job's seed, the task's id and the repeat, so that it does not depend on the other
     * tasks.
     */
    public static RolloutPlan of(Task task, int repeat, long jobSeed) {
        long seed = jobSeed;
        for (int i = 0; i < task.id().length(); i++) {
            seed = mix(seed ^ task.id().charAt(i));
        }
        return new RolloutPlan(task, repeat, mix(seed + repeat));
    }

    /** Returns one step of the SplitMix64 generator: spreads every bit over the whole word. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns the name of the rollout in trajectories, messages and files: the task's id, and which of its rollouts it is. */
    public String id() {
        return task.id() + "#" + repeat;
    }
}
