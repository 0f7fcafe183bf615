package dev.guerdon.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * World that an agent acts in, one episode at a time, by one thread at a time.
 *
 * <p>Every environment keeps to these rules. A test that extends {@code EnvironmentTck} of {@code guerdon-junit} checks them.
 *
 * <ul>
 *   <li><b>Seeds.</b> The same task, seed and actions give the same steps: alone, after other episodes of the same instance, and among
 *       thousands of other instances. Any seed is accepted. Whatever an environment draws, it draws from the seed.
 *   <li><b>Rewards.</b> {@link Step#reward()} is the reward of one step. The sum over an episode is its return. An environment with a
 *       level, such as points from 0 to 100, tells it as {@link Step#score()}; a step's reward is then the change of the score.
 *   <li><b>The end.</b> The last step is {@link Step#terminated() terminated}, {@link Step#truncated() truncated} by a limit that has
 *       a name, or {@linkplain Step.End#lost lost}; never two of them, and no step before it is any. A reset never ends an episode.
 *   <li><b>After the end</b> a step is refused: it changes nothing, its reward is 0, its end is that of the episode, and its observation
 *       says to reset. {@link Step#refusal} makes this answer.
 *   <li><b>Actions.</b> An action that makes no sense is answered with an observation that says so; {@link #step} never throws for
 *       one. An action of more than {@link #longestAction()} characters is refused without being read, and counts as a step like any
 *       other. Every action that {@link #actions()} lists is one that the environment takes.
 *   <li><b>Looking</b> at {@link #actions()}, {@link #hint()}, {@link #picture()} or {@link #describeState()} changes nothing.
 *   <li><b>Tasks.</b> An unknown task is a {@link GuerdonException} that says which tasks there are, and leaves the environment usable.
 *       So is a step before the first reset.
 * </ul>
 *
 * <p>{@snippet :
 * public Step step(String action) {
 *     Optional<Step> refusal = last.refusal(action, longestAction());
 *     last = refusal.isPresent() ? refusal.get() : act(action);
 *     return last;
 * }
 * }
 */
@Experimental
public interface Environment extends Resource {

    /** Number of characters that an action has at most, unless the environment says otherwise. */
    int LONGEST_ACTION = 16_384;

    /**
     * Begins the episode that the task's fields describe, such as {@code task_id} and {@code split}.
     *
     * @param seed what the environment draws from, where the task leaves something open. It does not change what the task names, and
     *     a field {@code seed} of the task names a draw
     */
    Step reset(Task task, long seed);

    /** Begins an episode with the seed in the task's field {@code seed}, or 0 if it has none. */
    default Step reset(Task task) {
        return reset(task, task.field("seed").map(Json::asLong).orElse(0L));
    }

    /** Performs an action, and returns what came of it. */
    Step step(String action);

    /** Returns how many characters an action may have. Longer ones are refused: see {@link Step#refusal}. */
    default int longestAction() {
        return LONGEST_ACTION;
    }

    /** Returns the actions that make sense now, or an empty list if they cannot be listed. */
    default List<String> actions() {
        return List.of();
    }

    /** Returns a good next action, or empty if the environment knows none. */
    default Optional<String> hint() {
        return Optional.empty();
    }

    /** Returns the last step as a person reads it in a terminal. */
    default String readable(Step step) {
        return step.observation().text();
    }

    /** Returns what a person would see now, as a PNG picture, or empty if there is no picture of it. */
    default Optional<byte[]> picture() {
        return Optional.empty();
    }

    /** Returns the state of the world in words, for a person who looks behind the scenes. */
    default String describeState() {
        return "";
    }

    /**
     * Keeps what happens in the episodes from now on as files in a folder, where this environment has artifacts to keep, such as
     * screenshots. Called before {@link #reset(Task, long)}.
     */
    default void recordTo(Path folder) {}

    /**
     * Takes what the agent thought before its next action (its prompt, its reasoning, its tokens), to be kept with the step where
     * the environment records. The environment itself never looks at it.
     */
    default void annotate(Map<String, @Nullable Object> agentInfo) {}
}
