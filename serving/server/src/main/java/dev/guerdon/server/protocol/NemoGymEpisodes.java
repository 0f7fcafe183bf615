package dev.guerdon.server.protocol;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.BoundedMap;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentHandle;
import dev.guerdon.server.spi.EnvironmentHandle.EpisodeStep;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardService;
import dev.guerdon.server.spi.ServedEnvironment;
import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The episodes that rows play in environments of the server.
 *
 * <p>A row names its environment and task by {@code environment}, {@code split} and {@code index} or {@code task_id}, beside its other
 * members or in {@code verifier_metadata}. The name of the session is in the cookie.
 */
final class NemoGymEpisodes {

    private static final int MOST_VERDICTS = 10_000;
    private static final String ENVIRONMENT = "environment";
    private static final String METADATA = "verifier_metadata";

    private final RewardService rewards;
    private final EnvironmentService environments;

    /** Verdicts by session: a request that is repeated, because its answer got lost, gets the same. */
    private final Map<String, Score> verdicts = new BoundedMap<>(MOST_VERDICTS, false);

    NemoGymEpisodes(RewardService rewards) {
        this.rewards = rewards;
        this.environments = rewards.environments();
    }

    /** Returns the environment that a row is played in; empty where a reward alone judges it. */
    Optional<ServedEnvironment> environment(Map<String, @Nullable Object> row) {
        if (environments.environments().isEmpty()) {
            return Optional.empty();
        }
        Object name = member(row, ENVIRONMENT);
        if (name == null) {
            return rewards.rewards().isEmpty() ? Optional.of(environments.environment("")) : Optional.empty();
        }
        if (!(name instanceof String text)) {
            throw ServeException.expected("the name of an environment as '" + ENVIRONMENT + "'", new Json(name).kind());
        }
        return Optional.of(environments.environment(text));
    }

    private static @Nullable Object member(Map<String, @Nullable Object> row, String name) {
        Object value = row.get(name);
        return value == null && row.get(METADATA) instanceof Map<?, ?> metadata ? metadata.get(name) : value;
    }

    private static WantedTask wanted(Map<String, @Nullable Object> row) {
        String split = member(row, "split") instanceof String text ? text : "";
        Object index = member(row, "index");
        if (index instanceof Integer || index instanceof Long) {
            return new WantedTask.At(split, ((Number) index).longValue());
        }
        if (index != null) {
            throw ServeException.expected("a whole number as 'index'", new Json(index).kind());
        }
        if (member(row, "task_id") instanceof String id) {
            return new WantedTask.Named(split, id);
        }
        throw ServeException.expected(
                "'split' and 'index', or 'task_id', which name the row's task in its environment", "neither");
    }

    /** An episode that has begun. */
    record Begun(EnvironmentHandle handle, EpisodeStep first) {}

    /** Begins the episode of a row in a session of its own. */
    Begun begin(String client, ServedEnvironment environment, Map<String, @Nullable Object> row) {
        WantedTask wanted = wanted(row);
        EnvironmentHandle handle = environments.open(client, environment, "");
        try {
            return new Begun(handle, handle.reset(wanted));
        } catch (RuntimeException | Error e) {
            handle.close();
            throw e;
        }
    }

    /** Returns the session of a name; empty if there is none any more. */
    Optional<EnvironmentHandle> find(String client, String session) {
        if (session.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(environments.session(client, session));
        } catch (ServeException e) {
            if (e.status() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Scores an episode, and ends its session. */
    Score verdict(String client, String session, String finalResponse) {
        synchronized (verdicts) {
            Score before = verdicts.get(session);
            if (before != null) {
                return before;
            }
        }
        Optional<EnvironmentHandle> handle = find(client, session);
        if (handle.isEmpty()) {
            return new Score.Unscored(
                    Score.Reason.RESOURCE,
                    "the session of this row is not there: it was never seeded, its cookie got lost, or it ended");
        }
        Score score;
        try {
            // What the agent says behind the end of its episode is no part of it.
            score = handle.get().score(handle.get().state().done() ? "" : finalResponse);
        } catch (ServeException e) {
            if (e.status() < 500 && e.status() != 404) {
                throw e;
            }
            score = new Score.Unscored(Score.Reason.RESOURCE, String.valueOf(e.getMessage()));
        }
        synchronized (verdicts) {
            verdicts.put(session, score);
        }
        handle.get().close();
        return score;
    }

    /** Ends a session; nothing happens if there is none. */
    void end(String client, String session) {
        find(client, session).ifPresent(EnvironmentHandle::close);
    }

    String client(ServerRequest request) {
        return environments.client(request);
    }

    /** Returns whether what rows get can be computed again from the rows alone. */
    String reverifyMode() {
        return environments.environments().isEmpty()
                ? "stateless"
                : rewards.rewards().isEmpty() ? "unsupported" : "unknown";
    }

    void clear() {
        synchronized (verdicts) {
            verdicts.clear();
        }
    }
}
