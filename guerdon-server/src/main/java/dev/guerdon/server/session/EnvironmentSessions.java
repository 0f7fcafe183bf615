package dev.guerdon.server.session;

import dev.guerdon.api.Environment;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.server.http.ServeException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The sessions of an environment server, each with an environment of its own.
 *
 * <p>A reset makes a session; every other request needs one that is there. {@link Callers} says how a request names its session.
 */
@Internal
public final class EnvironmentSessions implements AutoCloseable {

    /** The kind of error where there is no such session. */
    public static final String UNKNOWN = "unknown_session";

    /** The path parameter that names a session. */
    public static final String PATH_PARAMETER = Callers.PARAMETER;

    private static final Duration LAST_WAIT = Duration.ofSeconds(20);

    private final SessionOptions options;
    private final Callers callers = new Callers();
    private final SessionTable<Session> table;
    private final Thread sweeper;
    private final Queue<Thread> ending = new ConcurrentLinkedQueue<>();

    public EnvironmentSessions(SessionOptions options) {
        this(options, System::nanoTime);
    }

    /**
     * Sessions whose ends somebody wants to know of.
     *
     * @param ended gets the name of a session that ended, for whatever reason
     */
    public EnvironmentSessions(SessionOptions options, Consumer<String> ended) {
        this(options, System::nanoTime, ended);
    }

    /** Sessions with a clock of their own, in nanoseconds. */
    EnvironmentSessions(SessionOptions options, LongSupplier clock) {
        this(options, clock, name -> {});
    }

    private EnvironmentSessions(SessionOptions options, LongSupplier clock, Consumer<String> ended) {
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
                clock);
        this.sweeper = Thread.ofVirtual().name("guerdon-session-expiry").start(this::sweep);
    }

    private ServeException tooMany() {
        return new ServeException(
                503,
                "too_many_sessions",
                "all " + options.most() + " sessions are in use; close one with /close, wait until one was idle for "
                        + Durations.format(options.idle()) + ", or start the server with more --max-sessions");
    }

    private static ServeException busy() {
        return new ServeException(
                503, "session_busy", "other requests use this session for too long; send one request at a time");
    }

    /** Ends sessions whose time is up, whether or not anybody asks. */
    private void sweep() {
        long pause = Math.clamp(
                options.idle().toNanos() / 4, 1_000_000, Duration.ofSeconds(15).toNanos());
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(pause);
            int unused = table.expire();
        }
    }

    /** Ends sessions whose time is up now, and says how many. */
    int expire() {
        return table.expire();
    }

    /**
     * Does something in the request's session, alone. It is made where there is none, and anew where its environment was lost.
     *
     * @param factory makes the environment
     * @param work gets the session and its name
     */
    public <T> T reset(
            ServerRequest request,
            ServerResponse response,
            Callable<? extends Environment> factory,
            Function<Session, T> work) {
        return reset(toReset(request, response), factory, work);
    }

    /** The name of the session that a reset is for; a new one where the request names none. */
    public String toReset(ServerRequest request, ServerResponse response) {
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

    /** Does something in a session by its name, which is made where there is none. */
    public <T> T reset(String name, Callable<? extends Environment> factory, Function<Session, T> work) {
        Callers.check(name);
        while (true) {
            boolean[] lost = new boolean[1];
            try {
                return table.use(name, () -> Session.open(factory, options.deadline()), session -> {
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

    /** A name that no session has. */
    public String newName() {
        return callers.newName();
    }

    /**
     * Does something in the request's session, alone.
     *
     * @throws ServeException where there is no such session
     */
    public <T> T in(ServerRequest request, ServerResponse response, Function<Session, T> work) {
        return in(toUse(request, response), work);
    }

    /** The name of the session that a request is for. */
    public String toUse(ServerRequest request, ServerResponse response) {
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

    /** Does something in a session by its name, where there is one. */
    public <T> T in(String name, Function<Session, T> work) {
        return table.useExisting(name, work).orElseThrow(() -> unknown(name));
    }

    /** Says that there is no such session. */
    public static ServeException unknown(String name) {
        String shown = name.length() > 64 ? name.substring(0, 64) + "..." : name;
        return new ServeException(
                404,
                UNKNOWN,
                (name.isEmpty()
                                ? "this client has no session here"
                                : "there is no session '" + shown + "': it was closed, it expired, or it never was")
                        + "; reset first, and keep the cookie of the answer or name the session in the header X-Session-Id");
    }

    /** Gives a client that has no session yet a name for one, so that its first reset has a name already. */
    public void greet(ServerRequest request, ServerResponse response) {
        if (callers.named(request, response).isEmpty()) {
            String unused = callers.give(request, response);
        }
    }

    /** Ends the request's session; false where there is none. */
    public boolean end(ServerRequest request, ServerResponse response) {
        return end(toUse(request, response));
    }

    public boolean end(String name) {
        return table.end(name);
    }

    /** Whether there is a session of that name. */
    public boolean has(String name) {
        return table.has(name);
    }

    /** Counts as a use of a session, and waits for nobody who uses it; false where there is none. */
    public boolean touch(String name) {
        return table.touch(name);
    }

    public int count() {
        return table.count();
    }

    public int most() {
        return options.most();
    }

    private static String address(ServerRequest request) {
        return request.remotePeer().host();
    }

    /** A connection's own name; its number alone comes again. */
    private static String connection(ServerRequest request) {
        return request.serverSocketId() + " " + request.socketId() + " "
                + request.remotePeer().port();
    }

    /** Calls code of an environment's provider, with the deadline of a step. */
    public <T> T ask(String what, Callable<T> code) {
        return Session.called(what, options.deadline(), code);
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
}
