package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.api.Step;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session of a client in an environment of its own.
 *
 * <p>Any thread may call; calls of one session happen one after the other. Each has the deadline of the definition. What is wrong is a
 * {@link dev.guerdon.api.GuerdonException}: with HTTP status 404 where the session has ended, 503 where its environment was lost, and 400 or 404
 * where the client asked for something that is not there.
 */
@Experimental
public interface EnvironmentHandle extends AutoCloseable {

    /** Returns the session's name, which cannot be guessed unless its client chose it. */
    String id();

    /** Returns the environment, as it was when the session began. */
    ServedEnvironment environment();

    /**
     * Begins an episode.
     *
     * @param seed what the environment draws from, and which task is meant by {@link WantedTask.Usual}; null for the seed that the
     *     task names, or 0
     */
    EpisodeStep reset(WantedTask task, @Nullable Long seed);

    /** Begins an episode with the seed that the task names, or 0. */
    default EpisodeStep reset(WantedTask task) {
        return reset(task, null);
    }

    /** Returns the task of the episode, as clients may see it. */
    ServedTask task();

    /** Takes an action. */
    EpisodeStep step(String action);

    /** Returns the name of the tool that ends the episode with the agent's final answer, or an empty text if there is no such tool. */
    default String finalAnswerTool() {
        return "";
    }

    /** Calls a tool of {@link ServedEnvironment#tools()}; an exception for wrong arguments says what is wrong, for the model. */
    EpisodeStep call(String tool, Map<String, @Nullable Object> arguments);

    /**
     * Counts as a use of the session, which would otherwise end. Waits for no call that is under way.
     *
     * @throws dev.guerdon.api.GuerdonException that becomes 404 where the session has ended
     */
    void touch();

    /** Returns where the session is; asks the environment nothing. */
    EpisodeState state();

    /**
     * Scores the episode as it is now, also if it is not over: with the served reward, or with the sum of the environment's own.
     *
     * @param finalResponse what the agent said last; empty for its last action
     */
    Score score(String finalResponse);

    /** Ends the session and its environment. Does not wait for a step that is under way, which ends first. */
    @Override
    void close();

    /**
     * State of a session.
     *
     * @param task the id of its task; empty before the first reset
     * @param split the split of the task; empty if it is the client's own
     * @param index its place in the split; -1 if it is the client's own
     * @param seed the seed of the episode
     * @param steps how many steps were taken in it
     * @param done whether it is over
     */
    record EpisodeState(String task, String split, int index, long seed, int steps, boolean done) {}

    /**
     * Answer of a session, and what it is worth.
     *
     * @param step what the environment shows
     * @param own whether the environment's own reward counts; else there is none before the episode is over
     * @param score what the served reward says about the episode, once it is over; null before, and where the environment's own counts
     */
    record EpisodeStep(Step step, boolean own, @Nullable Score score) {

        /** Returns the reward of this step; null if there is none yet, or where the episode could not be scored. */
        public @Nullable Double reward() {
            if (own) {
                return step.reward();
            }
            return score instanceof Score.Scored scored
                    ? (Double) scored.result().reward()
                    : null;
        }

        /** Returns the reason if the episode could not be scored: tell the client so, and never a number in its place. */
        public Optional<Score.Unscored> unscored() {
            return score instanceof Score.Unscored unscored ? Optional.of(unscored) : Optional.empty();
        }
    }

    /** Task that a client wants to play. */
    sealed interface WantedTask {

        /** Any of the first split: the one that the seed names, or else the next in turn. */
        record Usual() implements WantedTask {}

        /**
         * The task at a place.
         *
         * @param split the name of the split; empty for the first
         * @param index from 0
         */
        record At(String split, long index) implements WantedTask {}

        /**
         * The task of an id.
         *
         * @param split the name of the split; empty for all of them
         */
        record Named(String split, String id) implements WantedTask {}

        /**
         * Facts that a client knows about a task. One that names a task of the server, by {@code split} and {@code index} or {@code id}, is that
         * task. Any other is the client's own, which the definition must allow.
         */
        record Described(Map<String, @Nullable Object> spec) implements WantedTask {}
    }
}
