package dev.guerdon.lab;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.lab.run.ForwardingListener;
import dev.guerdon.lab.session.ChangeTrial;
import dev.guerdon.lab.session.CommitRun;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.lab.spi.Suite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the runs of a session: here, or with the code of a commit. */
final class SessionRuns {

    /**
     * A state that is to be run.
     *
     * @param state what is run
     * @param tasks on which tasks
     * @param seed the run's seed
     * @param running the run that was begun before, empty for none
     * @param trial the trial that may end the run early; null where all of it is needed
     */
    record Order(
            Candidate state,
            List<String> tasks,
            long seed,
            String running,
            @Nullable ChangeTrial trial) {}

    private final Registry registry;
    private final RunStore store;
    private final IterationPlan plan;
    private final Suite suite;

    /** Receives the name of each run before its first episode. */
    private final Consumer<String> begun;

    private boolean stopped;
    private @Nullable RunJob job;
    private @Nullable CommitRun elsewhere;

    SessionRuns(Registry registry, RunStore store, IterationPlan plan, Suite suite, Consumer<String> begun) {
        this.registry = registry;
        this.store = store;
        this.plan = plan;
        this.suite = suite;
        this.begun = begun;
    }

    /** Tells what is wrong with a state before anything is run. */
    void check(Candidate state, List<String> tasks) {
        // Settings of a commit's own code can only be judged by that code.
        if (state.commit().isEmpty()) {
            RunJob unused = create(new Order(state, tasks, plan.seed(), "", null));
        }
    }

    /** Runs a state, as far as its trial needs it; the name of the run, or nothing where the user stopped it. */
    Optional<String> execute(Order order, RolloutListener listener) throws InterruptedException {
        if (stopped()) {
            return Optional.empty();
        }
        return order.state().commit().isEmpty() ? here(order, listener) : atCommit(order);
    }

    private Optional<String> here(Order order, RolloutListener listener) throws InterruptedException {
        ChangeTrial trial = order.trial();
        boolean resumed = !order.running().isEmpty();
        RunJob made = resumed ? RunJob.resume(registry, store, order.running()) : create(order);
        if (trial != null) {
            made.finishedBefore().stream()
                    .filter(Episode::scored)
                    .forEach(one -> trial.add(one.task(), one.repeat(), one.reward()));
        }
        Finished finished = new Finished(order.running(), false);
        if (!resumed || trial == null || !trial.decided()) {
            finished = finish(made, new TrialWatch(listener, trial, made::interrupt));
        }
        if (trial == null || !trial.decided()) {
            return finished.named();
        }
        // The next champion is compared on all tasks, so the rest of a winner's run is needed after all.
        if (!finished.complete() && trial.outcome().kept()) {
            return stopped()
                    ? Optional.empty()
                    : finish(RunJob.resume(registry, store, finished.run()), listener)
                            .named();
        }
        return Optional.of(finished.run());
    }

    /** A run, and whether it came to its end. */
    private record Finished(String run, boolean complete) {
        Optional<String> named() {
            return complete ? Optional.of(run) : Optional.empty();
        }
    }

    private Finished finish(RunJob made, RolloutListener listener) throws InterruptedException {
        enter(made, null);
        try (Run run = made.run(listener, folder -> begun.accept(String.valueOf(folder.getFileName())))) {
            requireNoFault(made);
            return new Finished(run.info().name(), run.info().status() == RunInfo.Status.COMPLETE);
        } finally {
            enter(null, null);
        }
    }

    /** Ends a session early for a fault that says nothing about what is tried. */
    static void requireNoFault(RunJob made) {
        made.fault().ifPresent(message -> {
            throw new EndedEarly(message + "; once that is fixed, the session can go on", new LabException(message));
        });
    }

    private Optional<String> atCommit(Order order) throws InterruptedException {
        CommitRun run = new CommitRun(order.state(), plan, order.tasks(), order.seed(), store.root(), registry.path());
        enter(null, run);
        try {
            CommitRun.Output output = run.run();
            if (stopped()) {
                return Optional.empty();
            }
            return Optional.of(output.run().isEmpty() ? store(order, output) : output.run());
        } catch (LabException e) {
            if (stopped()) {
                return Optional.empty();
            }
            throw e;
        } finally {
            enter(null, null);
        }
    }

    /** Stores what a command that is not Guerdon's wrote down. */
    private String store(Order order, CommitRun.Output output) {
        Candidate state = order.state();
        RunInfo info = new RunInfo(
                "",
                state.name(),
                new RunInfo.Setup(
                        suite.name(),
                        state.agent(),
                        state.model(),
                        "command",
                        state.settings(),
                        order.tasks(),
                        plan.repeat(),
                        order.seed(),
                        plan.maxSteps()),
                RunInfo.Progress.since(Instant.now()),
                new RunInfo.Origin(
                        output.commit(),
                        false,
                        Map.of("command", String.join(" ", plan.code().command()))));
        Map<String, Task> tasks = suite.tasks().stream().collect(Collectors.toMap(Task::id, Function.identity()));
        try (RunWriter writer = store.create(info)) {
            for (Episode episode : output.episodes()) {
                Task task = tasks.get(episode.task());
                if (task != null) {
                    writer.add(episode, new EpisodeDetail(task, Trajectory.empty(), List.of(), Optional.empty()));
                }
            }
            writer.finish(RunInfo.Status.COMPLETE);
            return writer.info().name();
        }
    }

    /** The first call finishes what is in flight, the second stops at once. */
    synchronized void interrupt() {
        stopped = true;
        if (job != null) {
            job.interrupt();
        }
        if (elsewhere != null) {
            elsewhere.interrupt();
        }
    }

    synchronized boolean stopped() {
        return stopped;
    }

    private synchronized void enter(@Nullable RunJob nextJob, @Nullable CommitRun nextElsewhere) {
        job = nextJob;
        elsewhere = nextElsewhere;
        if (stopped) {
            interrupt();
        }
    }

    private RunJob create(Order order) {
        return job(
                registry,
                store,
                suite,
                order.state(),
                plan,
                order.tasks(),
                order.seed(),
                order.state().name());
    }

    /** Returns the run of a state, as a plan has runs. */
    static RunJob job(
            Registry registry,
            RunStore store,
            Suite suite,
            Candidate state,
            IterationPlan plan,
            List<String> tasks,
            long seed,
            String note) {
        return RunJob.create(
                registry,
                store,
                RunOptions.builder(suite)
                        .agent(given(state.agent()))
                        .model(given(state.model()))
                        .settings(state.settings())
                        .maxSteps(plan.maxSteps())
                        .tasks(tasks)
                        .repeat(plan.repeat())
                        .parallel(plan.parallel())
                        .seed(seed)
                        .note(note)
                        .faults(new RunOptions.Faults(plan.execution().retries(), false))
                        .build());
    }

    private static @Nullable String given(String name) {
        return name.isEmpty() ? null : name;
    }

    /** Passes everything on, and ends the run once the trial is decided. */
    private static final class TrialWatch extends ForwardingListener {

        private final @Nullable ChangeTrial trial;
        private final Runnable interrupt;

        /** A second interrupt would cut off what is in flight. */
        private final AtomicBoolean ended = new AtomicBoolean();

        /**
         * @param trial the trial, null where nothing is to be decided
         * @param interrupt ends the run
         */
        TrialWatch(RolloutListener listener, @Nullable ChangeTrial trial, Runnable interrupt) {
            super(listener);
            this.trial = trial;
            this.interrupt = interrupt;
        }

        @Override
        public void ended(Rollout rollout) {
            super.ended(rollout);
            if (trial == null || rollout.trajectory().finishReason() == FinishReason.CANCELLED) {
                return;
            }
            // What has no score may get one when it is run again; until then it decides nothing.
            if (rollout.score() instanceof Score.Scored scored) {
                trial.add(
                        rollout.plan().task().id(),
                        rollout.plan().repeat(),
                        scored.result().reward());
            }
            if (trial.decided() && ended.compareAndSet(false, true)) {
                interrupt.run();
            }
        }
    }
}
