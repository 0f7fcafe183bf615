package dev.guerdon.agent.rollout;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.Resources;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.ToolEntry;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Rollouts on virtual threads, a limited number at a time.
 *
 * <p>One thread draws the plans; each rollout has a thread of its own, in which it is also scored and reported.
 */
@Internal
public final class Job implements RunningRollouts {

    /** How long a rollout waits for an environment that others hold. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** How long a reward may take; it holds a place meanwhile. */
    private static final Duration REWARD_DEADLINE = Duration.ofMinutes(5);

    private final RolloutSetup setup;
    private final List<ToolEntry> tools;
    private final RolloutListener listener;
    private final RolloutListener guarded = new Guarded();
    private final int parallel;
    private final Resources resources;
    private final Scorer scorer;
    private final Semaphore places;
    private final Set<LiveRollout> inFlight = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ScheduledThreadPoolExecutor clock;
    private volatile boolean stopped;
    private volatile boolean cancelled;

    public Job(RolloutSetup setup, int parallel, RolloutListener listener) {
        if (parallel < 1) {
            throw new GuerdonException("expected at least 1 rollout at a time, found " + parallel);
        }
        if (setup.limits().turns() < 1) {
            throw new GuerdonException("expected at least 1 turn for each rollout, found "
                    + setup.limits().turns());
        }
        this.setup = setup;
        this.tools = setup.tools().stream().map(setup.registry()::tool).toList();
        this.listener = listener;
        this.parallel = parallel;
        this.places = new Semaphore(parallel);
        this.clock = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("guerdon-rollout-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
        this.resources = new Resources(PATIENCE);
        this.scorer = Scorer.builder()
                .deadline(REWARD_DEADLINE)
                .isolated(setup.registry())
                .build();
    }

    public void start(Iterator<RolloutPlan> plans) {
        Thread.ofVirtual().name("guerdon-rollouts").start(() -> draw(plans));
    }

    private void draw(Iterator<RolloutPlan> plans) {
        try {
            while (true) {
                places.acquireUninterruptibly();
                RolloutPlan plan = stopped || !plans.hasNext() ? null : plans.next();
                if (plan == null) {
                    places.release();
                    break;
                }
                Thread.ofVirtual().name("guerdon-rollout-", 0).start(() -> roll(plan));
            }
        } catch (Throwable e) {
            // The plans are the caller's code; what they threw is for whoever awaits the end.
            places.release();
            fail(e);
        } finally {
            places.acquireUninterruptibly(parallel);
            clock.shutdownNow();
            scorer.close();
            resources.close();
            ended.countDown();
        }
    }

    /** The whole life of one rollout. Whatever it throws has been dealt with when it returns. */
    private void roll(RolloutPlan plan) {
        try {
            listener.started(plan);
            Rollout rollout = new Attempt(setup, tools, resources, scorer).run(plan, guarded, this::register);
            listener.ended(rollout);
        } catch (Throwable e) {
            fail(e);
            cancel();
        } finally {
            places.release();
        }
    }

    /** What a listener throws in the middle of a rollout ends the job, and not the rollout as if its agent had failed. */
    private final class Guarded implements RolloutListener {
        @Override
        public void turned(RolloutPlan plan, Turn turn) {
            call(() -> listener.turned(plan, turn));
        }

        @Override
        public void waiting(RolloutPlan plan, ModelWait wait) {
            call(() -> listener.waiting(plan, wait));
        }

        private void call(Runnable what) {
            try {
                what.run();
            } catch (Throwable e) {
                fail(e);
                cancel();
            }
        }
    }

    /** Makes a rollout known for cancelling and timing; gives what forgets it again. */
    private Runnable register(LiveRollout rollout) {
        inFlight.add(rollout);
        if (cancelled) {
            rollout.stop(LiveRollout.Stop.CANCELLED);
        }
        Duration time = setup.limits().time();
        ScheduledFuture<?> alarm = time.isZero()
                ? null
                : clock.schedule(() -> rollout.stop(LiveRollout.Stop.TIME_UP), time.toNanos(), TimeUnit.NANOSECONDS);
        return () -> {
            inFlight.remove(rollout);
            if (alarm != null) {
                alarm.cancel(false);
            }
        };
    }

    private void fail(Throwable e) {
        failure.compareAndSet(null, e);
        stopped = true;
    }

    @Override
    public void stopStarting() {
        stopped = true;
    }

    @Override
    public void cancel() {
        stopped = true;
        cancelled = true;
        inFlight.forEach(rollout -> rollout.stop(LiveRollout.Stop.CANCELLED));
    }

    @Override
    public void cancel(RolloutPlan plan) {
        inFlight.forEach(rollout -> {
            if (rollout.isOf(plan)) {
                rollout.stop(LiveRollout.Stop.CANCELLED);
            }
        });
    }

    @Override
    public void await() throws InterruptedException {
        ended.await();
        switch (failure.get()) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new GuerdonException("the rollouts were stopped: " + e, e);
        }
    }
}
