package dev.guerdon.cli.pieces;

import dev.guerdon.agent.SharedLimits;
import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the driver before each call of the model.
 *
 * <p>Only the call that came first asks, and the others of this process wait behind it: the driver is asked by as many as there are processes,
 * however many episodes wait.
 */
final class SharedGate implements ModelGate {

    private static final System.Logger LOG = System.getLogger(SharedGate.class.getName());

    /** No process asks again sooner. */
    private static final Duration MIN_WAIT = Duration.ofMillis(20);

    /** Longest random delay, so that processes with the same wait do not ask at the same moment. */
    private static final long MAX_JITTER_MILLIS = 100;

    /** Number of tries to report to the driver that a call ended. */
    private static final int MAX_TRIES = 3;

    private final String model;
    private final Function<Path, Optional<PieceEngine.Place>> places;
    private final ReentrantLock first = new ReentrantLock(true);

    /** The call of a rollout, which makes one at a time. */
    private record Call(PieceEngine.Place here, String name) {

        Question question(Kind kind, long estimated, long used, Duration closed) {
            return new Question(kind, here.attempt(), name, estimated, used, closed);
        }

        Duration ask(Question question) throws IOException {
            return PieceCodec.read(here.ask(PieceCodec.bytes(question)), Duration.class);
        }
    }

    /**
     * @param places where the piece of an episode is played, by the folder of the episode's files: each has one of its own
     */
    SharedGate(String model, Function<Path, Optional<PieceEngine.Place>> places) {
        this.model = model;
        this.places = places;
    }

    private Optional<Call> call(ModelScope rollout) {
        return rollout.artifacts()
                .flatMap(folder -> places.apply(folder).map(here -> new Call(here, folder.toString())));
    }

    @Override
    public void enter(ModelScope rollout, long estimatedTokens) throws InterruptedException {
        Call call = call(rollout)
                .orElseThrow(() -> new ModelException(ModelException.Kind.CANCELLED, "this episode was cancelled"));
        first.lockInterruptibly();
        try {
            while (true) {
                Duration wait = ask(call, estimatedTokens);
                if (wait.isZero()) {
                    return;
                }
                rollout.waiting(new ModelWait(wait, "limit of calls or tokens per minute", 0, 0));
                Duration least = wait.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : wait;
                long apart = Math.min(MAX_JITTER_MILLIS, 1 + least.toMillis() / 10);
                Thread.sleep(least.plusMillis(ThreadLocalRandom.current().nextLong(apart)));
            }
        } finally {
            first.unlock();
        }
    }

    private Duration ask(Call call, long estimatedTokens) throws InterruptedException {
        try {
            return call.ask(call.question(Kind.ENTER, estimatedTokens, 0, Duration.ZERO));
        } catch (IOException e) {
            tell(call, call.question(Kind.LEAVE, estimatedTokens, 0, Duration.ZERO)); // its answer may have been yes
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
    public void leave(ModelScope rollout, long estimatedTokens, long usedTokens) {
        call(rollout)
                .ifPresent(call -> tell(call, call.question(Kind.LEAVE, estimatedTokens, usedTokens, Duration.ZERO)));
    }

    @Override
    public void closeFor(ModelScope rollout, Duration duration) {
        call(rollout).ifPresent(call -> tell(call, call.question(Kind.CLOSE, 0, 0, duration)));
    }

    /** Reports to the driver, also from an interrupted thread. A report that is lost is made up for at the end of the piece. */
    private void tell(Call call, Question what) {
        boolean interrupted = Thread.interrupted();
        try {
            for (int tries = 0; tries < MAX_TRIES; tries++) {
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

    /**
     * Question of a process to the driver, or news for it, about a call of the model. The answer is how long to wait before asking again; zero where
     * the call may go.
     *
     * @param attempt the try of the piece that the call is for
     * @param call the call, among those of this try that are under way
     * @param estimated its estimated tokens
     * @param used the tokens that it used
     * @param closed how long the provider wants no calls
     */
    record Question(Kind kind, String attempt, String call, long estimated, long used, Duration closed) {}

    /** Kind of question or news. */
    enum Kind {
        /** May a call go? */
        ENTER,
        /** A call has ended. */
        LEAVE,
        /** The provider wants no calls for a while. */
        CLOSE
    }

    /**
     * Answers a process at once, in the driver.
     *
     * @param limits those of the model; null if it has none
     * @param piece what the call is for
     */
    static byte[] answer(@Nullable SharedLimits limits, Object piece, byte[] asked) {
        Question question = PieceCodec.read(asked, Question.class);
        Duration wait = Duration.ZERO;
        if (limits != null) {
            switch (question.kind) {
                case ENTER -> wait = limits.tryEnter(piece, question.attempt, question.call, question.estimated);
                case LEAVE -> limits.leave(piece, question.attempt, question.call, question.estimated, question.used);
                case CLOSE -> limits.closeFor(question.closed);
            }
        }
        return PieceCodec.bytes(wait);
    }
}
