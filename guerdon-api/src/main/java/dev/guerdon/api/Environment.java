package dev.guerdon.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A world that an agent acts in, one episode at a time, by one thread at a time.
 *
 * <p>If an action makes no sense, the observation says so; {@link #step} never throws for it. An unknown task is an exception that says
 * which tasks there are. After the episode is done, {@link #step} changes nothing and repeats the last answer.
 */
@Experimental
public interface Environment extends Resource {

    /** Begins the episode that the task's fields describe, such as {@code task_id} and {@code split}. */
    Step reset(Task task);

    /** Acts. */
    Step step(String action);

    /** The actions that make sense now; empty where they cannot be listed. */
    default List<String> actions() {
        return List.of();
    }

    /** A good next action, where the environment knows one. */
    default Optional<String> hint() {
        return Optional.empty();
    }

    /** The last step as a person reads it in a terminal. */
    default String readable(Step step) {
        return step.observation().text();
    }

    /** The state of the world in words, for a person who looks behind the scenes. */
    default String describeState() {
        return "";
    }

    /**
     * Keeps what happens in the episodes from now on as files in a folder, where this environment has artifacts to keep, such as
     * screenshots. Called before {@link #reset(Task)}.
     */
    default void recordTo(Path folder) {}

    /**
     * Tells what the agent thought before its next action (its prompt, its reasoning, its tokens), to be kept with the step where
     * the environment records. The environment itself never looks at it.
     */
    default void annotate(Map<String, @Nullable Object> agentInfo) {}
}
