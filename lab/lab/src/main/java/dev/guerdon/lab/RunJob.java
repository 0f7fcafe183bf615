package dev.guerdon.lab;

import dev.guerdon.agent.AgentCatalogue;
import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RolloutSetup;
import dev.guerdon.agent.spi.RolloutSetup.Rewards;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.PromptSections;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.run.EpisodeKeeper;
import dev.guerdon.lab.run.EpisodeKeeper.Ledger;
import dev.guerdon.lab.run.HttpTape;
import dev.guerdon.lab.run.NewRun;
import dev.guerdon.lab.run.RunControlFiles;
import dev.guerdon.lab.run.RunController;
import dev.guerdon.lab.run.RunPrompts;
import dev.guerdon.lab.run.SuiteChoice;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.RunWriter;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.store.RunFile;
import dev.guerdon.lab.store.StoredRunWriter;
import dev.guerdon.lab.suite.SuiteCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a suite, scores it, and stores every episode as it ends. */
@Experimental
public final class RunJob {

    /**
     * Changes when a run is continued.
     *
     * @param parallel how many rollouts at once, 0 for as many as before
     * @param settings settings to be given again, because secrets are not stored
     * @param budget replaces the budget where given; tokens and money that the run has used before count
     * @param faults what is done about episodes that fail from now on
     */
    public record Continuation(
            int parallel, Map<String, String> settings, Optional<RunOptions.Budget> budget, RunOptions.Faults faults) {
        public static final Continuation AS_BEFORE =
                new Continuation(0, Map.of(), Optional.empty(), RunOptions.Faults.STOP);
    }

    /** Place where episodes are played. */
    public interface Stage {

        /** This process. */
        Stage HERE = new ThisProcess();

        /**
         * Refuses what cannot be played there, before anything is written.
         *
         * @throws dev.guerdon.api.GuerdonException with a sentence for the user
         */
        void check(Registry registry, RunOptions options, Suite.Part part);

        /** Makes ready to play episodes of a part. */
        Players open(Scene scene);
    }

    /** Play the episodes of a part. */
    public interface Players extends AutoCloseable {

        /**
         * Starts episodes; draws plans one by one as places become free.
         *
         * @param listener receives what happens, and keeps what has ended; it finds the artifacts of an episode in their folder
         */
        RunningRollouts start(Iterable<RolloutPlan> plans, RolloutListener listener);

        @Override
        void close();
    }

    /**
     * Setting that the episodes of a part have in common.
     *
     * @param registry what the names of the part stand for
     * @param options how the run is to be made
     * @param part the part
     * @param folder the folder of the run
     * @param artifacts the folder of an episode's artifacts, which need not be there
     */
    public record Scene(
            Registry registry,
            RunOptions options,
            Suite.Part part,
            Path folder,
            Function<RolloutPlan, Optional<Path>> artifacts) {

        /** Returns what plays episodes of the part with a model. */
        public RolloutSetup setup(Model model) {
            return new RolloutSetup(
                    registry,
                    AgentCatalogue.create(registry, part.agent(), part.settings()),
                    model,
                    Rewards.of(SuiteChoice.rewards(registry, part)),
                    part.tools(),
                    SuiteChoice.placed(folder, part.environmentOptions()),
                    part.limits(),
                    artifacts);
        }
    }

    private static final class ThisProcess implements Stage {

        @Override
        public void check(Registry registry, RunOptions options, Suite.Part part) {
            model(registry, options, part).close();
        }

        @Override
        public Players open(Scene scene) {
            Model model = model(scene.registry(), scene.options(), scene.part());
            return new Players() {
                @Override
                public RunningRollouts start(Iterable<RolloutPlan> plans, RolloutListener listener) {
                    return RolloutEngine.start(
                            scene.setup(model), plans, scene.options().parallel(), listener);
                }

                @Override
                public void close() {
                    model.close();
                }
            };
        }

        private static Model model(Registry registry, RunOptions options, Suite.Part part) {
            return ModelFactory.open(
                    registry,
                    part.model(),
                    options.record().orElse(null),
                    options.replay().orElse(null));
        }
    }

    private final Registry registry;
    private final RunStore store;
    private final Stage stage;
    private final RunOptions options;
    private final Suite suite;
    /** The folder of the run that is continued; null for a new one. */
    private final @Nullable String earlier;

    private final RunController control;
    private volatile @Nullable Path begun;
    private volatile int playedAgain;

    private RunJob(
            Registry registry, RunStore store, RunOptions options, Suite suite, @Nullable String earlier, Stage stage) {
        this.registry = registry;
        this.store = store;
        this.stage = stage;
        this.options = options;
        this.suite = suite;
        this.earlier = earlier;
        this.control = new RunController(options.budget(), options.faults());
        if (options.repeat() < 1 || options.parallel() < 1) {
            throw new LabException("expected at least 1 repeat and 1 rollout at a time, found " + options.repeat()
                    + " and " + options.parallel());
        }
        // What is wrong with names, settings or keys is told before anything is written.
        for (Suite.Part part : suite.parts()) {
            SecretFilter.known().learn(part.settings());
            SecretFilter.known().learn(part.environmentOptions());
            part.tasks().forEach(task -> StoredRunWriter.requireNoKey(task.id()));
            AgentCatalogue.create(registry, part.agent(), part.settings());
            SuiteChoice.rewards(registry, part);
            part.tools().forEach(registry::tool);
            stage.check(registry, options, part);
        }
        HttpTape.check(options.traffic());
    }

    /** Makes a run ready to start. */
    public static RunJob create(Registry registry, RunStore store, RunOptions options) {
        return create(registry, store, options, Stage.HERE);
    }

    /** Makes a run ready to start, whose episodes are played elsewhere. */
    public static RunJob create(Registry registry, RunStore store, RunOptions options, Stage stage) {
        return new RunJob(registry, store, options, SuiteChoice.of(registry, options), null, stage);
    }

    /** Makes the rest of a run ready to start. */
    public static RunJob resume(Registry registry, RunStore store, String run) {
        return resume(registry, store, run, Continuation.AS_BEFORE);
    }

    /** Makes the rest of a run ready to start, with something changed. */
    public static RunJob resume(Registry registry, RunStore store, String run, Continuation changes) {
        return resume(registry, store, run, changes, Stage.HERE);
    }

    /** Makes the rest of a run ready to start, whose episodes are played elsewhere; it need not have begun there. */
    public static RunJob resume(Registry registry, RunStore store, String run, Continuation changes, Stage stage) {
        Path folder = store.find(run);
        List<String> hidden = SuiteCodec.hiddenTasks(folder);
        if (!hidden.isEmpty()) {
            throw new LabException("the task '" + hidden.getFirst() + "' of the run " + folder.getFileName()
                    + " held a key of this machine, which was not stored; the run cannot be continued");
        }
        RunInfo info = RunFile.read(folder);
        Suite suite = SuiteChoice.withSecrets(SuiteCodec.read(folder), changes.settings());
        requireSamePrompts(registry, info, suite, changes.settings().containsKey(PromptSections.SETTING));
        RunOptions before = NewRun.continued(info, suite);
        RunOptions options = new RunOptions(
                suite,
                before.overrides(),
                before.tasks(),
                before.repeat(),
                changes.parallel() > 0 ? changes.parallel() : before.parallel(),
                before.seed(),
                before.note(),
                before.traffic(),
                changes.budget().orElse(before.budget()),
                changes.faults());
        return new RunJob(registry, store, options, suite, folder.toString(), stage);
    }

    /** Episodes with another prompt are episodes of another agent. Runs of versions that kept no prompts are taken as they are. */
    private static void requireSamePrompts(Registry registry, RunInfo info, Suite suite, boolean given) {
        Optional<RunPrompts> began = RunPrompts.in(info);
        if (began.isPresent()) {
            RunPrompts.of(registry, suite.parts()).requireSameAs(began.get(), info.name(), given);
        } else if (given) {
            throw new LabException("the run " + info.name() + " did not keep its prompt, so it cannot be told whether"
                    + " this is the same one; leave --prompt out");
        }
    }

    /** Returns how many episodes the whole run has. */
    public int episodes() {
        return Math.multiplyExact(suite.tasks().size(), options.repeat());
    }

    /** Returns the parts of the suite as they are run, with only the chosen tasks. */
    public Suite suite() {
        return suite;
    }

    /** Returns the episodes of the run that were finished before, without those that failed and are run again; empty for a new one. */
    public List<Episode> finishedBefore() {
        return storedBefore().stream().filter(episode -> !episode.failed()).toList();
    }

    private List<Episode> storedBefore() {
        if (earlier == null) {
            return List.of();
        }
        try (Run run = store.open(earlier)) {
            return run.episodes();
        }
    }

    /** Runs to the end, to a budget, or until stopped; gives the stored run, opened. */
    public Run run(RolloutListener listener) throws InterruptedException {
        return run(listener, folder -> {});
    }

    /**
     * Runs to the end, to a budget, or until stopped; gives the stored run, opened.
     *
     * @param begun receives the run's folder before its first episode, for whoever must find it again after a crash
     */
    Run run(RolloutListener listener, Consumer<Path> begun) throws InterruptedException {
        HttpTape tape = HttpTape.begin(registry, options.traffic());
        try {
            return runTaped(listener, begun);
        } finally {
            tape.close();
        }
    }

    private Run runTaped(RolloutListener listener, Consumer<Path> begun) throws InterruptedException {
        List<Episode> before = storedBefore();
        control.begin(before);
        Ledger ledger = new Ledger(before);
        Path folder;
        try (RunWriter writer = earlier == null ? begin() : store.resume(earlier)) {
            folder = writer.folder();
            this.begun = folder;
            begun.accept(folder);
            try (RunControlFiles steering = RunControlFiles.begin(folder, control, listener)) {
                int retries = options.faults().retries();
                // An episode that the environment lost says nothing about the agent, so it is played once more in any
                // case;
                // elsewhere, who plays it has tried that already.
                boolean lostAgain = options.faults().lostAgain() && stage instanceof ThisProcess;
                int passes = lostAgain ? Math.max(1, retries) : retries;
                for (int pass = 0; pass <= passes && !(pass > 0 && control.stopped()); pass++) {
                    Predicate<String> open = pass <= retries ? ledger::isOpen : lostOnes(ledger);
                    for (Suite.Part part : suite.parts()) {
                        run(part, plans(part, open), writer, ledger, steering);
                    }
                }
            } catch (RuntimeException | Error e) {
                stopped(writer, e);
                throw e;
            }
            writer.finish(control.status());
            playedAgain = ledger.playedAgain();
        }
        return store.open(folder.toString());
    }

    /** Tells whoever lists the runs that a fault ended this one. */
    private static void stopped(RunWriter writer, Throwable reason) {
        try {
            writer.finish(RunInfo.Status.STOPPED);
        } catch (RuntimeException e) {
            reason.addSuppressed(e);
        }
    }

    private RunWriter begin() {
        return store.create(NewRun.info(registry, options, suite), folder -> SuiteCodec.write(folder, suite));
    }

    /** Returns those that the environment lost before this pass began; what it loses then stays lost. */
    private Predicate<String> lostOnes(Ledger ledger) {
        Set<String> lost = suite.parts().stream()
                .flatMap(part -> plans(part, ledger::isLost).stream())
                .map(RolloutPlan::id)
                .collect(Collectors.toSet());
        return lost::contains;
    }

    private List<RolloutPlan> plans(Suite.Part part, Predicate<String> open) {
        List<RolloutPlan> plans = new ArrayList<>();
        for (Task task : part.tasks()) {
            for (int repeat = 0; repeat < options.repeat(); repeat++) {
                RolloutPlan plan = RolloutPlan.of(task, repeat, options.seed());
                if (open.test(plan.id())) {
                    plans.add(plan);
                }
            }
        }
        return plans;
    }

    private void run(
            Suite.Part part, List<RolloutPlan> plans, RunWriter writer, Ledger ledger, RolloutListener listener)
            throws InterruptedException {
        if (plans.isEmpty()) {
            return;
        }
        if (control.stopped()) {
            control.leftOut(plans.size());
            return;
        }
        Function<RolloutPlan, Optional<Path>> artifacts =
                plan -> Optional.of(writer.artifacts(plan.task().id(), plan.repeat()));
        try (Players players = stage.open(new Scene(registry, options, part, writer.folder(), artifacts))) {
            EpisodeKeeper keeper = new EpisodeKeeper(writer, ledger, part.name(), control, listener);
            control.await(players.start(control.unpaused(plans), keeper));
            control.leftOut(plans.size() - keeper.close());
        }
    }

    /** The first call finishes what is in flight, the second stops at once. */
    public void interrupt() {
        control.interrupt();
    }

    /** Returns the folder of the run, once there is something to go on with. */
    public Optional<Path> begun() {
        return Optional.ofNullable(begun);
    }

    /** Returns why the run stopped before its end, in a sentence, where the model failed again and again with one cause. */
    public Optional<String> fault() {
        return control.fault();
    }

    /** Returns how many episodes were played again because the environment had lost them. */
    public int playedAgain() {
        return playedAgain;
    }

    /** Returns how many episodes were planned and not run, because of a budget, an interrupt or a fault. */
    public int leftOut() {
        return control.leftOut();
    }
}
