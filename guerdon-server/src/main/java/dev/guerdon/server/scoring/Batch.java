package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
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
@Internal
public final class Batch {

    /** Told of scores as they come, by any thread. */
    @FunctionalInterface
    public interface Ready {

        /** Some samples, one after the other, are decided. */
        void scored(int from, List<Score> scores);
    }

    private final Engine engine;
    private final String client;
    private final List<? extends Sample> samples;
    private final Duration deadline;
    private final long until;
    private final Ready ready;
    private final AtomicReferenceArray<@Nullable Score> scores;
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean over;

    Batch(Engine engine, String client, List<? extends Sample> samples, Duration deadline, Ready ready) {
        this.engine = engine;
        this.client = client;
        this.samples = samples;
        this.deadline = deadline;
        this.ready = ready;
        this.until = System.nanoTime() + deadline.toNanos();
        this.scores = new AtomicReferenceArray<>(samples.size());
    }

    /** Scores the samples; one score for each, in their order. */
    List<Score> run() throws InterruptedException {
        int size = engine.pieceSize();
        boolean inTime = deadline.compareTo(engine.served().deadline()) > 0;
        if (samples.size() <= size && inTime) {
            work(size);
        } else {
            workAtOnce(size);
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

    private void workAtOnce(int size) throws InterruptedException {
        int pieces = (samples.size() + size - 1) / size;
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
        // What runs now may be stuck until its own deadline; nobody waits for it longer than for the request.
        boolean all = done.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        over = over || !all;
    }

    /** Takes one piece after the other, until there is none or it is too late. */
    private void work(int size) throws InterruptedException {
        try (Engine.Here here = new Engine.Here()) {
            work(size, here);
        }
    }

    private void work(int size, Engine.Here here) throws InterruptedException {
        int from;
        while (!over && (from = next.getAndAdd(size)) < samples.size()) {
            int to = Math.min(samples.size(), from + size);
            if (!engine.gate().enter(client, until)) {
                return;
            }
            List<Score> done;
            try {
                List<Score> some = engine.score(samples.subList(from, to), here);
                for (int i = from; i < to; i++) {
                    // The request may have stopped waiting for it in this moment.
                    if (!scores.compareAndSet(i, null, some.get(i - from))) {
                        return;
                    }
                }
                done = some;
            } finally {
                engine.gate().leave();
            }
            ready.scored(from, done);
        }
    }
}
