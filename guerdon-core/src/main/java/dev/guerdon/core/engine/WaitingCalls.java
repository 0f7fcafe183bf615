package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Calls that wait, each in a virtual thread of its own, a limited number at a time, under a deadline.
 *
 * <p>A virtual thread that computes without end would hold one of the few carrier threads. So once a call was found busy after its
 * deadline, all further calls run in ordinary threads, which the operating system takes turns with.
 */
@Internal
public final class WaitingCalls implements AutoCloseable {

    private final int atOnce;
    private final Semaphore places;
    private final long deadlineNanos;
    private final ScheduledExecutorService clock;
    private volatile boolean carriersAreTaken;

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
    }

    public int atOnce() {
        return atOnce;
    }

    /**
     * Starts a call, waiting for a place where all are taken.
     *
     * @param call makes the call; never throws
     * @param late gives the score of a call that missed its deadline and still runs
     * @param cameBack told when such a call returned after all
     */
    public CompletableFuture<Score> start(Supplier<Score> call, Supplier<Score> late, Runnable cameBack) {
        places.acquireUninterruptibly();
        CompletableFuture<Score> outcome = new CompletableFuture<>();
        AtomicReference<String> state = new AtomicReference<>("running");
        Runnable work = () -> {
            Score score = call.get();
            if (state.compareAndSet("running", "returned")) {
                places.release();
                outcome.complete(score);
            } else {
                cameBack.run();
            }
        };
        Thread thread = carriersAreTaken
                ? Thread.ofPlatform().daemon().name("guerdon-wait").unstarted(work)
                : Thread.ofVirtual().name("guerdon-wait").unstarted(work);
        thread.start();
        if (deadlineNanos > 0) {
            var alarm = clock.schedule(
                    () -> {
                        if (state.compareAndSet("running", "late")) {
                            if (thread.isVirtual() && thread.getState() == Thread.State.RUNNABLE) {
                                carriersAreTaken = true;
                            }
                            Score score = late.get();
                            thread.interrupt();
                            places.release();
                            outcome.complete(score);
                        }
                    },
                    deadlineNanos,
                    TimeUnit.NANOSECONDS);
            var unused = outcome.whenComplete((score, problem) -> alarm.cancel(false));
        }
        return outcome;
    }

    @Override
    public void close() {
        clock.shutdown();
    }
}
