package dev.guerdon.core.vector;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * One piece of work for each of n places, shared among a few threads.
 *
 * <p>A thread takes the next place that nobody has begun, so that a slow place holds up nobody else. A place that takes longer than the
 * deadline is given up: its thread is interrupted, and another takes over from it.
 */
@Internal
public final class Round {

    private static final Thread DONE = new Thread("done");
    private static final Thread LATE = new Thread("late");
    private static final long LOOK_EVERY_MILLIS = 100;

    private final int size;
    private final IntConsumer work;
    private final IntConsumer afterLate;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReferenceArray<Thread> owners;
    private final long[] began;
    private final CountDownLatch left;
    private final BitSet late = new BitSet();

    /**
     * @param size how many places
     * @param work does the work of one place; never throws
     * @param afterLate cleans up after a place that was given up, once its work has come back; in the thread that did it
     */
    public Round(int size, IntConsumer work, IntConsumer afterLate) {
        this.size = size;
        this.work = work;
        this.afterLate = afterLate;
        this.owners = new AtomicReferenceArray<>(size);
        this.began = new long[size];
        this.left = new CountDownLatch(size);
    }

    /**
     * Does all of it.
     *
     * @throws InterruptedException where the caller was interrupted; what had not come back by then is given up
     */
    public void run(Executor executor, int threads, Duration deadline) throws InterruptedException {
        for (int i = 0; i < Math.min(threads, size); i++) {
            executor.execute(this::serve);
        }
        try {
            while (!left.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                giveUp(executor, deadline.toNanos());
            }
        } catch (InterruptedException e) {
            next.set(size);
            giveUp(Runnable::run, -1);
            throw e;
        }
    }

    /** The numbers of what was given up, once the round is over. */
    public IntStream givenUp() {
        return late.stream();
    }

    private void serve() {
        for (int place = next.getAndIncrement(); place < size; place = next.getAndIncrement()) {
            began[place] = System.nanoTime();
            owners.set(place, Thread.currentThread());
            work.accept(place);
            if (!owners.compareAndSet(place, Thread.currentThread(), DONE)) {
                afterLate.accept(place);
                return; // another thread took over
            }
            left.countDown();
        }
    }

    private void giveUp(Executor executor, long nanos) {
        long now = System.nanoTime();
        for (int place = 0; place < Math.min(size, next.get()); place++) {
            Thread owner = owners.get(place);
            if (owner != null
                    && owner != DONE
                    && owner != LATE
                    && now - began[place] > nanos
                    && owners.compareAndSet(place, owner, LATE)) {
                owner.interrupt();
                late.set(place);
                executor.execute(this::serve);
                left.countDown();
            }
        }
    }
}
