package dev.guerdon.api.agent;

import dev.guerdon.api.Context;
import dev.guerdon.api.Environment;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import java.nio.file.Path;
import java.util.Optional;

/** One rollout as its model sees it. */
@Experimental
public interface ModelScope {

    /** Returns the task. */
    Task task();

    /** Returns the rollout's way to its environment and other live resources. */
    Context context();

    /** Returns the seed that makes this rollout repeatable. */
    long seed();

    /** Returns the folder for artifacts of this rollout, or empty if none is kept; see {@link Environment#recordTo}. */
    Optional<Path> artifacts();

    /** Reports that the model waits, so that a user can see why nothing happens. */
    default void waiting(ModelWait wait) {}
}
