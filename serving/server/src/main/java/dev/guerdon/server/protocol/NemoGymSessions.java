package dev.guerdon.server.protocol;

import dev.guerdon.server.http.BoundedMap;
import dev.guerdon.server.http.ServeException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The seeds that callers named, until they close them.
 *
 * <p>A seed may be repeated. One that comes after its session was closed is refused, also where the session was never there: the two
 * requests may have met on the way. What is remembered is bounded by number and by bytes.
 */
final class NemoGymSessions {

    private static final int MOST_OPEN = 100_000;
    private static final int MOST_CLOSED = 200_000;

    private final Map<String, Seed> open = new LinkedHashMap<>();
    private final Map<String, String> byEpisode = new LinkedHashMap<>();
    private final Map<String, String> played = new LinkedHashMap<>();
    private final Set<String> closed = Collections.newSetFromMap(new BoundedMap<>(MOST_CLOSED, false));
    private long bytes;

    private record Seed(String episode, Map<String, @Nullable Object> taskData, long bytes) {}

    /** Remembers a seed; false if it is repeated. */
    synchronized boolean seed(
            String session, String episode, Map<String, @Nullable Object> taskData, long size, long mostBytes) {
        if (session.isEmpty()) {
            throw ServeException.expected("a name of at least one character as 'resources_session_id'", "an empty one");
        }
        if (closed.contains(session)) {
            throw NemoGymEndpoints.closed(session);
        }
        Seed before = open.get(session);
        if (before != null) {
            if (!before.episode().equals(episode)) {
                throw new ServeException(
                        409,
                        "session_taken",
                        "the session '" + session + "' belongs to another episode; a new episode needs a new session");
            }
            return false;
        }
        if (open.size() >= MOST_OPEN || bytes + size > mostBytes) {
            throw new ServeException(
                            503, "too_many_sessions", open.size() + " sessions are open; close those that are done")
                    .retryAfter(5);
        }
        open.put(session, new Seed(episode, taskData, size));
        byEpisode.put(episode, session);
        bytes += size;
        return true;
    }

    /** Remembers the session in an environment that belongs to a seed; false if the seed was closed meanwhile. */
    synchronized boolean plays(String session, String played) {
        if (!open.containsKey(session)) {
            return false;
        }
        this.played.put(session, played);
        return true;
    }

    /** Returns the session in an environment that belongs to a seed. */
    synchronized Optional<String> played(String session) {
        return Optional.ofNullable(played.get(session));
    }

    /** Returns the session in an environment that belongs to an episode. */
    synchronized Optional<String> playedIn(String episode) {
        String session = byEpisode.get(episode);
        return session == null ? Optional.empty() : played(session);
    }

    /** Forgets a seed that came to nothing, so that it can come again. */
    synchronized void forget(String session) {
        remove(session);
    }

    synchronized void close(String session) {
        remove(session);
        closed.add(session);
    }

    private void remove(String session) {
        Seed seed = open.remove(session);
        if (seed != null) {
            bytes -= seed.bytes();
            byEpisode.remove(seed.episode(), session);
        }
        played.remove(session);
    }

    /** Returns what an episode was seeded with; empty if it was not seeded. */
    synchronized Map<String, @Nullable Object> taskData(String episode) {
        String session = byEpisode.get(episode);
        Seed seed = session == null ? null : open.get(session);
        return seed == null ? Map.of() : seed.taskData();
    }

    synchronized void clear() {
        open.clear();
        byEpisode.clear();
        played.clear();
        closed.clear();
        bytes = 0;
    }
}
