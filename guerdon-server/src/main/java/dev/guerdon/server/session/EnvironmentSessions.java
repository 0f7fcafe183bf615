package dev.guerdon.server.session;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.ForeignCode;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sessions of an environment server, each with an environment of its own, as requests name them.
 *
 * <p>A client names its session with the header {@code X-Session-Id}, or by putting {@code /sessions/ID} before every path, which works
 * for clients that know nothing of sessions but have a base address. Whoever names none is in the unnamed session.
 *
 * @param <E> the kind of environment
 */
@Internal
public final class EnvironmentSessions<E extends Environment> implements AutoCloseable {

    static final HeaderName HEADER = HeaderNames.create("X-Session-Id");
    public static final String PATH_PARAMETER = "session";

    private static final int LONGEST_ID = 200;
    private static final Duration IDLE = Duration.ofMinutes(10);

    private final SessionTable<E> sessions;

    public EnvironmentSessions(Supplier<E> factory, int most) {
        this.sessions = new SessionTable<>(
                () -> started(factory),
                Environment::close,
                new SessionTable.Limits(
                        most,
                        IDLE,
                        () -> new HttpException(
                                "all " + most + " sessions are in use; close one with POST /close, or start the server"
                                        + " with more --max-sessions",
                                Status.SERVICE_UNAVAILABLE_503)));
    }

    private static <E extends Environment> E started(Supplier<E> factory) {
        E environment = factory.get();
        try {
            environment.start();
            return environment;
        } catch (Throwable e) {
            ForeignCode.tell("closing an environment that did not start", environment::close);
            throw e instanceof GuerdonException told
                    ? told
                    : new IllegalStateException("the environment did not start: " + ForeignCode.reason(e));
        }
    }

    /** Does something with the session's environment, which is made where there is none. */
    public <T> T withEnvironment(ServerRequest request, Function<E, T> use) {
        return sessions.use(id(request), use);
    }

    /** Does something with the session's environment, where there is one. */
    public <T> Optional<T> withExisting(ServerRequest request, Function<E, T> use) {
        return sessions.useExisting(id(request), use);
    }

    /** Ends the request's session. */
    public void end(ServerRequest request) {
        sessions.end(id(request));
    }

    int count() {
        return sessions.count();
    }

    private static String id(ServerRequest request) {
        String id = request.path()
                .pathParameters()
                .first(PATH_PARAMETER)
                .or(() -> request.headers().first(HEADER))
                .orElse("");
        if (id.length() > LONGEST_ID) {
            throw new HttpException(
                    "a session's name has at most " + LONGEST_ID + " characters, found " + id.length(),
                    Status.BAD_REQUEST_400);
        }
        return id;
    }

    @Override
    public void close() {
        sessions.close();
    }
}
