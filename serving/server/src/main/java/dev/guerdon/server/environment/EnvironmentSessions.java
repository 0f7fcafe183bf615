package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider.Option;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.server.http.ServeException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The sessions of an environment server, each with an environment of its own.
 *
 * <p>A reset makes a session; every other request needs one that is there. {@link SessionResolver} says how a request names its session.
 */
final class EnvironmentSessions implements AutoCloseable {

    /** The kind of error if there is no such session. */
    static final String UNKNOWN = "unknown_session";

    /** The path parameter that names a session. */
    static final String PATH_PARAMETER = SessionResolver.PARAMETER;

    private static final Duration LAST_WAIT = Duration.ofSeconds(20);

    private final SessionOptions options;
    private final SessionResolver callers = new SessionResolver();
    private final SessionTable<SessionWorld> table;
    private final Thread sweeper;
    private final Queue<Thread> ending = new ConcurrentLinkedQueue<>();

    EnvironmentSessions(SessionOptions options) {
        this(options, name -> {});
    }

    /**
     * Creates sessions with a listener of their ends.
     *
     * @param ended gets the name of a session that ended, for whatever reason
     */
    EnvironmentSessions(SessionOptions options, Consumer<String> ended) {
        this.options = options;
        this.table = new SessionTable<>(
                (name, session) -> {
                    callers.nameless().ended(name);
                    ending.removeIf(thread -> !thread.isAlive());
                    ending.add(session.close());
                    ended.accept(name);
                },
                new SessionTable.Limits(
                        options.most(),
                        options.idle(),
                        options.deadline().plusSeconds(5),
                        callers.nameless()::isSuperseded,
                        this::tooMany,
                        EnvironmentSessions::busy),
                System::nanoTime);
        this.sweeper = Thread.ofVirtual().name("guerdon-session-expiry").start(this::sweep);
    }

    private ServeException tooMany() {
        return new ServeException(
                503,
                "too_many_sessions",
                "all " + options.most() + " sessions are in use; close one with /close, wait until one was idle for "
                        + DurationText.format(options.idle()) + ", or start the server with more --max-sessions");
    }

    private static ServeException busy() {
        return new ServeException(
                503, "session_busy", "other requests use this session for too long; send one request at a time");
    }

    /** Ends idle sessions, also if no request comes. */
    private void sweep() {
        long pause = Math.clamp(
                options.idle().toNanos() / 4, 1_000_000, Duration.ofSeconds(15).toNanos());
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(pause);
            int unused = table.expire();
        }
    }

    /** Returns the name of the session that a reset is for; a new one where the request names none. */
    String toReset(ServerRequest request, ServerResponse response) {
        return callers.named(request, response).orElseGet(() -> {
            String kept = callers.nameless()
                    .ofConnection(connection(request))
                    .filter(table::has)
                    .orElse("");
            if (!kept.isEmpty()) {
                callers.give(kept, request, response);
                return kept;
            }
            String made = callers.give(request, response);
            callers.nameless().made(made, address(request), connection(request));
            return made;
        });
    }

    /**
     * Does something in a session, alone. The session is made if there is none, and anew if its environment was lost.
     *
     * @param factory makes the environment
     * @param work gets the session
     */
    <T> T reset(String name, Callable<? extends Environment> factory, Function<SessionWorld, T> work) {
        SessionResolver.check(name);
        while (true) {
            boolean[] lost = new boolean[1];
            try {
                return table.use(name, () -> SessionWorld.open(factory, options.deadline()), session -> {
                    if (session.isLost()) {
                        lost[0] = true;
                        throw new ServeException(503, "environment_lost", "the environment was lost");
                    }
                    return work.apply(session);
                });
            } catch (ServeException e) {
                if (!lost[0]) {
                    throw e;
                }
                // A lost environment is replaced: its session ends, and the next turn makes another.
                boolean unused = table.end(name);
            }
        }
    }

    /** Returns the name of the session that a request is for. */
    String toUse(ServerRequest request, ServerResponse response) {
        return callers.named(request, response)
                .or(() -> callers.nameless()
                        .ofConnection(connection(request))
                        .or(() -> callers.nameless().only(address(request), connection(request)))
                        .map(name -> {
                            callers.give(name, request, response);
                            return name;
                        }))
                .orElseThrow(() -> unknown(""));
    }

    /**
     * Does something in a session, alone.
     *
     * @throws ServeException if there is no such session
     */
    <T> T in(String name, Function<SessionWorld, T> work) {
        return table.useExisting(name, work).orElseThrow(() -> unknown(name));
    }

    /** Returns the fault of a session that does not exist. */
    static ServeException unknown(String name) {
        String shown = name.length() > 64 ? name.substring(0, 64) + "..." : name;
        return new ServeException(
                404,
                UNKNOWN,
                (name.isEmpty()
                                ? "this client has no session here"
                                : "there is no session '" + shown + "': it was closed, it expired, or it never was")
                        + "; reset first, and keep the cookie of the answer or name the session in the header"
                        + " X-Session-Id");
    }

    /** Returns what was asked of a session, or empty if there is no such session. */
    static <T> Optional<T> ifThere(Supplier<T> ask) {
        try {
            return Optional.of(ask.get());
        } catch (ServeException e) {
            if (e.kind().equals(UNKNOWN)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Gives a client that has no session yet a name for one, so that its first reset has a name already. */
    void greet(ServerRequest request, ServerResponse response) {
        if (callers.named(request, response).isEmpty()) {
            String unused = callers.give(request, response);
        }
    }

    /** Ends a session. Returns false if there is none. */
    boolean end(String name) {
        return table.end(name);
    }

    /** Returns whether there is a session of that name. */
    boolean has(String name) {
        return table.has(name);
    }

    /** Counts as a use of a session, without waiting for a request that uses it. Returns false if there is none. */
    boolean touch(String name) {
        return table.touch(name);
    }

    int count() {
        return table.count();
    }

    int most() {
        return options.most();
    }

    private static String address(ServerRequest request) {
        return request.remotePeer().host();
    }

    /** Returns a connection's own name; its number alone comes again. */
    private static String connection(ServerRequest request) {
        return request.serverSocketId() + " " + request.socketId() + " "
                + request.remotePeer().port();
    }

    /** Calls code of an environment's provider, with the deadline of a step. */
    <T> T ask(String what, Callable<T> code) {
        return SessionWorld.called(what, options.deadline(), code);
    }

    /** Ends all sessions, and waits a while for their environments, which may have processes to end. */
    @Override
    public void close() {
        sweeper.interrupt();
        table.close();
        long until = System.nanoTime() + LAST_WAIT.toNanos();
        for (Thread thread : ending) {
            try {
                if (!thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())))) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /**
     * Limits of the sessions of a server.
     *
     * @param most how many there are at once
     * @param idle how long a session may be idle before it ends
     * @param deadline how long one reset or step may take
     */
    record SessionOptions(int most, Duration idle, Duration deadline) {

        private static final String MOST = "max-sessions";
        private static final String IDLE = "session-timeout";
        private static final String DEADLINE = "deadline";

        private static final Duration USUAL_IDLE = Duration.ofMinutes(30);
        private static final Duration USUAL_DEADLINE = Duration.ofMinutes(10);
        private static final int MOST_AT_ALL = 1_000_000;

        /** Returns the options of every environment server. */
        static List<Option> options(int usualMost) {
            return List.of(
                    new Option(MOST, "N", "Allow N sessions at once. Default: " + usualMost + "."),
                    new Option(IDLE, "TIME", "End a session that nobody uses for this long. Default: 30m."),
                    new Option(DEADLINE, "TIME", "Give up a reset or step that takes longer. Default: 10m."));
        }

        /** Reads the values, by option name. */
        static SessionOptions of(Map<String, String> options, int usualMost) {
            return new SessionOptions(
                    most(options, usualMost),
                    duration(options, IDLE, USUAL_IDLE),
                    duration(options, DEADLINE, USUAL_DEADLINE));
        }

        private static int most(Map<String, String> options, int otherwise) {
            String text = options.get(MOST);
            if (text == null) {
                return otherwise;
            }
            try {
                int most = Integer.parseInt(text.strip());
                if (most >= 1 && most <= MOST_AT_ALL) {
                    return most;
                }
            } catch (NumberFormatException e) {
                // Told below, with the others.
            }
            throw new GuerdonException(
                    "expected a whole number from 1 to " + MOST_AT_ALL + " after --" + MOST + ", found '" + text + "'");
        }

        private static Duration duration(Map<String, String> options, String name, Duration otherwise) {
            String text = options.get(name);
            if (text == null) {
                return otherwise;
            }
            Duration duration;
            try {
                duration = DurationText.parse(text);
            } catch (GuerdonException e) {
                throw new GuerdonException("--" + name + ": " + e.getMessage(), e);
            }
            if (duration.isZero()) {
                throw new GuerdonException("expected a time above zero after --" + name + ", found '" + text + "'");
            }
            return duration;
        }
    }
}
