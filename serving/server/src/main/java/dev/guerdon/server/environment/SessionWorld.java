package dev.guerdon.server.environment;

import dev.guerdon.api.Environment;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Step;
import dev.guerdon.api.Task;
import dev.guerdon.core.ForeignCode;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.http.ServeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Environment of one session, behind the boundary to user code.
 *
 * <p>The environment may be anybody's code. Every call of it has a deadline, whatever it throws becomes an answer that says so, and
 * what it returns is copied into plain values. An environment that is late or says that it is lost is never asked again.
 */
final class SessionWorld {

    private static final Duration CLOSING = Duration.ofMinutes(1);
    private static final String LOST = "environment_lost";

    private final Environment environment;
    private final Duration deadline;
    private @Nullable Task task;
    private @Nullable Step last;
    private long seed;
    private long stride = 1;
    private @Nullable LongFunction<Task> following;
    private @Nullable String lost;

    private SessionWorld(Environment environment, Duration deadline) {
        this.environment = environment;
        this.deadline = deadline;
    }

    /** Opens and starts an environment. */
    static SessionWorld open(Callable<? extends Environment> factory, Duration deadline) {
        AtomicBoolean late = new AtomicBoolean();
        try {
            return new SessionWorld(
                    called("opening the environment", deadline, () -> started(factory, late)), deadline);
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
                throw new IllegalStateException("the environment is not needed any more");
            }
            return environment;
        } catch (Throwable e) {
            ForeignCode.tell("closing an environment that did not start", environment::close);
            throw e;
        }
    }

    /** Begins an episode with the seed that the task names, or 0. */
    Step begin(Task wanted) {
        return begin(wanted, environment -> environment.reset(wanted));
    }

    /** Begins an episode. */
    Step begin(Task wanted, long from) {
        seed = from;
        return begin(wanted, environment -> environment.reset(wanted, from));
    }

    /**
     * Begins an episode of a session that is one of many.
     *
     * @param tasks the task for a seed
     * @param among how many there are; the seeds of its later episodes are this far apart, so that no two of them all share one
     */
    Step begin(LongFunction<Task> tasks, long from, int among) {
        Task first = called("finding the task", deadline, () -> tasks.apply(from));
        Step step = begin(first, from);
        following = tasks;
        stride = among;
        return step;
    }

    /** Begins the next episode, with the next seed. */
    Step beginNext() {
        Task before = task;
        if (before == null) {
            throw new GuerdonException("there is no episode after which another could begin; reset first");
        }
        LongFunction<Task> tasks = following;
        return tasks == null ? begin(before, seed + stride) : begin(tasks, seed + stride, (int) stride);
    }

    /** Begins an episode in the environment's own way. */
    Step begin(Task wanted, Function<Environment, Step> reset) {
        Step step = did("reset", reset);
        task = wanted;
        following = null;
        return step;
    }

    /** Takes an action. */
    Step step(String action) {
        return did("step", environment -> environment.step(action));
    }

    private Step did(String what, Function<Environment, Step> code) {
        Step step = look(what, environment -> plain(code.apply(environment)));
        last = step;
        if (step.lost()) {
            lost = step.end().cause();
            throw gone();
        }
        return step;
    }

    /** Asks the environment something that changes nothing. */
    <T> T look(String what, Function<Environment, T> question) {
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

    /** Returns whether the environment was lost, so that the next reset needs another. */
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
                    "the environment did not answer: " + what + " took longer than " + DurationText.format(deadline)
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

    /** Returns the task of the episode, once there is one. */
    Optional<Task> task() {
        return Optional.ofNullable(task);
    }

    /** Returns the last step, once there is one. */
    Optional<Step> last() {
        return Optional.ofNullable(last);
    }

    long seed() {
        return seed;
    }

    /** Ends the environment, without waiting for it. */
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

    private static final int DEEPEST = 100;

    /** Returns the same step; called within the boundary, because reading the values runs the environment's code. */
    static Step plain(@Nullable Step step) {
        if (step == null) {
            throw new IllegalStateException("it gave no step (null)");
        }
        Objects.requireNonNull(step.observation(), "the step has no observation (null)");
        Objects.requireNonNull(step.observation().text(), "the observation has no text (null)");
        Objects.requireNonNull(step.end(), "the step does not say how the episode ended (null)");
        if (Double.isNaN(step.reward()) || Double.isInfinite(step.reward())) {
            throw new IllegalStateException("its reward is no number: " + step.reward());
        }
        if (isPlain(step.info(), 0) && isPlain(step.observation().attributes(), 0)) {
            return step;
        }
        return new Step(
                new Step.Observation(
                        step.observation().text(), copy(step.observation().attributes())),
                step.reward(),
                step.done(),
                copy(step.info()),
                step.end());
    }

    private static boolean isPlain(@Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            throw new GuerdonException("its values are nested more than " + DEEPEST + " deep");
        }
        return switch (value) {
            case null -> true;
            case String text -> true;
            case Boolean truth -> true;
            case Integer number -> true;
            case Long number -> true;
            case Double number -> !number.isNaN() && !number.isInfinite();
            case List<?> list
            when list.getClass().getName().startsWith("java.") ->
                list.stream().allMatch(item -> isPlain(item, depth + 1));
            case Map<?, ?> map
            when map.getClass().getName().startsWith("java.") ->
                map.entrySet().stream()
                        .allMatch(entry -> entry.getKey() instanceof String && isPlain(entry.getValue(), depth + 1));
            default -> false;
        };
    }

    private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> values) {
        return JsonCodec.read(JsonCodec.write(values), "what the environment gave")
                .asMap();
    }
}
