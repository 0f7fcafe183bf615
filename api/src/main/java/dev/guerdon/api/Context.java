package dev.guerdon.api;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rollout that a tool or reward works for, and its way to live resources.
 *
 * <p>Within one rollout the same spec and scope give the same instance, so a reward sees the environment that the tools changed.
 * Everything that was acquired is released when the rollout ends, also after a failure: callers never close it.
 *
 * <p>{@snippet :
 * @Tool(value = "look", description = "Look around.")
 * static String look(Context context) {
 *     return context.acquire(SHOP, Context.Scope.GLOBAL, shop -> shop.enter(context.seed())).view();
 * }
 * }
 */
@Stable
public interface Context {

    /** Returns the name of the rollout, or an empty text outside of one. */
    String rolloutId();

    /** Returns the name of the group of rollouts of one task, or an empty text if there is none. */
    String groupId();

    /** Returns the task's metadata: its {@code metadata} object if it has one, else its additional fields. */
    Map<String, @Nullable Object> metadata();

    /**
     * Returns the seed of this rollout, which its environment draws from: made of the run's seed, the task and the repeat. Outside of a rollout
     * it is 0.
     */
    default long seed() {
        return 0;
    }

    /**
     * Returns the options that the suite gives its environment, by name, such as {@code max-steps}; a tool that opens the environment passes
     * them on. Empty outside of a run.
     */
    default Map<String, String> environmentOptions() {
        return Map.of();
    }

    /** Returns the final response, empty while the rollout runs. */
    String finalResponse();

    /** Returns what happened so far. */
    Trajectory trajectory();

    /** Returns the live resource of this rollout; waits for a free one if the pool is at its limit. */
    default <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope) {
        return acquire(spec, scope, resource -> {});
    }

    /**
     * Returns the live resource of this rollout, and prepares it on first use.
     *
     * @param firstUse runs once for each instance that this rollout gets, before anyone in the rollout sees it; for example to
     *     reset an environment to the task's {@code task_id}
     */
    <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse);

    /**
     * Returns a resource that this rollout already holds, in any scope and backend; of several, the one that
     * came first. Returns empty if it holds none, and outside of a rollout.
     *
     * @param name the name of its {@link ResourceSpec}, such as {@code browser}
     * @param type what it must be an instance of
     */
    default <R extends Resource> Optional<R> held(String name, Class<R> type) {
        return Optional.empty();
    }

    /** Returns whether this belongs to a running rollout, so that {@link #acquire} can give a live resource. */
    default boolean isLive() {
        return true;
    }

    /** Preparation of a resource for a rollout. */
    @FunctionalInterface
    interface Preparation<R> {
        /** Prepares the resource. */
        void prepare(R resource) throws Exception;
    }

    /** Time for which a resource is held. */
    enum Scope {
        /** Made for this rollout and closed with it. */
        ROLLOUT,
        /** Taken from the pool and returned to it when the rollout ends. */
        GLOBAL
    }

    /** Returns a context outside of any rollout: it has the given metadata and no resources. */
    static Context detached(Map<String, @Nullable Object> metadata) {
        return new Detached(
                "",
                "",
                metadata,
                "",
                Trajectory.empty(),
                "needs a running rollout; this sample was read from data. Score it in a rollout, or use a reward that needs no"
                        + " environment");
    }

    /**
     * Context without live resources.
     *
     * @param reason what a message says of a resource after its name, and what to do
     */
    record Detached(
            String rolloutId,
            String groupId,
            Map<String, @Nullable Object> metadata,
            String finalResponse,
            Trajectory trajectory,
            String reason)
            implements Context {

        @Override
        public boolean isLive() {
            return false;
        }

        @Override
        public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
            throw new UnscoredException(Score.Reason.RESOURCE, "the resource '" + spec.name() + "' " + reason);
        }
    }
}
