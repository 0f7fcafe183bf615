package dev.guerdon.agent;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.AgentTool;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.core.ResourcePools;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Makes rollouts, many at once: runs the agent, scores what it did while others still run, and gives back every resource.
 *
 * <p>One failing rollout never harms another: it ends with {@code ERROR} and its message.
 */
@Experimental
public final class RolloutEngine {

    private RolloutEngine() {}

    /** Runs every task some times; the rollouts come in the order of the tasks, repeats together (one group per task). */
    public static List<Rollout> run(RolloutSetup setup, List<Task> tasks, int repeat, int parallel, long seed) {
        List<RolloutPlan> plans = new ArrayList<>(tasks.size() * repeat);
        IdentityHashMap<RolloutPlan, Integer> places = new IdentityHashMap<>();
        for (Task task : tasks) {
            for (int i = 0; i < repeat; i++) {
                RolloutPlan plan = RolloutPlan.of(task, i, seed);
                places.put(plan, plans.size());
                plans.add(plan);
            }
        }
        AtomicReferenceArray<Rollout> rollouts = new AtomicReferenceArray<>(plans.size());
        RunningRollouts job = start(setup, plans, parallel, new RolloutListener() {
            @Override
            public void ended(Rollout rollout) {
                rollouts.set(Objects.requireNonNull(places.get(rollout.plan())), rollout);
            }
        });
        finish(job);
        List<Rollout> inOrder = new ArrayList<>(plans.size());
        for (int i = 0; i < plans.size(); i++) {
            inOrder.add(rollouts.get(i));
        }
        return inOrder;
    }

    /** Waits for the end. If this thread is interrupted, cancels the job and waits for what is in flight. */
    private static void finish(RunningRollouts job) {
        boolean interrupted = false;
        while (true) {
            try {
                job.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                job.cancel();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the rollouts were interrupted");
        }
    }

    /** Starts a job; it draws plans one by one as places become free. */
    public static RunningRollouts start(
            RolloutSetup setup, Iterable<RolloutPlan> plans, int parallel, RolloutListener listener) {
        Job job = new Job(setup, parallel, listener);
        job.start(plans.iterator());
        return job;
    }

    /**
     * Rollouts on virtual threads, a limited number at a time.
     *
     * <p>One thread draws the plans; each rollout has a thread of its own, in which it is also scored and reported.
     */
    static final class Job implements RunningRollouts {

        /** Time that a rollout waits for an environment that others hold. */
        private static final Duration PATIENCE = Duration.ofMinutes(10);

        /** Time that a reward may take; it holds a place meanwhile. */
        private static final Duration REWARD_DEADLINE = Duration.ofMinutes(5);

        private final RolloutSetup setup;
        private final List<AgentTool> tools;
        private final RolloutListener listener;
        private final RolloutListener guarded = new Guarded();
        private final int parallel;
        private final ResourcePools resources;
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
            this.tools = setup.tools().stream()
                    .<AgentTool>map(setup.registry()::tool)
                    .toList();
            this.listener = listener;
            this.parallel = parallel;
            this.places = new Semaphore(parallel);
            this.clock = new ScheduledThreadPoolExecutor(1, OwnThread.factory("guerdon-rollout-clock"));
            clock.setRemoveOnCancelPolicy(true);
            this.resources = new ResourcePools(PATIENCE);
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

        /** Plays one rollout from its start to its end. Whatever it throws has been dealt with when it returns. */
        private void roll(RolloutPlan plan) {
            try {
                listener.started(plan);
                Rollout rollout = new RolloutRunner(setup, tools, resources, scorer).run(plan, guarded, this::register);
                listener.ended(rollout);
            } catch (Throwable e) {
                fail(e);
                cancel();
            } finally {
                places.release();
            }
        }

        /** Listener whose exceptions in the middle of a rollout end the job, and not the rollout as if its agent had failed. */
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
                    : clock.schedule(
                            () -> rollout.stop(LiveRollout.Stop.TIME_UP), time.toNanos(), TimeUnit.NANOSECONDS);
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
}
