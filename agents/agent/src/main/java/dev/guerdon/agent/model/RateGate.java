package dev.guerdon.agent.model;

import dev.guerdon.agent.spi.ModelGate;
import dev.guerdon.api.Internal;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelWait;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Lets calls of one model through: a limited number at once, so many per minute, and so many tokens per minute.
 *
 * <p>Both rates are buckets that fill all the time and hold a tenth of a minute's worth, so that a limit is kept over any minute
 * but for that tenth. A call takes its estimated tokens first; what it really used is settled afterwards, into debt if need be.
 */
@Internal
public final class RateGate implements ModelGate {

    private static final double NANOS_PER_MINUTE = 60e9;

    /** When to look again for a place, by one who cannot wait in line for it. */
    private static final Duration NO_PLACE = Duration.ofMillis(100);

    private final Semaphore places;
    private final Bucket requests;
    private final Bucket tokens;
    private final Pace pace;
    private long closedUntil;

    /**
     * @param atOnce how many calls at once
     * @param requestsPerMinute 0 for no limit
     * @param tokensPerMinute 0 for no limit
     */
    public RateGate(int atOnce, long requestsPerMinute, long tokensPerMinute, Pace pace) {
        this.places = new Semaphore(atOnce, true);
        this.pace = pace;
        this.closedUntil = pace.nanos();
        this.requests = new Bucket(requestsPerMinute, pace.nanos());
        this.tokens = new Bucket(tokensPerMinute, pace.nanos());
    }

    @Override
    public void enter(ModelScope rollout, long estimatedTokens) throws InterruptedException {
        enter(
                estimatedTokens,
                pause -> rollout.waiting(new ModelWait(pause, "limit of calls or tokens per minute", 0, 0)));
    }

    @Override
    public void leave(ModelScope rollout, long estimatedTokens, long usedTokens) {
        leave(estimatedTokens, usedTokens);
    }

    @Override
    public void closeFor(ModelScope rollout, Duration duration) {
        closeFor(duration);
    }

    /**
     * Waits until a call may go. Call {@link #leave(long, long)} afterwards.
     *
     * @param waits is told of a pause before it begins
     */
    void enter(long estimatedTokens, Consumer<Duration> waits) throws InterruptedException {
        places.acquire();
        boolean entered = false;
        try {
            while (true) {
                long wait = take(estimatedTokens);
                if (wait <= 0) {
                    entered = true;
                    return;
                }
                waits.accept(Duration.ofNanos(wait));
                pace.sleep(Duration.ofNanos(wait));
            }
        } finally {
            if (!entered) {
                places.release();
            }
        }
    }

    /**
     * Lets a call through where it may go now. Call {@link #leave(long, long)} after one that went.
     *
     * @return when to ask again; zero where it may go
     */
    public Duration tryEnter(long estimatedTokens) {
        if (!places.tryAcquire()) {
            return NO_PLACE;
        }
        long wait = take(estimatedTokens);
        if (wait <= 0) {
            return Duration.ZERO;
        }
        places.release();
        return Duration.ofNanos(wait);
    }

    /** Takes what the call needs if that is there; else says how long it will take. */
    private synchronized long take(long estimatedTokens) {
        long now = pace.nanos();
        requests.fill(now);
        tokens.fill(now);
        long wait = Math.max(closedUntil - now, Math.max(requests.until(1), tokens.until(estimatedTokens)));
        if (wait <= 0) {
            requests.take(1);
            tokens.take(estimatedTokens);
        }
        return wait;
    }

    /** Ends a call and settles its tokens. */
    public synchronized void leave(long estimatedTokens, long usedTokens) {
        tokens.take(usedTokens - estimatedTokens);
        places.release();
    }

    /** Lets no call through for a while, as when the provider said so to one of them. */
    public synchronized void closeFor(Duration duration) {
        closedUntil = Math.max(closedUntil, pace.nanos() + duration.toNanos());
    }

    private static final class Bucket {
        private final double perNano;
        private final double capacity;
        private double level;
        private long filledAt;

        Bucket(long perMinute, long now) {
            perNano = perMinute / NANOS_PER_MINUTE;
            capacity = Math.max(1, perMinute / 10.0);
            level = capacity;
            filledAt = now;
        }

        void fill(long now) {
            level = Math.min(capacity, level + (now - filledAt) * perNano);
            filledAt = now;
        }

        /** Returns how many nanoseconds until so much is there; a full bucket is enough for anything. */
        long until(long amount) {
            double missing = Math.min((double) amount, capacity) - level;
            return perNano == 0 || missing <= 1e-9 ? 0 : (long) Math.ceil(missing / perNano);
        }

        void take(long amount) {
            level -= amount;
        }
    }

    /** Time as the retries and rate limits see it, so that their tests need not wait. */
    public interface Pace {

        Pace REAL = new Pace() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                Thread.sleep(duration);
            }
        };

        long nanos();

        void sleep(Duration duration) throws InterruptedException;
    }
}
