package dev.guerdon.server.session;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.base.Durations;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.server.http.ServeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One client's world.
 *
 * <p>The environment may be anybody's code. Every call of it has a deadline, whatever it throws becomes an answer that says so, and
 * what it returns is copied into plain values. An environment that is late or says that it is lost is never asked again.
 */
@Internal
public final class Session {

    private static final Duration CLOSING = Duration.ofMinutes(1);
    private static final String LOST = "environment_lost";

    private final Environment environment;
    private final Duration deadline;
    private @Nullable Task task;
    private @Nullable Step last;
    private long seed;
    private long stride = 1;
    private @Nullable String lost;

    private Session(Environment environment, Duration deadline) {
        this.environment = environment;
        this.deadline = deadline;
    }

    /** Opens and starts an environment. */
    static Session open(Callable<? extends Environment> factory, Duration deadline) {
        AtomicBoolean late = new AtomicBoolean();
        try {
            return new Session(called("opening the environment", deadline, () -> started(factory, late)), deadline);
        } catch (ServeException e) {
            late.set(true);
            throw e;
        }
    }

    private static Environment started(Callable<? extends Environment> factory, AtomicBoolean late) throws Exception {
        Environment environment = factory.call();
        if (environment == null) {
            throw new IllegalStateException("the provider gave no environment (null)");
        }
        try {
            environment.start();
            if (late.get()) {
                throw new IllegalStateException("nobody waits for the environment any more");
            }
            return environment;
        } catch (Throwable e) {
            ForeignCode.tell("closing an environment that did not start", environment::close);
            throw e;
        }
    }

    /** Begins an episode with the seed that the task names, or 0. */
    public Step begin(Task wanted) {
        return begin(wanted, environment -> environment.reset(wanted));
    }

    /** Begins an episode. */
    public Step begin(Task wanted, long from) {
        seed = from;
        return begin(wanted, environment -> environment.reset(wanted, from));
    }

    /**
     * Begins an episode of a session that is one of many.
     *
     * @param among how many there are; the seeds of its later episodes are this far apart, so that no two of them all share one
     */
    public Step begin(Task wanted, long from, int among) {
        stride = among;
        return begin(wanted, from);
    }

    /** Begins the same task with the next seed. */
    public Step beginNext() {
        Task again = task;
        if (again == null) {
            throw new GuerdonException("there is no episode after which another could begin; reset first");
        }
        return begin(again, seed + stride);
    }

    /** Begins an episode in the environment's own way. */
    public Step begin(Task wanted, Function<Environment, Step> reset) {
        Step step = did("reset", reset);
        task = wanted;
        return step;
    }

    /** Acts. */
    public Step step(String action) {
        return did("step", environment -> environment.step(action));
    }

    private Step did(String what, Function<Environment, Step> code) {
        Step step = look(what, environment -> PlainSteps.of(code.apply(environment)));
        last = step;
        if (step.lost()) {
            lost = step.end().cause();
            throw gone();
        }
        return step;
    }

    /** Asks the environment something that changes nothing. */
    public <T> T look(String what, Function<Environment, T> question) {
        if (lost != null) {
            throw gone();
        }
        try {
            return called(what, deadline, () -> question.apply(environment));
        } catch (ServeException e) {
            if (e.kind().equals(LOST)) {
                lost = e.getMessage();
            }
            throw e;
        }
    }

    private ServeException gone() {
        return new ServeException(
                503,
                LOST,
                "the environment of this session was lost: " + lost
                        + "; the episode says nothing about the agent; reset to" + " begin another");
    }

    /** Whether the environment was lost, so that the next reset needs another. */
    boolean isLost() {
        return lost != null;
    }

    /** Calls foreign code; what goes wrong becomes an answer. */
    static <T> T called(String what, Duration deadline, Callable<T> code) {
        try {
            return ForeignCode.call(what, code, deadline);
        } catch (ForeignCode.LateException e) {
            throw new ServeException(
                    503,
                    LOST,
                    "the environment did not answer: " + what + " took longer than " + Durations.format(deadline)
                            + " (--deadline); the session is lost; reset to begin another");
        } catch (GuerdonException e) {
            throw e;
        } catch (Throwable e) {
            throw new ServeException(
                    500,
                    "environment_failed",
                    "the environment failed in " + what + ": " + ForeignCode.reason(e)
                            + "; reset to begin again, or close the session");
        }
    }

    /** The task of the episode, once there is one. */
    public Optional<Task> task() {
        return Optional.ofNullable(task);
    }

    /** The last step, once there is one. */
    public Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    public long seed() {
        return seed;
    }

    /** Ends the environment, which may take its time but holds up nobody. */
    Thread close() {
        return Thread.ofVirtual().name("guerdon-session-end").start(() -> {
            try {
                boolean unused = ForeignCode.call(
                        "closing the environment of a session",
                        () -> {
                            environment.close();
                            return true;
                        },
                        CLOSING);
            } catch (Throwable e) {
                ForeignCode.tell("closing the environment of a session", () -> {
                    throw new IllegalStateException(ForeignCode.reason(e));
                });
            }
        });
    }
}
