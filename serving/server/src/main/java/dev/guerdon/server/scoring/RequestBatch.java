package dev.guerdon.server.scoring;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.Scorer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one request on their way through an engine.
 *
 * <p>They go in pieces, several at once, each when it is its client's turn. When the time of the request is over, what is not decided is
 * unscored, and what has not begun never begins.
 */
final class RequestBatch {

    /** Told of scores as they come, by any thread. */
    @FunctionalInterface
    interface Ready {

        /** Handles the scores of some samples in a row. */
        void scored(int from, List<Score> scores);
    }

    private final RewardEngine engine;
    private final String client;
    private final List<? extends Sample> samples;
    private final long until;
    private final Ready ready;
    private final AtomicReferenceArray<@Nullable Score> scores;
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean over;

    RequestBatch(RewardEngine engine, String client, List<? extends Sample> samples, Duration deadline, Ready ready) {
        this.engine = engine;
        this.client = client;
        this.samples = samples;
        this.ready = ready;
        this.until = System.nanoTime() + deadline.toNanos();
        this.scores = new AtomicReferenceArray<>(samples.size());
    }

    /** Scores the samples; one score for each, in their order. */
    List<Score> run() throws InterruptedException {
        if (isForThisThread()) {
            workHere();
        }
        if (next.get() < samples.size()) {
            workAtOnce(engine.pieceSize());
        }
        over = true;
        List<Score> out = new ArrayList<>(samples.size());
        for (int i = 0; i < samples.size(); i++) {
            Score score = scores.get(i);
            if (score == null) {
                Score late = late();
                if (scores.compareAndSet(i, null, late)) {
                    engine.stats().answered(late);
                    ready.scored(i, List.of(late));
                }
                score = Objects.requireNonNull(scores.get(i));
            }
            out.add(score);
        }
        return out;
    }

    private Score late() {
        return new Score.Unscored(
                Score.Reason.TIMEOUT,
                "the time of the whole request was over before this sample was scored; send fewer samples at once, or"
                        + " raise batch_deadline");
    }

    /** Returns whether what is left should be quick, and a call that misses its deadline would still be over in time. */
    private boolean isForThisThread() {
        int left = samples.size() - next.get();
        boolean inTime = until - System.nanoTime() > engine.served().deadline().toNanos();
        return inTime && left > 0 && (left <= engine.pieceSize() || engine.isShort(left));
    }

    /** Takes pieces, as long as they are as quick as they should be. */
    private void workHere() throws InterruptedException {
        try (Scorer.Here here = engine.here()) {
            boolean goesOn = true;
            while (goesOn && isForThisThread()) {
                goesOn = takePiece(engine.pieceSize(), here);
            }
        }
    }

    private void workAtOnce(int size) throws InterruptedException {
        int pieces = (samples.size() - next.get() + size - 1) / size;
        int workers = Math.min(pieces, engine.gate().places());
        CountDownLatch done = new CountDownLatch(workers);
        for (int i = 0; i < workers; i++) {
            Thread.ofVirtual().name("guerdon-batch").start(() -> {
                try {
                    work(size);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    done.countDown();
                }
            });
        }
        // What runs now may be stuck until its own deadline; the request does not wait for it any longer.
        boolean all = done.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        over = over || !all;
    }

    /** Takes one piece after the other, until there is none or it is too late. */
    private void work(int size) throws InterruptedException {
        try (Scorer.Here here = engine.here()) {
            boolean goesOn = true;
            while (goesOn && !over) {
                goesOn = takePiece(size, here);
            }
        }
    }

    /** Scores the next piece when it is its client's turn; false if there is none or it is too late. */
    private boolean takePiece(int size, Scorer.@Nullable Here here) throws InterruptedException {
        int from = next.getAndAdd(size);
        int to = Math.min(samples.size(), from + size);
        if (from >= to || !engine.gate().enter(client, until)) {
            return false;
        }
        List<Score> done;
        try {
            done = engine.score(samples.subList(from, to), here);
            for (int i = from; i < to; i++) {
                // The request may have stopped waiting for it in this moment.
                if (!scores.compareAndSet(i, null, done.get(i - from))) {
                    return false;
                }
            }
        } finally {
            engine.gate().leave();
        }
        ready.scored(from, done);
        return true;
    }
}
