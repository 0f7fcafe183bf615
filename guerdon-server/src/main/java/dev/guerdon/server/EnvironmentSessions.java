package dev.guerdon.server;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an environment server, each with an environment of its own.
 *
 * <p>A client names its session with the header {@code X-Session-Id}, or by putting {@code /sessions/ID} before every path, which works
 * for clients that know nothing of sessions but have a base address. Whoever names none is in the unnamed session. The number of
 * sessions is limited; when it is reached, a new session takes the place of the one that was idle longest, if that was long enough.
 *
 * @param <E> the kind of environment
 */
final class EnvironmentSessions<E extends Environment> implements AutoCloseable {

    static final HeaderName HEADER = HeaderNames.create("X-Session-Id");
    static final String PATH_PARAMETER = "session";

    private static final int LONGEST_ID = 200;
    private static final Duration IDLE = Duration.ofMinutes(10);

    private final Supplier<E> factory;
    private final int most;
    private final Map<String, Session<E>> sessions = new LinkedHashMap<>(16, 0.75f, true);

    EnvironmentSessions(Supplier<E> factory, int most) {
        this.factory = factory;
        this.most = most;
    }

    /** One session; its lock makes its requests happen one after the other. */
    private static final class Session<E> {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile long lastUse = System.nanoTime();
        private @Nullable E environment;
    }

    /** Does something with the session's environment, which is made where there is none. */
    <T> T withEnvironment(ServerRequest request, Function<E, T> use) {
        Session<E> session = session(id(request));
        session.lock.lock();
        try {
            E environment = session.environment;
            if (environment == null) {
                environment = factory.get();
                environment.start();
                session.environment = environment;
            }
            return use.apply(environment);
        } catch (GuerdonException | HttpException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            session.lastUse = System.nanoTime();
            session.lock.unlock();
        }
    }

    /** Does something with the session's environment, where there is one. */
    <T> Optional<T> withExisting(ServerRequest request, Function<E, T> use) {
        Session<E> session;
        synchronized (sessions) {
            session = sessions.get(id(request));
        }
        if (session == null) {
            return Optional.empty();
        }
        session.lock.lock();
        try {
            session.lastUse = System.nanoTime();
            return Optional.ofNullable(session.environment).map(use);
        } finally {
            session.lock.unlock();
        }
    }

    /** Ends the request's session. */
    void end(ServerRequest request) {
        Session<E> session;
        synchronized (sessions) {
            session = sessions.remove(id(request));
        }
        close(session);
    }

    int count() {
        synchronized (sessions) {
            return sessions.size();
        }
    }

    private Session<E> session(String id) {
        Session<E> replaced = null;
        try {
            synchronized (sessions) {
                Session<E> known = sessions.get(id);
                if (known != null) {
                    return known;
                }
                if (sessions.size() >= most) {
                    replaced = takeIdle();
                }
                Session<E> made = new Session<>();
                sessions.put(id, made);
                return made;
            }
        } finally {
            close(replaced);
        }
    }

    private Session<E> takeIdle() {
        Iterator<Session<E>> oldest = sessions.values().iterator();
        Session<E> candidate = oldest.next();
        if (System.nanoTime() - candidate.lastUse < IDLE.toNanos()) {
            throw new HttpException(
                    "all " + most + " sessions are in use; close one with POST /close, or start the server with more"
                            + " --max-sessions",
                    Status.SERVICE_UNAVAILABLE_503);
        }
        oldest.remove();
        return candidate;
    }

    private static <E extends Environment> void close(@Nullable Session<E> session) {
        if (session == null) {
            return;
        }
        session.lock.lock();
        try {
            if (session.environment != null) {
                session.environment.close();
                session.environment = null;
            }
        } finally {
            session.lock.unlock();
        }
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
        Map<String, Session<E>> all;
        synchronized (sessions) {
            all = new LinkedHashMap<>(sessions);
            sessions.clear();
        }
        all.values().forEach(EnvironmentSessions::close);
    }
}
