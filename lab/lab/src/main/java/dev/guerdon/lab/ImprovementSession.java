package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.ProcessLock;
import dev.guerdon.lab.session.CandidateMaterials;
import dev.guerdon.lab.session.ChampionFiles;
import dev.guerdon.lab.session.ChampionFiles.GitCommits;
import dev.guerdon.lab.session.ImprovePlan;
import dev.guerdon.lab.session.ImprovementCandidate;
import dev.guerdon.lab.session.ImprovementLoop;
import dev.guerdon.lab.session.OutcomeReport;
import dev.guerdon.lab.session.ProposerCatalogue;
import dev.guerdon.lab.session.SessionFolder;
import dev.guerdon.lab.session.TaskSplit;
import dev.guerdon.lab.session.WinnerConfirmation.Held;
import dev.guerdon.lab.spi.ImprovementListener;
import dev.guerdon.lab.spi.ImprovementListener.Change;
import dev.guerdon.lab.spi.IterationPlan;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The whole loop in one: reads the reward, finds out why it was lost, proposes changes, tests them, keeps what surely helps.
 *
 * <p>The chance that a session keeps a useless change is the rule's alpha, over all tests. docs/design/improve.md says how that holds though
 * the changes are made from what was seen. Killed at any moment, {@link #resume} goes on from the last finished episode.
 */
@Experimental
public final class ImprovementSession {

    /**
     * Options of a session.
     *
     * @param anyway whether a plan that has no fair chance to keep anything is run all the same
     * @param commit whether each kept change becomes a commit
     * @param out where the champion is written, beside the session's folder; null for nowhere else, or with commits for the usual place
     */
    public record Options(
            boolean anyway, boolean commit, @Nullable Path out) {

        /** As usual. */
        public static final Options USUAL = new Options(false, false, null);
    }

    /**
     * Outcome of a session.
     *
     * @param folder the session's folder
     * @param champion the folder with the champion's files
     * @param complete whether it came to its end
     * @param ended why it ended
     * @param changes all candidates in order, the start first
     * @param confirmation what the hold-out says, in sentences; empty where nothing was kept
     * @param refuted whether the hold-out says that the champion is worse than the start
     * @param spent what it cost, in words
     * @param json all of it for programs
     * @param report all of it for people
     */
    public record Result(
            Path folder,
            Path champion,
            boolean complete,
            String ended,
            List<Change> changes,
            String confirmation,
            boolean refuted,
            String spent,
            Map<String, @Nullable Object> json,
            RunReport report) {
        public Result {
            changes = List.copyOf(changes);
            json = Collections.unmodifiableMap(new LinkedHashMap<>(json));
        }
    }

    private static final String LOCK = "session.lock";

    private final Registry registry;
    private final ImprovePlan plan;
    private final Options options;
    private final Path folder;
    private final Suite suite;
    private final TaskSplit split;
    private final Patch.Space start;
    private final CandidateMaterials materials;
    private final List<Proposer> proposers;
    private final BiFunction<Patch, Patch.Space, Optional<String>> guard;

    /** The user's own work folder, of which the session has a copy; null if there is none. */
    private final @Nullable Path work;

    /** Folder that commits write to. */
    private final Path published;

    private volatile @Nullable ImproveBench bench;
    private volatile boolean interrupted;

    private ImprovementSession(Registry registry, Path planFile, ImprovePlan read, Path folder, Options options) {
        this.registry = registry;
        this.options = options;
        this.folder = folder;
        this.work = read.change().work().orElse(null);
        this.plan = work == null ? read : read.workingIn(CandidateMaterials.keepWork(work, folder));
        this.suite = Suites.load(registry, plan.base().suite());
        this.split = TaskSplit.of(plan, suite.tasks());
        this.start = CandidateMaterials.start(plan, registry, suite);
        this.materials = new CandidateMaterials(plan, start, suite, folder);
        this.proposers = ProposerCatalogue.of(registry, RunDiagnoser.rules(registry), plan);
        this.guard = ProposerCatalogue.guard(suite.tasks().stream()
                .filter(task -> split.train().contains(task.id()))
                .toList());
        Path given = options.out();
        this.published =
                given != null ? given : planFile.resolveSibling(plan.base().name() + "-champion");
    }

    /** Begins a session. Whatever is wrong with the plan is told before anything is run, and leaves no folder. */
    public static ImprovementSession start(Registry registry, RunStore store, Path planFile, Options options)
            throws InterruptedException {
        ImprovePlan read = ImprovePlan.read(planFile);
        Path folder = SessionFolder.fresh(store.root(), "improve", read.base().name());
        try {
            ImprovementSession made = new ImprovementSession(registry, planFile, read, folder, options);
            made.check();
            SessionFolder.begin(folder, read);
            return made;
        } catch (RuntimeException e) {
            discard(folder, e);
            throw e;
        }
    }

    private static void discard(Path folder, RuntimeException reason) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /**
     * Goes on with the latest session of a plan.
     *
     * @throws LabException if there is none
     */
    public static ImprovementSession resume(Registry registry, RunStore store, Path planFile, Options options) {
        ImprovePlan read = ImprovePlan.read(planFile);
        Path folder = SessionFolder.latest(store.root(), SessionFolder.OUTCOME, read.base());
        return new ImprovementSession(registry, planFile, SessionFolder.begun(folder, read), folder, options);
    }

    /**
     * Tells whether a plan lists changes that race, so that this is its session; else it is an {@link IterationSession}.
     *
     * @throws LabException with file and line where something is wrong with it
     */
    public static boolean races(Path planFile) {
        return ImprovePlan.racesListed(planFile);
    }

    /** Returns the names of the sessions beside the runs of a folder, the newest first. */
    public static List<String> sessions(RunStore store) {
        return SessionFolder.names(store.root(), SessionFolder.OUTCOME);
    }

    /** Returns what a session came to so far, as its {@code improve.json} tells programs; empty if there is none of that name. */
    public static Optional<Json> session(RunStore store, String name) {
        return SessionFolder.find(store.root(), SessionFolder.OUTCOME, name)
                .map(found -> SessionFolder.read(found, SessionFolder.OUTCOME));
    }

    private void check() throws InterruptedException {
        ImprovementLoop.check(plan, split, options.anyway());
        newBench(new ImprovementListener() {})
                .check(start.values(), split.train().isEmpty() ? split.tried() : split.train());
        if (options.commit()) {
            List<Path> paths =
                    new ArrayList<>(work == null ? List.of() : ChampionFiles.workFiles(work, start.values()));
            paths.add(published);
            commits().check(paths);
        }
    }

    private ImproveBench newBench(ImprovementListener listener) {
        return new ImproveBench(registry, new RunStore(folder.resolve("runs")), plan, materials, listener);
    }

    private GitCommits commits() {
        return new GitCommits(published, String.valueOf(folder.getFileName()));
    }

    /** Returns the session's folder. */
    public Path folder() {
        return folder;
    }

    /** The first call finishes what is in flight, the second stops at once. */
    public void interrupt() {
        interrupted = true;
        ImproveBench now = bench;
        if (now != null) {
            now.interrupt();
        }
    }

    /**
     * Goes on until nothing helps, the budget is spent, or the user stops it; writes the champion.
     *
     * @throws IterationPlan.Hopeless where the start's run shows that the plan has no fair chance to keep anything
     */
    @SuppressWarnings("try") // the lock is held, not used
    public Result run(ImprovementListener listener) throws InterruptedException {
        try (ProcessLock lock = ProcessLock.in(folder.resolve(LOCK), "the session " + folder.getFileName())) {
            ImproveBench made = newBench(listener);
            bench = made;
            if (interrupted) {
                made.interrupt();
            }
            ImprovementLoop session =
                    new ImprovementLoop(plan, split, start, made, proposers, guard, folder, options.anyway());
            ImprovementLoop.Outcome outcome =
                    session.run(listener, contender -> decided(contender, session.soFar(), listener));
            SessionFolder.write(folder, plan, split, outcome);
            Path files = folder.resolve("champion");
            write(files, outcome.champion());
            Path out = options.out();
            if (out != null && !options.commit()) {
                write(out, outcome.champion());
                files = out;
            }
            return result(outcome, options.commit() ? published : files);
        }
    }

    private List<Path> write(Path to, ImprovementCandidate one) {
        return ChampionFiles.write(
                to,
                one.values(),
                materials.candidate(one.values(), one.patch().title()),
                plan.base().suite());
    }

    /** Keeps what programs read, and tells the user. */
    private void decided(ImprovementCandidate contender, ImprovementLoop.Outcome soFar, ImprovementListener listener) {
        SessionFolder.write(folder, plan, split, soFar);
        if (contender.verdict() == Decision.Verdict.KEPT && options.commit()) {
            publish(contender);
        }
        listener.decided(change(contender, soFar));
    }

    private void publish(ImprovementCandidate kept) {
        GitCommits commits = commits();
        try {
            if (commits.has(kept)) {
                return;
            }
            List<Path> paths = new ArrayList<>();
            if (work != null) {
                paths.addAll(ChampionFiles.writeWork(work, kept.values()));
            }
            Map<String, String> others = new LinkedHashMap<>(kept.values());
            others.keySet().removeIf(id -> id.startsWith(Patch.Kind.FILE.target("")));
            if (!others.isEmpty()) {
                paths.addAll(ChampionFiles.write(
                        published,
                        others,
                        materials.candidate(kept.values(), kept.patch().title()),
                        plan.base().suite()));
            }
            commits.commit(kept, paths);
        } catch (LabException e) {
            throw new EndedEarly(e.getMessage() + "; once that is fixed, the session can go on", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EndedEarly("stopped while a commit was made; the session can go on", e);
        }
    }

    private static Change change(ImprovementCandidate one, ImprovementLoop.Outcome outcome) {
        String against = one.tested()
                .map(ImprovementCandidate.Tested::champion)
                .orElse(outcome.champion().id());
        return new Change(
                one.id(),
                one.patch().title(),
                one.proposer(),
                one.verdict(),
                one.reason(),
                one.trainMean(),
                ChampionFiles.diff(outcome.contender(against).values(), one.values()));
    }

    private Result result(ImprovementLoop.Outcome outcome, Path champion) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("session", String.valueOf(folder.getFileName()));
        json.put("complete", outcome.complete());
        json.put("ended", outcome.ended());
        json.put("champion", outcome.champion().id());
        json.put("champion_files", champion.toString());
        json.put("kept", outcome.kept().stream().map(ImprovementCandidate::id).toList());
        json.put(
                "candidates",
                outcome.contenders().stream().map(SessionFolder::candidate).toList());
        json.put("confirmation", outcome.held().map(SessionFolder::held).orElse(null));
        json.put("spent", SessionFolder.spent(outcome.spent()));
        json.put("report", folder.resolve("report.html").toString());
        return new Result(
                folder,
                champion,
                outcome.complete(),
                outcome.ended(),
                outcome.contenders().stream().map(one -> change(one, outcome)).toList(),
                outcome.held().map(Held::sentence).orElse(""),
                outcome.held().map(Held::worse).orElse(false),
                outcome.spent().words(),
                json,
                new RunReport(OutcomeReport.of(plan, split, outcome)));
    }
}
