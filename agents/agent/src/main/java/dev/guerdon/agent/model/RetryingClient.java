package dev.guerdon.agent.model;

import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelException.Kind;
import dev.guerdon.api.agent.ModelWait;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Asks again where that makes sense: after rate limits, timeouts and errors of the server, never after a request that was wrong.
 *
 * <p>The pause doubles each time and is shortened by up to a half at random, so that many rollouts do not come back at the same
 * moment. A pause that the provider asked for is kept, and lengthened a little at random for the same reason.
 *
 * @param attempts how often at most, the first time included
 * @param first the longest first pause
 * @param longest the longest pause, also for one that the provider asked for
 * @param dice gives numbers from 0 to 1
 */
record RetryingClient(int attempts, Duration first, Duration longest, RateGate.Pace pace, DoubleSupplier dice) {

    private static final System.Logger LOG = System.getLogger(RetryingClient.class.getName());

    public static RetryingClient of(int retries, RateGate.Pace pace) {
        return new RetryingClient(
                retries + 1,
                Duration.ofSeconds(1),
                Duration.ofMinutes(2),
                pace,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * Makes a call, and repeats it until it succeeds, fails for good, or was tried often enough.
     *
     * @param waits is told of a pause before it begins
     */
    public <T> T call(String model, Supplier<T> attempt, Consumer<ModelWait> waits) {
        for (int made = 1; ; made++) {
            try {
                return attempt.get();
            } catch (ModelException e) {
                if (!worthwhile(e.kind())) {
                    throw e;
                }
                if (made >= attempts) {
                    throw attempts == 1
                            ? e
                            : new ModelException(e.kind(), e.getMessage() + "; gave up after " + made + " attempts", e);
                }
                Duration pause = pause(made, e);
                LOG.log(Level.DEBUG, () -> model + " is asked again in " + pause + ": " + e.getMessage());
                waits.accept(new ModelWait(pause, reason(e.kind()), made, attempts - 1));
                rest(pause);
            }
        }
    }

    static boolean worthwhile(Kind kind) {
        return switch (kind) {
            case RATE_LIMIT, TIMEOUT, SERVER_ERROR -> true;
            case BAD_REQUEST, AUTHENTICATION, STALE_SESSION, REPLAY_MISS, CANCELLED, OTHER -> false;
        };
    }

    private static String reason(Kind kind) {
        return switch (kind) {
            case RATE_LIMIT -> "rate limited";
            case TIMEOUT -> "no answer in time";
            default -> "error of the server";
        };
    }

    Duration pause(int made, ModelException e) {
        Duration asked = e.retryAfter();
        if (!asked.isZero()) {
            Duration kept = asked.compareTo(longest) > 0 ? longest : asked;
            return kept.plus(Duration.ofNanos((long) (kept.toNanos() * 0.1 * dice.getAsDouble())));
        }
        double doubled = Math.min((double) longest.toNanos(), first.toNanos() * Math.pow(2, made - 1));
        return Duration.ofNanos((long) (doubled * (1 - 0.5 * dice.getAsDouble())));
    }

    private void rest(Duration pause) {
        try {
            pace.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Kind.CANCELLED, "interrupted before the model was asked again", e);
        }
    }
}
