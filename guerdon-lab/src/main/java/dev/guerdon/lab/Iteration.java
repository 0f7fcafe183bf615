package dev.guerdon.lab;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.Task;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.ProcessLock;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.iterate.CommitRun;
import dev.guerdon.lab.iterate.MissingRewards;
import dev.guerdon.lab.iterate.PlanFile;
import dev.guerdon.lab.iterate.SessionFolder;
import dev.guerdon.lab.iterate.SessionState;
import dev.guerdon.lab.iterate.Trial;
import dev.guerdon.lab.spi.AcceptanceRule;
import dev.guerdon.lab.spi.Candidate;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Decision.Verdict;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.TaskSelection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A session in which the reward decides: changes are tried one by one beside the champion, and kept or rolled back by the plan's rule.
 *
 * <p>What a session has done is on disk after each step; killed or interrupted at any moment, {@link #resume} goes on from there, and
 * within a step from the last finished episode.
 */
@Experimental
public final class Iteration {

    /** Hears what happens in a session; also what happens in its rollouts. */
    public interface Listener extends RolloutListener {

        /** A change is about to be tried; number 0 is the champion itself. */
        default void begins(Candidate change, int number, int changes) {}

        /** A change was decided on. */
        default void decided(Decision decision) {}
    }

    /**
     * What a session came to.
     *
     * @param folder the session's folder, with its reports
     * @param decisions what was decided
     * @param complete whether all changes were tried
     */
    public record Result(Path folder, List<Decision> decisions, boolean complete) {
        public Result {
            decisions = List.copyOf(decisions);
        }

        /** The run of the state that stands at the end. */
        public String champion() {
            return decisions.reversed().stream()
                    .filter(one -> one.verdict() == Verdict.KEPT || one.verdict() == Verdict.START)
                    .map(Decision::run)
                    .findFirst()
                    .orElse("");
        }
    }

    private static final String LOCK = "session.lock";

    private final Registry registry;
    private final RunStore store;
    private final IterationPlan plan;
    private final Path folder;
    private final Suite suite;
    private final List<String> tasks;
    private SessionState state;
    private boolean stopped;
    private @Nullable RunJob job;
    private @Nullable CommitRun elsewhere;

    private Iteration(Registry registry, RunStore store, IterationPlan plan, Path folder, SessionState state) {
        this.registry = registry;
        this.store = store;
        this.plan = plan;
        this.folder = folder;
        this.state = state;
        this.suite = Suites.load(registry, plan.suite());
        this.tasks = tasks(plan, suite);
    }

    /**
     * Reads a plan from a YAML file.
     *
     * @throws LabException where something is wrong with it, with file and line
     */
    public static IterationPlan plan(Path file) {
        return PlanFile.read(file);
    }

    /** Begins a session. Whatever is wrong with the plan is told before anything is run. */
    public static Iteration start(Registry registry, RunStore store, IterationPlan plan) {
        Iteration iteration = new Iteration(
                registry, store, plan, SessionFolder.fresh(store.root(), plan.name()), SessionState.begin(plan.text()));
        iteration.check();
        iteration.state.write(iteration.folder);
        return iteration;
    }

    /**
     * Goes on with the latest session of a plan.
     *
     * @throws LabException where there is none
     */
    public static Iteration resume(Registry registry, RunStore store, IterationPlan plan) {
        Path folder = SessionFolder.latest(store.root(), plan);
        return new Iteration(registry, store, plan, folder, SessionState.read(folder));
    }

    private static List<String> tasks(IterationPlan plan, Suite suite) {
        List<Task> chosen = plan.tasks().isEmpty() ? suite.tasks() : TaskSelection.of(plan.tasks(), suite.tasks());
        List<String> ids = new ArrayList<>(chosen.stream().map(Task::id).toList());
        if (plan.accept().test() == AcceptanceRule.Test.SEQUENTIAL) {
            // The test may stop early, so the order must have nothing to do with the outcome.
            Collections.shuffle(ids, new Random(plan.seed()));
        }
        for (String task : plan.accept().neverRegress()) {
            if (!ids.contains(task)) {
                throw new LabException(
                        "the task '" + task + "' must never regress, but is not among those that are run");
            }
        }
        return List.copyOf(ids);
    }

    private void check() {
        Candidate now = plan.champion();
        createJob(now);
        for (Candidate change : plan.candidates()) {
            // Settings of a commit's own code can only be judged by that code.
            if (now.with(change).commit().isEmpty()) {
                createJob(now.with(change));
            }
        }
    }

    /** The session's folder. */
    public Path folder() {
        return folder;
    }

    /** How many episodes each run has at most. */
    public int episodes() {
        return Math.multiplyExact(tasks.size(), plan.repeat());
    }

    /** What was decided so far. */
    public List<Decision> decisions() {
        return state.decisions();
    }

    /** Tries all changes that are left, and writes the reports. */
    @SuppressWarnings("try") // the lock is held, not used
    public Result run(Listener listener) throws InterruptedException {
        try (ProcessLock lock = ProcessLock.in(folder.resolve(LOCK), "the session " + folder.getFileName())) {
            state = SessionState.read(folder); // another process may have gone on with it before we had the lock
            return goOn(listener);
        }
    }

    private Result goOn(Listener listener) throws InterruptedException {
        boolean complete = true;
        for (int step = state.decisions().size(); step <= plan.candidates().size(); step++) {
            listener.begins(
                    step == 0 ? plan.champion() : plan.candidates().get(step - 1),
                    step,
                    plan.candidates().size());
            Optional<Decision> decision =
                    step == 0 ? first(listener) : trial(plan.candidates().get(step - 1), listener);
            if (decision.isEmpty()) {
                complete = false;
                break;
            }
            save(state.decided(decision.get()));
            listener.decided(decision.get());
        }
        report();
        return new Result(folder, state.decisions(), complete);
    }

    /** The first call finishes what is in flight, the second stops at once. */
    public synchronized void interrupt() {
        stopped = true;
        if (job != null) {
            job.interrupt();
        }
        if (elsewhere != null) {
            elsewhere.interrupt();
        }
    }

    private synchronized boolean stopped() {
        return stopped;
    }

    private Optional<Decision> first(Listener listener) throws InterruptedException {
        Optional<String> run = execute(plan.champion(), null, listener);
        return run.map(name -> new Decision(
                plan.champion().name(), name, "", Verdict.START, "Everything begins with this state.", List.of()));
    }

    private Optional<Decision> trial(Candidate change, Listener listener) throws InterruptedException {
        Candidate now = plan.champion();
        String against = "";
        for (int i = 0; i < state.decisions().size(); i++) {
            Decision decision = state.decisions().get(i);
            if (decision.verdict() == Verdict.KEPT) {
                now = now.with(plan.candidates().get(i - 1));
            }
            if (decision.verdict() == Verdict.KEPT || decision.verdict() == Verdict.START) {
                against = decision.run();
            }
        }
        List<Episode> champion = episodes(against);
        Optional<String> run;
        try {
            run = execute(now.with(change), newTrial(champion), listener);
        } catch (EndedEarly e) {
            // A full disk says nothing about the change, nor does a model that fails, unless the change names it.
            if (change.model().isEmpty() || !(e.getCause() instanceof LabException fault)) {
                throw e;
            }
            String reason = String.valueOf(fault.getMessage());
            return Optional.of(
                    new Decision(change.name(), state.running(), against, Verdict.FAILED, reason, List.of()));
        } catch (GuerdonException e) {
            String reason = Objects.requireNonNullElse(e.getMessage(), e.toString());
            return Optional.of(
                    new Decision(change.name(), state.running(), against, Verdict.FAILED, reason, List.of()));
        }
        if (run.isEmpty()) {
            return Optional.empty();
        }
        MissingRewards judged = MissingRewards.judge(
                this::newTrial, champion, episodes(run.get()), plan.accept().range());
        Trial.Outcome outcome = judged.outcome();
        return Optional.of(new Decision(
                change.name(),
                run.get(),
                against,
                outcome.kept() ? Verdict.KEPT : judged.decided() ? Verdict.ROLLED_BACK : Verdict.UNDECIDED,
                outcome.reason(),
                outcome.regressions()));
    }

    private Trial newTrial(List<Episode> champion) {
        return new Trial(plan.accept(), tasks, plan.repeat(), plan.seed(), champion);
    }

    private List<Episode> episodes(String run) {
        try (Run opened = store.open(run)) {
            return opened.episodes();
        }
    }

    /** Runs a state, as far as the trial needs it; the name of the run, or nothing where the user stopped it. */
    private Optional<String> execute(Candidate wanted, @Nullable Trial trial, Listener listener)
            throws InterruptedException {
        if (stopped()) {
            return Optional.empty();
        }
        return wanted.commit().isEmpty() ? here(wanted, trial, listener) : atCommit(wanted);
    }

    private Optional<String> here(Candidate wanted, @Nullable Trial trial, Listener listener)
            throws InterruptedException {
        boolean resumed = !state.running().isEmpty();
        RunJob made = resumed ? RunJob.resume(registry, store, state.running()) : createJob(wanted);
        if (trial != null) {
            made.finishedBefore().stream()
                    .filter(Episode::scored)
                    .forEach(one -> trial.add(one.task(), one.repeat(), one.reward()));
        }
        boolean known = resumed && trial != null && trial.decided();
        boolean complete = !known && finish(made, new Watch(listener, trial, made));
        if (trial != null && trial.decided()) {
            // The next champion is compared on all tasks, so the rest of a winner's run is needed after all.
            boolean wins = trial.outcome().kept();
            complete = complete
                    || !wins
                    || (!stopped() && finish(RunJob.resume(registry, store, state.running()), listener));
        }
        return complete ? Optional.of(state.running()) : Optional.empty();
    }

    /** Runs a job; whether it came to its end. */
    private boolean finish(RunJob made, RolloutListener listener) throws InterruptedException {
        enter(made, null);
        try (Run run = made.run(listener, this::begun)) {
            if (made.fault().isPresent()) {
                LabException fault = new LabException(made.fault().get());
                throw new EndedEarly(fault.getMessage() + "; once that is fixed, the session can go on", fault);
            }
            return run.info().status() == RunInfo.Status.COMPLETE;
        } finally {
            enter(null, null);
        }
    }

    private void begun(Path run) {
        save(state.running(String.valueOf(run.getFileName())));
    }

    private Optional<String> atCommit(Candidate wanted) throws InterruptedException {
        CommitRun run = new CommitRun(wanted, plan, tasks, store.root(), registry.path());
        enter(null, run);
        try {
            String name = run.run();
            return stopped() ? Optional.empty() : Optional.of(name);
        } catch (LabException e) {
            if (stopped()) {
                return Optional.empty();
            }
            throw e;
        } finally {
            enter(null, null);
        }
    }

    private synchronized void enter(@Nullable RunJob nextJob, @Nullable CommitRun nextElsewhere) {
        job = nextJob;
        elsewhere = nextElsewhere;
        if (stopped) {
            interrupt();
        }
    }

    private RunJob createJob(Candidate wanted) {
        return RunJob.create(
                registry,
                store,
                RunOptions.builder(suite)
                        .agent(given(wanted.agent()))
                        .model(given(wanted.model()))
                        .settings(wanted.settings())
                        .maxSteps(plan.maxSteps())
                        .tasks(tasks)
                        .repeat(plan.repeat())
                        .parallel(plan.parallel())
                        .seed(plan.seed())
                        .note(wanted.name())
                        .faults(new RunOptions.Faults(plan.execution().retries(), false))
                        .build());
    }

    private static @Nullable String given(String name) {
        return name.isEmpty() ? null : name;
    }

    private void save(SessionState next) {
        next.write(folder);
        state = next;
    }

    private void report() {
        List<Run> runs = new ArrayList<>();
        try {
            for (Decision decision : state.decisions()) {
                if (!decision.run().isEmpty()) {
                    runs.add(store.open(decision.run()));
                }
            }
            if (!runs.isEmpty()) {
                Report report = Report.of(registry, runs, state.decisions());
                report.write(folder.resolve("report.html"));
                report.write(folder.resolve("report.md"));
            }
        } finally {
            runs.forEach(Run::close);
        }
    }

    /** Passes everything on, and ends the run once the trial is decided. */
    private static final class Watch implements RolloutListener {

        private final RolloutListener listener;
        private final @Nullable Trial trial;
        private final RunJob job;

        /** A second interrupt would cut off what is in flight. */
        private final AtomicBoolean ended = new AtomicBoolean();

        Watch(RolloutListener listener, @Nullable Trial trial, RunJob job) {
            this.listener = listener;
            this.trial = trial;
            this.job = job;
        }

        @Override
        public void started(RolloutPlan plan) {
            listener.started(plan);
        }

        @Override
        public void turned(RolloutPlan plan, Turn turn) {
            listener.turned(plan, turn);
        }

        @Override
        public void waiting(RolloutPlan plan, ModelWait wait) {
            listener.waiting(plan, wait);
        }

        @Override
        public void ended(Rollout rollout) {
            listener.ended(rollout);
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
                job.interrupt();
            }
        }
    }
}
