package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.ModelException;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.RolloutScope;
import dev.guerdon.cluster.rollout.GateQuestion.Kind;
import dev.guerdon.cluster.spi.Engine;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Asks the driver before each call of the model.
 *
 * <p>Only the call that came first asks, and the others of this process wait behind it: the driver is asked by as many as there are processes, however
 * many episodes wait.
 */
final class SharedGate implements ModelGate {

    private static final System.Logger LOG = System.getLogger(SharedGate.class.getName());

    /** No process asks again sooner. */
    private static final Duration SHORTEST = Duration.ofMillis(20);

    /** Processes that were told the same time do not come back in the same moment. */
    private static final long MOST_APART_MILLIS = 100;

    /** How often the driver is told that a call ended, where it cannot be reached. */
    private static final int TELLINGS = 3;

    private final String model;
    private final Function<Path, Optional<Engine.Place>> places;
    private final ReentrantLock first = new ReentrantLock(true);

    /** The call of a rollout, which makes one at a time. */
    private record Call(Engine.Place here, String name) {

        GateQuestion question(Kind kind, long estimated, long used) {
            return new GateQuestion(kind, here.attempt(), name, estimated, used);
        }

        Duration ask(GateQuestion question) throws IOException {
            return GateQuestion.waitOf(here.ask(question.bytes()));
        }
    }

    /**
     * @param places where the piece of an episode is played, by the folder of the episode's files: each has one of its own
     */
    SharedGate(String model, Function<Path, Optional<Engine.Place>> places) {
        this.model = model;
        this.places = places;
    }

    private Optional<Call> call(RolloutScope rollout) {
        return rollout.artifacts()
                .flatMap(folder -> places.apply(folder).map(here -> new Call(here, folder.toString())));
    }

    @Override
    public void enter(RolloutScope rollout, long estimatedTokens) throws InterruptedException {
        Call call = call(rollout)
                .orElseThrow(() ->
                        new ModelException(ModelException.Kind.CANCELLED, "nobody waits for this episode any more"));
        first.lockInterruptibly();
        try {
            while (true) {
                Duration wait = ask(call, estimatedTokens);
                if (wait.isZero()) {
                    return;
                }
                rollout.waiting(new ModelWait(wait, "limit of calls or tokens per minute", 0, 0));
                Duration least = wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait;
                long apart = Math.min(MOST_APART_MILLIS, 1 + least.toMillis() / 10);
                Thread.sleep(least.plusMillis(ThreadLocalRandom.current().nextLong(apart)));
            }
        } finally {
            first.unlock();
        }
    }

    private Duration ask(Call call, long estimatedTokens) throws InterruptedException {
        try {
            return call.ask(call.question(Kind.ENTER, estimatedTokens, 0));
        } catch (IOException e) {
            tell(call, call.question(Kind.LEAVE, estimatedTokens, 0)); // its answer may have been yes
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new ModelException(
                    ModelException.Kind.TIMEOUT,
                    "the driver did not say whether " + model + " may be asked: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void leave(RolloutScope rollout, long estimatedTokens, long usedTokens) {
        call(rollout).ifPresent(call -> tell(call, call.question(Kind.LEAVE, estimatedTokens, usedTokens)));
    }

    @Override
    public void closeFor(RolloutScope rollout, Duration duration) {
        call(rollout).ifPresent(call -> tell(call, call.question(Kind.CLOSE, 0, duration.toNanos())));
    }

    /** Tells the driver, also from a thread that is to end. What it is not told, it finds out when the piece ends. */
    private void tell(Call call, GateQuestion what) {
        boolean interrupted = Thread.interrupted();
        try {
            for (int tries = 0; tries < TELLINGS; tries++) {
                try {
                    call.ask(what);
                    return;
                } catch (IOException e) {
                    interrupted |= Thread.interrupted();
                    LOG.log(Level.DEBUG, () -> "the driver was not told of a call of " + model + ": " + e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
