package dev.guerdon.server;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sessions of a laboratory server: one environment each, used by one request at a time. */
final class LaboratorySessions implements AutoCloseable {

    private static final long IDLE_NANOS = Duration.ofMinutes(15).toNanos();

    private final Supplier<ScienceworldEnvironment> environments;
    private final int most;
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private boolean closed;

    LaboratorySessions(Supplier<ScienceworldEnvironment> environments, int most) {
        this.environments = environments;
        this.most = most;
    }

    /** Says that no session is free. */
    static final class TooMany extends GuerdonException {
        TooMany(int most) {
            super("all " + most + " sessions are in use; close one with /close?session=NAME, or start the server with a"
                    + " higher --sessions");
        }
    }

    /** One client's environment. */
    static final class Session {

        private final ScienceworldEnvironment environment;
        private final ReentrantLock lock = new ReentrantLock(true);
        private volatile long used = System.nanoTime();
        private @Nullable Task task;

        private Session(ScienceworldEnvironment environment) {
            this.environment = environment;
        }

        Step load(Task wanted) {
            Step step = environment.resetUnchecked(wanted);
            task = wanted;
            return step;
        }

        Step reset() {
            Task loaded = task;
            if (loaded == null) {
                throw new GuerdonException("nothing is loaded; ask for /load first");
            }
            return environment.resetUnchecked(loaded);
        }

        Step step(String action) {
            return environment.step(action);
        }
    }

    /** Does something in the session of that name, alone. */
    Step in(String name, Function<Session, Step> deed) {
        Session session = session(name);
        session.lock.lock();
        try {
            if (session.environment.status() == Resource.Status.CLOSED) {
                throw new GuerdonException("the session '" + name + "' has ended");
            }
            return deed.apply(session);
        } finally {
            session.used = System.nanoTime();
            session.lock.unlock();
        }
    }

    private synchronized Session session(String name) {
        if (closed) {
            throw new GuerdonException("the server is closing");
        }
        Session known = sessions.get(name);
        if (known != null) {
            known.used = System.nanoTime();
            return known;
        }
        if (sessions.size() >= most) {
            endLongestIdle();
        }
        Session made = new Session(environments.get());
        sessions.put(name, made);
        return made;
    }

    /** Makes room by ending a session that nobody has used for long. */
    private void endLongestIdle() {
        long now = System.nanoTime();
        String idle = sessions.entrySet().stream()
                .filter(entry -> now - entry.getValue().used > IDLE_NANOS
                        && !entry.getValue().lock.isLocked())
                .min((one, other) -> Long.compare(one.getValue().used - now, other.getValue().used - now))
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new TooMany(most));
        Session session = sessions.remove(idle);
        if (session != null) {
            end(session);
        }
    }

    /** Ends a session, if there is one of that name. */
    boolean end(String name) {
        Session session;
        synchronized (this) {
            session = sessions.remove(name);
        }
        if (session != null) {
            end(session);
        }
        return session != null;
    }

    private static void end(Session session) {
        session.lock.lock();
        try {
            session.environment.close();
        } finally {
            session.lock.unlock();
        }
    }

    @Override
    public void close() {
        List<Session> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(sessions.values());
            sessions.clear();
        }
        all.forEach(LaboratorySessions::end);
    }
}
