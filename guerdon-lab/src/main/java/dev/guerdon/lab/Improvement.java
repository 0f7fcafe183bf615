package dev.guerdon.lab;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Experimental;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.ProcessLock;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.improve.ChampionFiles;
import dev.guerdon.lab.improve.Contender;
import dev.guerdon.lab.improve.Diffs;
import dev.guerdon.lab.improve.GitCommits;
import dev.guerdon.lab.improve.Held;
import dev.guerdon.lab.improve.ImprovePlan;
import dev.guerdon.lab.improve.ImprovePlanFile;
import dev.guerdon.lab.improve.Materials;
import dev.guerdon.lab.improve.OutcomeFolder;
import dev.guerdon.lab.improve.OutcomeReport;
import dev.guerdon.lab.improve.Session;
import dev.guerdon.lab.improve.Split;
import dev.guerdon.lab.improve.Targets;
import dev.guerdon.lab.improve.Watch;
import dev.guerdon.lab.propose.LeakCheck;
import dev.guerdon.lab.propose.Proposers;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Patch;
import dev.guerdon.lab.spi.Proposer;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole loop in one: reads the reward, finds out why it was lost, proposes changes, tests them, keeps what surely helps.
 *
 * <p>The chance that a session keeps a useless change is the rule's alpha, over all tests. docs/design/improve.md says how that holds though
 * the changes are made from what was seen. Killed at any moment, {@link #resume} goes on from the last finished episode.
 */
@Experimental
public final class Improvement {

    /** Receives what happens in a session; also what happens in its rollouts. */
    public interface Listener extends RolloutListener {

        /** Something that the user should know. */
        default void notice(String sentence) {}

        /** A change is about to be tried. */
        default void begins(Progress progress) {}

        /** It was decided on a change. */
        default void decided(Change change) {}
    }

    /**
     * How far a session is.
     *
     * @param turn which proposal comes next, from 1
     * @param front how many candidates are best at something
     * @param champion the champion's id and title
     * @param reward the champion's mean reward on the training tasks
     * @param next what is tried next, and who proposed it
     * @param spent what was spent so far, in words
     * @param eta how long it may take until the budget of episodes is spent, where there is one
     */
    public record Progress(
            int turn, int front, String champion, double reward, String next, String spent, Optional<Duration> eta) {}

    /**
     * A candidate and what became of it.
     *
     * @param id its name, {@code c0} for the start
     * @param title the change in a few words
     * @param proposer who proposed it
     * @param verdict what became of it
     * @param reason why, in a sentence
     * @param reward its mean reward on the training tasks that it was run on; NaN for none
     * @param diff the change against the champion it was to replace, as a unified diff
     */
    public record Change(
            String id,
            String title,
            String proposer,
            Decision.Verdict verdict,
            String reason,
            double reward,
            List<String> diff) {
        public Change {
            diff = List.copyOf(diff);
        }
    }

    /**
     * How a session is run.
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
     * What a session came to.
     *
     * @param folder the session's folder, with its reports
     * @param champion the folder with the champion's files
     * @param complete whether it came to its end
     * @param ended why it ended
     * @param changes all candidates in order, the start first
     * @param confirmation what the hold-out says, in sentences; empty where nothing was kept
     * @param refuted whether the hold-out says that the champion is worse than the start
     * @param spent what it cost, in words
     * @param json all of it for programs
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
            Map<String, @Nullable Object> json) {
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
    private final Split split;
    private final Patch.Space start;
    private final Materials materials;
    private final List<Proposer> proposers;
    private final LeakCheck guard;

    /** The user's own work folder, of which the session has a copy; null where there is none. */
    private final @Nullable Path work;

    /** Where commits write to. */
    private final Path published;

    private volatile @Nullable ImproveBench bench;
    private volatile boolean interrupted;

    private Improvement(Registry registry, Path planFile, ImprovePlan read, Path folder, Options options) {
        this.registry = registry;
        this.options = options;
        this.folder = folder;
        this.work = read.change().work().orElse(null);
        this.plan = work == null ? read : read.workingIn(Materials.keepWork(work, folder));
        this.suite = Suites.load(registry, plan.base().suite());
        this.split = Split.of(plan, suite.tasks());
        this.start = Targets.of(plan, registry, suite);
        this.materials = new Materials(plan, start, suite, folder);
        this.proposers = Proposers.of(registry, Diagnoser.rules(registry), plan);
        this.guard = LeakCheck.of(suite.tasks().stream()
                .filter(task -> split.train().contains(task.id()))
                .toList());
        Path given = options.out();
        this.published =
                given != null ? given : planFile.resolveSibling(plan.base().name() + "-champion");
    }

    /** Begins a session. Whatever is wrong with the plan is told before anything is run, and leaves no folder. */
    public static Improvement start(Registry registry, RunStore store, Path planFile, Options options)
            throws InterruptedException {
        ImprovePlan read = ImprovePlanFile.read(planFile);
        Path folder = OutcomeFolder.fresh(store.root(), read.base().name());
        try {
            Improvement made = new Improvement(registry, planFile, read, folder, options);
            made.check();
            OutcomeFolder.begin(folder, read);
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
     * @throws LabException where there is none
     */
    public static Improvement resume(Registry registry, RunStore store, Path planFile, Options options) {
        ImprovePlan read = ImprovePlanFile.read(planFile);
        return new Improvement(registry, planFile, read, OutcomeFolder.latest(store.root(), read), options);
    }

    private void check() throws InterruptedException {
        Session.check(plan, split, options.anyway());
        newBench(new Listener() {}).check(start.values(), split.train());
        if (options.commit()) {
            List<Path> paths =
                    new ArrayList<>(work == null ? List.of() : ChampionFiles.workFiles(work, start.values()));
            paths.add(published);
            commits().check(paths);
        }
    }

    private ImproveBench newBench(Listener listener) {
        return new ImproveBench(registry, new RunStore(folder.resolve("runs")), plan, materials, listener);
    }

    private GitCommits commits() {
        return new GitCommits(published, String.valueOf(folder.getFileName()));
    }

    /** The session's folder. */
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
     * Goes on until nothing helps, the budget is spent, or the user stops it; writes the champion and the reports.
     *
     * @throws Iteration.Hopeless where the start's run shows that the plan has no fair chance to keep anything
     */
    @SuppressWarnings("try") // the lock is held, not used
    public Result run(Listener listener) throws InterruptedException {
        try (ProcessLock lock = ProcessLock.in(folder.resolve(LOCK), "the session " + folder.getFileName())) {
            ImproveBench made = newBench(listener);
            bench = made;
            if (interrupted) {
                made.interrupt();
            }
            Session session = new Session(plan, split, start, made, proposers, guard, folder, options.anyway());
            Session.Outcome outcome = session.run(new Telling(listener, session));
            OutcomeFolder.write(folder, plan, split, outcome);
            OutcomeReport.write(plan, split, outcome, folder);
            Path files = folder.resolve("champion");
            write(files, outcome.champion());
            Path out = options.out();
            if (out != null && !options.commit()) {
                write(out, outcome.champion());
                files = out;
            }
            return result(outcome, options.commit() ? published : files);
        } catch (Session.Hopeless e) {
            throw new Iteration.Hopeless(String.valueOf(e.getMessage()));
        }
    }

    private List<Path> write(Path to, Contender one) {
        return ChampionFiles.write(
                to,
                one.values(),
                materials.candidate(one.values(), one.patch().title()),
                plan.base().suite());
    }

    /** Follows the session, tells the user, and keeps what programs read. */
    private final class Telling implements Watch {

        private final Listener listener;
        private final Session session;

        Telling(Listener listener, Session session) {
            this.listener = listener;
            this.session = session;
        }

        @Override
        public void notice(String sentence) {
            listener.notice(sentence);
        }

        @Override
        public void begins(Watch.Progress now) {
            listener.begins(new Improvement.Progress(
                    now.turn(),
                    now.front(),
                    now.champion(),
                    now.reward(),
                    now.next(),
                    now.spent().words(),
                    now.eta()));
        }

        @Override
        public void decided(Contender contender) {
            Session.Outcome soFar = session.soFar();
            OutcomeFolder.write(folder, plan, split, soFar);
            if (contender.verdict() == Decision.Verdict.KEPT && options.commit()) {
                publish(contender);
            }
            listener.decided(change(contender, soFar));
        }
    }

    private void publish(Contender kept) {
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

    private static Change change(Contender one, Session.Outcome outcome) {
        String against = one.tested()
                .map(Contender.Tested::champion)
                .orElse(outcome.champion().id());
        return new Change(
                one.id(),
                one.patch().title(),
                one.proposer(),
                one.verdict(),
                one.reason(),
                one.trainMean(),
                Diffs.of(outcome.contender(against).values(), one.values()));
    }

    private Result result(Session.Outcome outcome, Path champion) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("session", String.valueOf(folder.getFileName()));
        json.put("complete", outcome.complete());
        json.put("ended", outcome.ended());
        json.put("champion", outcome.champion().id());
        json.put("champion_files", champion.toString());
        json.put("kept", outcome.kept().stream().map(Contender::id).toList());
        json.put(
                "candidates",
                outcome.contenders().stream().map(OutcomeFolder::candidate).toList());
        json.put("confirmation", outcome.held().map(OutcomeFolder::held).orElse(null));
        json.put("spent", OutcomeFolder.spent(outcome.spent()));
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
                json);
    }
}
