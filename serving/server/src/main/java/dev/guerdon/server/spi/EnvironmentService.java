package dev.guerdon.server.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;

/**
 * The environments of a running server, for the endpoints of a protocol.
 *
 * <p>One layer for all protocols: how many sessions there are, how long they stay, whose they are and how long a step may take is decided
 * here. A definition may be read again while the server runs: ask for an environment anew for every request. Sessions go on as they began.
 */
@Experimental
public interface EnvironmentService {

    /** Returns the environments that are served now, the one first that is meant where a client names none; empty if there are none. */
    List<ServedEnvironment> environments();

    /**
     * Returns the environment of a name.
     *
     * @param name what the client asked for; empty for the first
     * @throws dev.guerdon.api.GuerdonException that becomes 404, with names that are alike
     */
    ServedEnvironment environment(String name);

    /** Returns how many tasks a split has; an empty name is the first split. */
    int countTasks(ServedEnvironment environment, String split);

    /**
     * Tasks of a split, without what clients must not see.
     *
     * @param from the first, from 0
     * @param to behind the last; what is behind the end is left out
     */
    List<ServedTask> tasks(ServedEnvironment environment, String split, long from, long to);

    /** Returns how many sessions there are and may be. */
    Capacity capacity(ServedEnvironment environment);

    /** Returns the identity of the client of a request. */
    String client(ServerRequest request);

    /**
     * Opens a session. Its first episode begins with {@link EnvironmentHandle#reset}.
     *
     * @param client whose it is; no other client that showed a token can use it
     * @param id the session's name; empty for a new one that cannot be guessed
     * @throws dev.guerdon.api.GuerdonException that becomes 503 where all are in use or the server is about to end, and 409 where there is
     *     a session of that name
     */
    EnvironmentHandle open(String client, ServedEnvironment environment, String id);

    /**
     * Returns the session of a name.
     *
     * @throws dev.guerdon.api.GuerdonException that becomes 404 if it is not there or another client's
     */
    EnvironmentHandle session(String client, String id);

    /** Returns a name for a session that cannot be guessed. */
    String newId();

    /**
     * Number of sessions.
     *
     * @param active how many there are now
     * @param most how many there may be
     */
    record Capacity(int active, int most) {}
}
