package dev.guerdon.lab.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Decides how long a run goes on: until its end, to one of its budgets, or until somebody stops it. */
@Internal
public final class RunController {

    /** Time that a rollout that is to stop at once may take to do so; then it is left to itself. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration PAUSE_LOOK = Duration.ofMillis(100);

    private final RunOptions.Budget budget;
    private final RunOptions.Faults faults;
    private final FailureStreak streak = new FailureStreak();
    private Optional<String> fault = Optional.empty();
    private Usage used = Usage.NONE;
    private long deadline = Long.MAX_VALUE;
    private int interrupts;
    private boolean spent;
    private int leftOut;
    private volatile boolean paused;
    private volatile boolean broken;
    private @Nullable RunningRollouts job;
    private final CompletableFuture<Void> atOnce = new CompletableFuture<>();

    public RunController(RunOptions.Budget budget, RunOptions.Faults faults) {
        this.budget = budget;
        this.faults = faults;
    }

    /** Starts the clock, and counts what the run has used before. */
    public synchronized void begin(List<Episode> before) {
        for (Episode episode : before) {
            used = used.plus(episode.usage());
        }
        if (!budget.time().isZero()) {
            deadline = System.nanoTime() + budget.time().toNanos();
        }
        check();
    }

    /** Counts what an episode used. */
    public synchronized void count(Usage usage) {
        used = used.plus(usage);
        check();
    }

    /** Looks whether an episode is one more in which the model fails as in those before it. */
    public synchronized void watch(Rollout rollout) {
        streak.add(rollout);
        if (!faults.keepGoing() && fault.isEmpty()) {
            fault = streak.fault();
            if (fault.isPresent() && job != null) {
                job.stopStarting();
            }
        }
    }

    /** Returns why the run stopped before its end, where the model failed again and again. */
    public synchronized Optional<String> fault() {
        return fault;
    }

    private void check() {
        boolean over = (budget.tokens() > 0 && used.tokens() >= budget.tokens())
                || (budget.usd() > 0 && used.usd() >= budget.usd())
                || (deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0);
        if (over && !spent) {
            spent = true;
            if (job != null) {
                job.stopStarting();
            }
        }
    }

    public synchronized boolean stopped() {
        check();
        return spent || interrupts > 0 || fault.isPresent();
    }

    public synchronized void interrupt() {
        interrupts++;
        if (job != null) {
            job.stopStarting();
            if (interrupts > 1) {
                job.cancel();
            }
        }
        if (interrupts > 1) {
            atOnce.completeOnTimeout(null, GRACE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Starts no further episode until told otherwise; what is under way goes on. */
    public void pause(boolean wish) {
        paused = wish;
    }

    /** Returns whether no further episode is started for now. */
    public boolean paused() {
        return paused;
    }

    /** Lets no pause hold up a job that ends because of a fault. */
    void breakOff() {
        broken = true;
    }

    /** Returns the same plans, each given once the run is not paused; no more once it is stopped. */
    public Iterable<RolloutPlan> unpaused(List<RolloutPlan> plans) {
        return () -> {
            Iterator<RolloutPlan> each = plans.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return mayStart() && each.hasNext();
                }

                @Override
                public RolloutPlan next() {
                    return each.next();
                }
            };
        };
    }

    private boolean mayStart() {
        boolean stopped = stopped();
        while (paused && !broken && !stopped) {
            LockSupport.parkNanos(PAUSE_LOOK.toNanos());
            stopped = stopped();
        }
        return !stopped;
    }

    /** Waits for the end of a job, or, once it is stopped at once, no longer than the grace. */
    public void await(RunningRollouts started) throws InterruptedException {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                started.await();
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        enter(started);
        try {
            while (true) {
                try {
                    CompletableFuture.anyOf(ended, atOnce).get(nextLook(), TimeUnit.NANOSECONDS);
                    return;
                } catch (TimeoutException e) {
                    stopped(); // looks at the clock
                }
            }
        } catch (InterruptedException e) {
            interrupt();
            interrupt();
            throw e;
        } catch (ExecutionException e) {
            throw rethrown(e);
        } finally {
            leave();
        }
    }

    private static RuntimeException rethrown(ExecutionException e) {
        return switch (e.getCause()) {
            case RuntimeException cause -> cause;
            case Error cause -> throw cause;
            case null, default -> new LabException("the run was stopped: " + e.getCause(), e);
        };
    }

    private synchronized long nextLook() {
        return deadline == Long.MAX_VALUE || spent
                ? Duration.ofDays(1).toNanos()
                : Math.max(1, deadline - System.nanoTime());
    }

    private synchronized void enter(RunningRollouts started) {
        job = started;
        // An interrupt may have come between the look before the start and this.
        if (spent || interrupts > 0 || fault.isPresent()) {
            started.stopStarting();
        }
        if (interrupts > 1) {
            started.cancel();
        }
    }

    private synchronized void leave() {
        job = null;
    }

    public synchronized void leftOut(int count) {
        leftOut += count;
    }

    public synchronized int leftOut() {
        return leftOut;
    }

    /** Returns how the run ended. */
    public synchronized RunInfo.Status status() {
        if (!faults.keepGoing() && interrupts == 0 && fault.isEmpty()) {
            fault = streak.faultAtTheEnd();
        }
        if (fault.isPresent()) {
            return RunInfo.Status.STOPPED;
        }
        if (leftOut == 0) {
            return RunInfo.Status.COMPLETE;
        }
        return interrupts > 0 ? RunInfo.Status.INTERRUPTED : RunInfo.Status.BUDGET;
    }

    /**
     * Notices that the model fails again and again with one cause, so that a run need not fail to its end.
     *
     * <p>Causes are the same where their messages are, but for numbers: request ids, ports and times differ from call to call. A task counts
     * once, however often it is run again: what the model cannot answer there need not be what it cannot answer elsewhere.
     */
    static final class FailureStreak {

        /** How many tasks in a row are enough. */
        static final int ENOUGH = 3;

        private String cause = "";
        private String message = "";
        private final Set<String> tasks = new HashSet<>();
        private boolean anythingElse;

        void add(Rollout rollout) {
            add(rollout.plan().task().id(), rollout.trajectory().finishReason(), rollout.error());
        }

        void add(String task, FinishReason reason, String error) {
            if (reason != FinishReason.MODEL_FAILED) {
                tasks.clear();
                anythingElse = true;
                return;
            }
            String same = error.replaceAll("[0-9]+", "0");
            if (!same.equals(cause)) {
                tasks.clear();
            }
            tasks.add(task);
            cause = same;
            message = error;
        }

        /** Returns why to stop, in a sentence, once there are enough failures. */
        Optional<String> fault() {
            return tasks.size() >= ENOUGH ? Optional.of(sentence()) : Optional.empty();
        }

        /** Returns the same for a run that is over: then nothing but failures with one cause is enough, however few. */
        Optional<String> faultAtTheEnd() {
            return !tasks.isEmpty() && !anythingElse ? Optional.of(sentence()) : fault();
        }

        private String sentence() {
            return "the model failed " + (tasks.size() == 1 ? "" : "on " + tasks.size() + " tasks in a row ")
                    + "with one cause: " + message.strip().replaceAll("[.\\s]+$", "");
        }
    }
}
