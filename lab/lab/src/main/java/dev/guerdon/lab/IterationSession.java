package dev.guerdon.lab;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.lab.session.ChangeTrial;
import dev.guerdon.lab.session.ChangeTrial.MissingRewards;
import dev.guerdon.lab.session.ChangeTrial.Spending;
import dev.guerdon.lab.session.PlanFile;
import dev.guerdon.lab.session.PlanPower;
import dev.guerdon.lab.session.SessionFolder;
import dev.guerdon.lab.session.TaskSplit;
import dev.guerdon.lab.session.WinnerConfirmation;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.IterationPlan.AcceptanceRule;
import dev.guerdon.lab.spi.IterationPlan.Candidate;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.text.DisplayFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A session in which the reward decides: changes are tried one by one beside the champion, and kept or rolled back by the plan's rule.
 *
 * <p>The chance that a session keeps a useless change is the rule's alpha, over all changes. Before the first change it tells what the
 * plan can notice; after the last one the winner is run again. docs/design/decisions.md argues for all of this.
 *
 * <p>What a session has done is on disk after each step; killed or interrupted at any moment, {@link #resume} goes on from there, and
 * within a step from the last finished episode.
 */
@Experimental
public final class IterationSession {

    /** Receives what happens in a session; also what happens in its rollouts. */
    public interface Listener extends RolloutListener {

        /** Something about the plan that the user should know, before it matters. */
        default void notice(String sentence) {}

        /** A change is about to be tried; number 0 is the champion itself, one past the last the confirmation. */
        default void begins(Candidate change, int number, int changes) {}

        /** A change was decided on. */
        default void decided(Decision decision) {}
    }

    /**
     * Outcome of a session.
     *
     * @param folder the session's folder
     * @param decisions what was decided
     * @param complete whether all changes were tried, and the winner was run again where the plan wants it
     * @param confirmation what the fresh runs say of the winner, if there are any
     * @param report the report on its runs, empty if there are none
     */
    public record Result(
            Path folder,
            List<Decision> decisions,
            boolean complete,
            Optional<Confirmed> confirmation,
            Optional<RunReport> report) {
        public Result {
            decisions = List.copyOf(decisions);
        }

        /** Returns the run of the state that stands at the end. */
        public String champion() {
            return standing(decisions).map(Decision::run).orElse("");
        }
    }

    /**
     * Result of the fresh runs of the winner and of the start.
     *
     * @param runs the fresh runs: the winner's, then the start's
     * @param reward the winner's average reward, which the choice did not make higher
     * @param chosen the average reward that it was chosen by
     * @param gain by how much it is better than the start, on tasks that were set apart if there are any
     * @param confirmed whether that gain is more than chance explains
     * @param sentence all of this in words
     */
    public record Confirmed(
            List<String> runs, double reward, double chosen, double gain, boolean confirmed, String sentence) {
        public Confirmed {
            runs = List.copyOf(runs);
        }
    }

    private static final String LOCK = "session.lock";

    /** Fresh runs have other seeds than those that the winner was chosen by. */
    private static final long FRESH = 1_000_003;

    private final RunStore store;
    private final Registry registry;
    private final IterationPlan plan;
    private final Path folder;
    private final TaskSplit split;
    private final SessionRuns runs;
    private final boolean anyway;
    private StoredSession state;

    private IterationSession(
            Registry registry, RunStore store, IterationPlan plan, Path folder, StoredSession state, boolean anyway) {
        this.registry = registry;
        this.store = store;
        this.plan = plan;
        this.folder = folder;
        this.state = state;
        this.anyway = anyway;
        Suite suite = Suites.load(registry, plan.suite());
        this.split = TaskSplit.of(plan, suite.tasks());
        this.runs = new SessionRuns(registry, store, plan, suite, run -> save(this.state.running(run)));
    }

    /**
     * Reads a plan from a YAML file.
     *
     * @throws LabException where something is wrong with it, with file and line
     */
    public static IterationPlan plan(Path file) {
        return PlanFile.read(file);
    }

    /** Begins a session, and refuses a plan that is hopeless. */
    public static IterationSession start(Registry registry, RunStore store, IterationPlan plan) {
        return start(registry, store, plan, false);
    }

    /**
     * Begins a session. Whatever is wrong with the plan is told before anything is run.
     *
     * @param anyway whether a plan that has no fair chance to notice anything is run all the same
     */
    public static IterationSession start(Registry registry, RunStore store, IterationPlan plan, boolean anyway) {
        StoredSession begin = StoredSession.begin(plan.text());
        // A plan that is refused leaves no folder.
        new IterationSession(registry, store, plan, store.root(), begin, anyway).check();
        Path folder = SessionFolder.fresh(store.root(), "session", plan.name());
        SessionFolder.write(folder, begin);
        return new IterationSession(registry, store, plan, folder, begin, anyway);
    }

    /** Goes on with the latest session of a plan, and refuses one that is hopeless. */
    public static IterationSession resume(Registry registry, RunStore store, IterationPlan plan) {
        return resume(registry, store, plan, false);
    }

    /**
     * Goes on with the latest session of a plan.
     *
     * @param anyway whether a plan that has no fair chance to notice anything is run all the same
     * @throws LabException if there is none
     */
    public static IterationSession resume(Registry registry, RunStore store, IterationPlan plan, boolean anyway) {
        Path folder = SessionFolder.latest(store.root(), SessionFolder.STATE, plan);
        return new IterationSession(registry, store, plan, folder, SessionFolder.state(folder), anyway);
    }

    /** Tells whether there is a session of a plan that tries its changes one after the other. */
    public static boolean begun(RunStore store, Path planFile) {
        IterationPlan plan = plan(planFile);
        return SessionFolder.has(store.root(), SessionFolder.STATE, plan);
    }

    /** Returns the names of the sessions beside the runs of a folder, the newest first. */
    public static List<String> sessions(RunStore store) {
        return SessionFolder.names(store.root(), SessionFolder.STATE);
    }

    /**
     * Returns what a session has done so far, also while it goes on.
     *
     * @throws LabException if there is none of that name, or it is damaged
     */
    public static StoredSession session(RunStore store, String name) {
        return SessionFolder.find(store.root(), SessionFolder.STATE, name)
                .map(SessionFolder::state)
                .orElseThrow(() ->
                        new LabException("there is no session '" + name + "' beside the runs in " + store.root()));
    }

    private void check() {
        if (plan.accept().test() == AcceptanceRule.Test.RACE) {
            throw new LabException("'test: race' is for changes of settings and prompts alone; try agents, models and"
                    + " commits one after the other, with 'test: sequential'");
        }
        runs.check(plan.champion(), split.tried());
        plan.candidates().forEach(change -> runs.check(plan.champion().with(change), split.tried()));
        int fewest = PlanPower.fewestTasks(plan.accept().at(share()));
        if (!anyway && split.tried().size() < fewest) {
            throw new IterationPlan.Hopeless(
                    "this plan can keep no change, whatever comes out: with "
                            + DisplayFormat.times(plan.candidates().size(), "change") + " at an alpha of "
                            + DisplayFormat.level(plan.accept().alpha()) + " in all, the test needs at least "
                            + DisplayFormat.times(fewest, "task") + ", and has "
                            + split.tried().size()
                            + "; take more tasks or fewer changes, decide as one does by hand with 'test: mean', or try it with --anyway");
        }
    }

    /** Returns what each change may spend of alpha, as long as none passed its share on. */
    private double share() {
        return Spending.next(plan.accept().alpha(), plan.candidates().size(), List.of());
    }

    /** Returns the session's folder. */
    public Path folder() {
        return folder;
    }

    /** Returns how many episodes each run of a change has at most. */
    public int episodes() {
        return Math.multiplyExact(split.tried().size(), plan.repeat());
    }

    /** Returns what was decided so far. */
    public List<Decision> decisions() {
        return state.decisions();
    }

    /** The first call finishes what is in flight, the second stops at once. */
    public void interrupt() {
        runs.interrupt();
    }

    /**
     * Tries all changes that are left. Writing the report of the result to a file is left to the caller.
     *
     * @throws IterationPlan.Hopeless where the champion's run shows that the plan has no fair chance to notice anything
     */
    @SuppressWarnings("try") // the lock is held, not used
    public Result run(Listener listener) throws InterruptedException {
        try (ProcessLock lock = ProcessLock.in(folder.resolve(LOCK), "the session " + folder.getFileName())) {
            state = SessionFolder.state(folder); // another process may have gone on with it before we had the lock
            return goOn(listener);
        }
    }

    private Result goOn(Listener listener) throws InterruptedException {
        int changes = plan.candidates().size();
        boolean complete = true;
        split.notice(plan.accept()).ifPresent(listener::notice);
        for (int step = state.decisions().size(); step <= changes && complete; step++) {
            if (step == 1) {
                tellOfThePower(listener);
            }
            Candidate change = step == 0 ? plan.champion() : plan.candidates().get(step - 1);
            listener.begins(change, step, changes);
            Optional<Decision> decision = step == 0 ? first(listener) : trial(change, listener);
            decision.ifPresent(made -> {
                save(state.decided(made));
                listener.decided(made);
            });
            complete = decision.isPresent();
        }
        boolean again = plan.accept().confirm()
                && standing(state.decisions())
                        .filter(one -> one.verdict() == Verdict.KEPT)
                        .isPresent();
        complete = complete && (!again || runAgain(listener));
        Optional<Confirmed> confirmed = complete && again ? Optional.of(confirmed()) : Optional.empty();
        Optional<RunReport> report = report(confirmed.orElse(null));
        return new Result(folder, state.decisions(), complete, confirmed, report);
    }

    private void tellOfThePower(Listener listener) {
        if (plan.accept().test() == AcceptanceRule.Test.MEAN
                || plan.candidates().isEmpty()) {
            return;
        }
        PlanPower power = PlanPower.of(
                plan.accept().at(share()),
                plan.repeat(),
                plan.candidates().size(),
                episodes(state.decisions().getFirst().run()),
                plan.seed());
        if (!anyway && power.hopeless().isPresent()) {
            throw new IterationPlan.Hopeless(power.hopeless().get()
                    + " Take more tasks, more repeats or fewer changes, or go on with --anyway.");
        }
        listener.notice(power.hopeless().orElse(power.sentence()));
    }

    private Optional<Decision> first(Listener listener) throws InterruptedException {
        return execute(plan.champion(), split.tried(), plan.seed(), null, listener)
                .map(name -> new Decision(
                        plan.champion().name(),
                        name,
                        "",
                        Verdict.START,
                        "Everything begins with this state.",
                        List.of()));
    }

    private Optional<Decision> trial(Candidate change, Listener listener) throws InterruptedException {
        String against = standing(state.decisions()).map(Decision::run).orElse("");
        List<Episode> champion = episodes(against);
        Optional<String> run;
        try {
            run = execute(champion().with(change), split.tried(), plan.seed(), newTrial(champion), listener);
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
        ChangeTrial.Outcome outcome = judged.outcome();
        return Optional.of(new Decision(
                change.name(),
                run.get(),
                against,
                outcome.kept() ? Verdict.KEPT : judged.decided() ? Verdict.ROLLED_BACK : Verdict.UNDECIDED,
                outcome.reason(),
                outcome.regressions()));
    }

    /** Returns the state that stands: the start with all changes that were kept. */
    private Candidate champion() {
        Candidate now = plan.champion();
        for (int i = 1; i < state.decisions().size(); i++) {
            if (state.decisions().get(i).verdict() == Verdict.KEPT) {
                now = now.with(plan.candidates().get(i - 1));
            }
        }
        return now;
    }

    static Optional<Decision> standing(List<Decision> decisions) {
        return decisions.reversed().stream()
                .filter(one -> one.verdict() == Verdict.KEPT || one.verdict() == Verdict.START)
                .findFirst();
    }

    private ChangeTrial newTrial(List<Episode> champion) {
        double level = Spending.next(plan.accept().alpha(), plan.candidates().size(), state.decisions());
        return new ChangeTrial(plan.accept().at(level), split.tried(), plan.repeat(), plan.seed(), champion);
    }

    private List<Episode> episodes(String run) {
        try (Run opened = store.open(run)) {
            return opened.episodes();
        }
    }

    private Optional<String> execute(
            Candidate wanted, List<String> tasks, long seed, @Nullable ChangeTrial trial, Listener listener)
            throws InterruptedException {
        return runs.execute(new SessionRuns.Order(wanted, tasks, seed, state.running(), trial), listener);
    }

    /** Runs the winner again, and the start on the tasks that were set apart; whether both came to their end. */
    private boolean runAgain(Listener listener) throws InterruptedException {
        int changes = plan.candidates().size();
        while (state.again().size() < 2) {
            boolean winner = state.again().isEmpty();
            Candidate wanted = (winner ? champion() : plan.champion()).again();
            List<String> tasks = winner
                    ? Stream.concat(split.tried().stream(), split.apart().stream())
                            .toList()
                    : split.apart().isEmpty() ? split.tried() : split.apart();
            listener.begins(wanted, changes + 1, changes);
            Optional<String> run = execute(wanted, tasks, plan.seed() + FRESH, null, listener);
            if (run.isEmpty()) {
                return false;
            }
            save(state.confirmedBy(run.get()));
        }
        return true;
    }

    private Confirmed confirmed() {
        WinnerConfirmation found = WinnerConfirmation.of(
                plan.accept(),
                split,
                episodes(standing(state.decisions()).map(Decision::run).orElse("")),
                episodes(state.again().getFirst()),
                episodes(state.again().getLast()),
                plan.seed());
        return new Confirmed(
                state.again(), found.again(), found.chosen(), found.gain(), found.confirmed(), found.sentence());
    }

    /** Returns the report on the session's runs; empty if there are none. */
    private Optional<RunReport> report(@Nullable Confirmed confirmed) {
        List<Decision> decisions = state.decisions();
        List<Run> opened = new ArrayList<>();
        try {
            for (Decision decision : decisions) {
                if (!decision.run().isEmpty()) {
                    opened.add(store.open(decision.run()));
                }
            }
            return opened.isEmpty()
                    ? Optional.empty()
                    : Optional.of(RunReport.of(registry, opened, told(decisions, confirmed)));
        } finally {
            opened.forEach(Run::close);
        }
    }

    /** Returns the decisions, of which the winner's also says what the fresh runs showed. */
    private static List<Decision> told(List<Decision> decisions, @Nullable Confirmed confirmed) {
        if (confirmed == null) {
            return decisions;
        }
        Optional<Decision> winner = standing(decisions);
        return decisions.stream()
                .map(one -> winner.filter(one::equals).isEmpty()
                        ? one
                        : new Decision(
                                one.change(),
                                one.run(),
                                one.against(),
                                one.verdict(),
                                one.reason() + " " + confirmed.sentence(),
                                one.regressions()))
                .toList();
    }

    private void save(StoredSession next) {
        SessionFolder.write(folder, next);
        state = next;
    }
}
