package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.core.boundary.Fault;
import dev.guerdon.core.boundary.ForeignThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait, each in a thread of its own, a limited number at a time, under a deadline.
 *
 * <p>A virtual thread that computes without end holds one of the few carrier threads, and a handful of such calls would keep all others
 * from running. So the first few hundred at once have platform threads, which the operating system takes turns with; only what is
 * beyond that is virtual.
 */
@Internal
public final class WaitingCalls implements AutoCloseable {

    /** How many calls have a platform thread at once. */
    private static final int PLATFORM_THREADS = 512;

    private final int atOnce;
    private final Semaphore places;
    private final long deadlineNanos;
    private final ScheduledExecutorService clock;
    private final ThreadPoolExecutor threads;
    private final AtomicInteger running = new AtomicInteger();

    public WaitingCalls(int atOnce, Duration deadline) {
        this.atOnce = atOnce;
        this.places = new Semaphore(atOnce, true);
        this.deadlineNanos = deadline.toNanos();
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("guerdon-deadlines").factory());
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        this.clock = Executors.unconfigurableScheduledExecutorService(timer);
        this.threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), WaitingCalls::thread);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new ForeignThread(work, "guerdon-wait");
        thread.setUncaughtExceptionHandler((ended, how) -> {});
        return thread;
    }

    /** Ends a thread of the pool that should do no other call. */
    private static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Spent() {
            super("", null, false, false);
        }
    }

    /**
     * Makes a call for each of many, some at a time, and hands on the scores in order.
     *
     * @param start starts a call, by {@link #start} of these
     * @param sink gets each with its score, in the calling thread
     */
    public <S> void each(
            Iterator<? extends S> samples,
            Function<S, CompletableFuture<Score>> start,
            BiConsumer<? super S, Score> sink) {
        record Pending<S>(S sample, CompletableFuture<Score> score) {}
        ArrayDeque<Pending<S>> pending = new ArrayDeque<>();
        while (samples.hasNext() || !pending.isEmpty()) {
            while (samples.hasNext() && pending.size() < atOnce) {
                S sample = samples.next();
                pending.add(new Pending<>(sample, start.apply(sample)));
            }
            Pending<S> first = pending.remove();
            sink.accept(first.sample, await(first.score));
        }
    }

    private static Score await(CompletableFuture<Score> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NoScore.interrupted();
        } catch (ExecutionException | CancellationException e) {
            return new Score.Unscored(Score.Reason.CANCELLED, "scoring was cancelled");
        }
    }

    /**
     * Starts a call, waiting for a place where all are taken.
     *
     * @param call makes the call
     * @param late gives the score of a call that missed its deadline and still runs
     * @param cameBack told when such a call returned after all
     */
    public CompletableFuture<Score> start(Supplier<Score> call, Supplier<Score> late, Runnable cameBack) {
        return start(call, late, cameBack, deadlineNanos);
    }

    /** As {@link #start(Supplier, Supplier, Runnable)}, with a deadline of its own; 0 for none. */
    public CompletableFuture<Score> start(
            Supplier<Score> call, Supplier<Score> late, Runnable cameBack, long deadlineOfCall) {
        places.acquireUninterruptibly();
        Call started = new Call(call, late, cameBack, deadlineOfCall);
        try {
            if (deadlineOfCall > 0) {
                started.due = System.nanoTime() + deadlineOfCall;
                started.alarm = clock.schedule(started::ring, deadlineOfCall, TimeUnit.NANOSECONDS);
            }
            begin(started);
        } catch (Throwable e) {
            started.decide(State.RETURNED, () -> broken(e));
        }
        return started.outcome;
    }

    private void begin(Call call) {
        if (running.incrementAndGet() <= PLATFORM_THREADS) {
            try {
                threads.execute(call);
                return;
            } catch (OutOfMemoryError e) {
                // The system gives no more threads; a virtual one needs none of its own.
            }
        }
        Thread.ofVirtual().name("guerdon-wait").start(call);
    }

    private static Score broken(Throwable e) {
        return new Score.Unscored(
                Score.Reason.ERROR, "the call could not be made: " + Fault.of(e).text());
    }

    private enum State {
        RUNNING,
        RETURNED,
        /** Given up, but its thread has not been told yet. */
        LATE,
        /** Given up and told. */
        TOLD
    }

    private final class Call implements Runnable {
        private final CompletableFuture<Score> outcome = new CompletableFuture<>();
        private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
        private final Supplier<Score> call;
        private final Supplier<Score> late;
        private final Runnable cameBack;
        private final long deadlineOfCall;
        private volatile @Nullable Future<?> alarm;
        private volatile long due;
        private volatile @Nullable Thread thread;

        Call(Supplier<Score> call, Supplier<Score> late, Runnable cameBack, long deadlineOfCall) {
            this.deadlineOfCall = deadlineOfCall;
            this.call = call;
            this.late = late;
            this.cameBack = cameBack;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            Score score;
            try {
                score = call.get();
            } catch (Throwable e) {
                score = broken(e);
            } finally {
                running.decrementAndGet();
            }
            Score result = score;
            if (!decide(State.RETURNED, () -> result)) {
                // The interrupt must arrive before this thread goes on, or it would hit the next call.
                while (state.get() != State.TOLD) {
                    Thread.onSpinWait();
                }
                Thread.interrupted();
                ForeignThread.asUsual();
                cameBack.run();
            }
            if (ForeignThread.isSpent()) {
                throw new Spent();
            }
        }

        /** The deadline has passed. Where the machine slept in between, the call gets a little of that time back. */
        private void ring() {
            long grace = deadlineOfCall / 4 + TimeUnit.MILLISECONDS.toNanos(50);
            if (System.nanoTime() - due > grace) {
                alarm = clock.schedule(this::giveUp, grace, TimeUnit.NANOSECONDS);
            } else {
                giveUp();
            }
        }

        private void giveUp() {
            decide(State.LATE, () -> {
                Thread busy = thread;
                if (busy != null) {
                    busy.interrupt();
                    ForeignThread.last(busy);
                }
                return late.get();
            });
        }

        /** Decides the call unless it is decided; whatever happens, the place is free and the outcome known then. */
        private boolean decide(State how, Supplier<Score> result) {
            if (!state.compareAndSet(State.RUNNING, how)) {
                return false;
            }
            Score score;
            try {
                score = result.get();
            } catch (Throwable e) {
                score = broken(e);
            }
            if (how == State.LATE) {
                state.set(State.TOLD);
            }
            Future<?> ringing = alarm;
            if (ringing != null) {
                ringing.cancel(false);
            }
            places.release();
            outcome.complete(score);
            return true;
        }
    }

    @Override
    public void close() {
        clock.shutdown();
        threads.shutdown();
    }
}
