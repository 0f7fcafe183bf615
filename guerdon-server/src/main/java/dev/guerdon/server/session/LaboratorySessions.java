package dev.guerdon.server.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.scienceworld.ScienceworldEnvironment;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sessions of a laboratory server: one environment each, with the task that was loaded into it. */
@Internal
public final class LaboratorySessions implements AutoCloseable {

    private static final Duration IDLE = Duration.ofMinutes(15);

    private final SessionTable<Session> sessions;

    public LaboratorySessions(Supplier<ScienceworldEnvironment> environments, int most) {
        this.sessions = new SessionTable<>(
                () -> new Session(environments.get()),
                session -> session.environment.close(),
                new SessionTable.Limits(most, IDLE, () -> new TooMany(most)));
    }

    /** Says that no session is free. */
    public static final class TooMany extends GuerdonException {
        TooMany(int most) {
            super("all " + most + " sessions are in use; close one with /close?session=NAME, or start the server with a"
                    + " higher --sessions");
        }
    }

    /** One client's environment. */
    public static final class Session {

        private final ScienceworldEnvironment environment;
        private @Nullable Task task;

        private Session(ScienceworldEnvironment environment) {
            this.environment = environment;
        }

        public Step load(Task wanted) {
            Step step = environment.resetUnchecked(wanted);
            task = wanted;
            return step;
        }

        public Step reset() {
            Task loaded = task;
            if (loaded == null) {
                throw new GuerdonException("nothing is loaded; ask for /load first");
            }
            return environment.resetUnchecked(loaded);
        }

        public Step step(String action) {
            return environment.step(action);
        }
    }

    /** Does something in the session of that name, alone. */
    public Step in(String name, Function<Session, Step> action) {
        return sessions.use(name, action);
    }

    /** Ends a session, if there is one of that name. */
    public boolean end(String name) {
        return sessions.end(name);
    }

    @Override
    public void close() {
        sessions.close();
    }
}
