package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import java.util.List;
import java.util.Map;
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

    /** The session's name, which nobody can guess unless its client chose it. */
    String id();

    /** The environment, as it was when the session began. */
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

    /** The task of the episode, as clients may see it. */
    ServedTask task();

    /** Acts. */
    EpisodeStep step(String action);

    /** Calls a tool of {@link ServedEnvironment#tools()}; an exception for wrong arguments says what is wrong, for the model. */
    EpisodeStep call(String tool, Map<String, @Nullable Object> arguments);

    /** The actions that make sense now; empty where they cannot be listed. */
    List<String> actions();

    /**
     * Says that somebody still uses the session, which ends else. Waits for no call that is under way.
     *
     * @throws dev.guerdon.api.GuerdonException that becomes 404 where the session has ended
     */
    void touch();

    /** Where the session is; asks the environment nothing. */
    EpisodeState state();

    /** What the last reset or step showed; the same each time it is asked for. */
    EpisodeStep last();

    /**
     * Scores the episode as it is now, also where it is not over: with the served reward, or with the sum of the environment's own.
     *
     * @param finalResponse what the agent said last; empty for its last action
     */
    Score score(String finalResponse);

    /** Ends the session and its environment. A step that is under way ends first, and nobody waits for it. */
    @Override
    void close();
}
