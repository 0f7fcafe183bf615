package dev.guerdon.server;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sessions of a laboratory server: one environment each, with the task that was loaded into it. */
final class LaboratorySessions implements AutoCloseable {

    private static final Duration IDLE = Duration.ofMinutes(15);

    private final SessionTable<Session> sessions;

    LaboratorySessions(Supplier<ScienceworldEnvironment> environments, int most) {
        this.sessions = new SessionTable<>(
                () -> new Session(environments.get()),
                session -> session.environment.close(),
                new SessionTable.Limits(most, IDLE, () -> new TooMany(most)));
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
        return sessions.use(name, deed);
    }

    /** Ends a session, if there is one of that name. */
    boolean end(String name) {
        return sessions.end(name);
    }

    @Override
    public void close() {
        sessions.close();
    }
}
