package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.OwnThread;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls that wait, each in a thread of its own, a limited number at a time, under a deadline. */
@Internal
public final class WaitingCalls implements AutoCloseable {

    private final int atOnce;
    private final Semaphore places;
    private final ScheduledExecutorService clock;

    public WaitingCalls(int atOnce) {
        this.atOnce = atOnce;
        this.places = new Semaphore(atOnce, true);
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, OwnThread.factory("guerdon-deadlines"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        this.clock = Executors.unconfigurableScheduledExecutorService(timer);
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
            return ResultConverter.interrupted();
        } catch (ExecutionException | CancellationException e) {
            return new Score.Unscored(Score.Reason.CANCELLED, "scoring was cancelled");
        }
    }

    /**
     * Starts a call, waiting for a place where all are taken.
     *
     * @param call makes the call
     * @param late gives the score of a call that missed its deadline and still runs
     * @param onLateReturn called if such a call returns after all
     * @param deadline the time that the call has, in nanoseconds; 0 for no limit
     */
    public CompletableFuture<Score> start(
            Supplier<Score> call, Supplier<Score> late, Runnable onLateReturn, long deadline) {
        places.acquireUninterruptibly();
        CompletableFuture<Score> decided = new CompletableFuture<>();
        ForeignCall<Score> started = new ForeignCall<>(call::get, score -> onLateReturn.run());
        try {
            Future<?> alarm = alarm(started, deadline, () -> decide(decided, late));
            var unused = started.outcome().whenComplete((score, problem) -> {
                alarm.cancel(false);
                decide(decided, () -> score == null ? broken(Objects.requireNonNull(problem)) : score);
            });
            started.start();
        } catch (Throwable e) {
            started.abandon(() -> decide(decided, () -> broken(e)));
        }
        return decided;
    }

    /** Gives a call up at its deadline. Where the machine slept in between, the call gets a little of that time back. */
    private Future<?> alarm(ForeignCall<?> call, long deadline, Runnable late) {
        if (deadline == 0) {
            return CompletableFuture.completedFuture(null);
        }
        long due = System.nanoTime() + deadline;
        long grace = deadline / 4 + TimeUnit.MILLISECONDS.toNanos(50);
        return clock.schedule(
                () -> {
                    if (System.nanoTime() - due > grace) {
                        var unused = clock.schedule(() -> call.abandon(late), grace, TimeUnit.NANOSECONDS);
                    } else {
                        call.abandon(late);
                    }
                },
                deadline,
                TimeUnit.NANOSECONDS);
    }

    /** Decides a call; whatever happens, its place is free and its outcome known then. */
    private void decide(CompletableFuture<Score> decided, Supplier<Score> result) {
        Score score;
        try {
            score = result.get();
        } catch (Throwable e) {
            score = broken(e);
        }
        places.release();
        decided.complete(score);
    }

    private static Score broken(Throwable e) {
        return new Score.Unscored(
                Score.Reason.ERROR,
                "the call could not be made: " + CodeFault.of(e).text());
    }

    @Override
    public void close() {
        clock.shutdown();
    }
}
