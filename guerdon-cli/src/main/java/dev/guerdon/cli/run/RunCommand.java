package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.api.Task;
import dev.guerdon.base.Durations;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Interrupts;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.TaskSelection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon run}. */
@Command(
        name = "run",
        description = "Run an agent on a suite of tasks, score it, store the run, print the table.",
        footer = {
            "",
            "Suites: starter, offline-web, alfworld, webshop, scienceworld, minilab, qa, math; a split after a colon,"
                    + " as in webshop:official; or the path of a YAML file.",
            "Models: openai:MODEL, anthropic:MODEL, ollama:MODEL, openai-compatible:URL#MODEL, cli:claude, replay:DIR,"
                    + " policy:NAME.",
            "",
            "Example: guerdon run starter"
        })
@Internal
public final class RunCommand implements Callable<Integer> {

    /** Up to this many episodes are listed one by one at the end. */
    private static final int MOST_LISTED = 50;

    private static final int DEFAULT_PARALLEL = 4;

    private static final String STARTER = "starter";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(paramLabel = "SUITE", arity = "0..1", description = "What to run.")
    private @Nullable String suite;

    @Option(names = "--agent", paramLabel = "NAME", description = "The agent, in the place of the suite's.")
    private @Nullable String agent;

    @Option(names = "--model", paramLabel = "SPEC", description = "The model, in the place of the suite's.")
    private @Nullable String model;

    @Option(names = "--tasks", paramLabel = "WHICH", description = "Some tasks only: places such as 0-9,12, or ids.")
    private @Nullable String tasks;

    @Option(names = "--limit", paramLabel = "N", description = "The first N tasks only.")
    private int limit;

    @Option(names = "--repeat", paramLabel = "K", description = "Run each task K times; once by default.")
    private int repeat = 1;

    @Option(names = "--max-steps", paramLabel = "N", description = "The most steps of an episode.")
    private int maxSteps;

    @Option(names = "--parallel", paramLabel = "N", description = "How many episodes at once; 4 by default.")
    private int parallel;

    @Option(names = "--seed", paramLabel = "S", description = "Makes the run repeatable; 0 by default.")
    private long seed;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Go on with a run that was stopped; what it has finished is not run again.")
    private @Nullable String resume;

    @Option(names = "--budget-tokens", paramLabel = "N", description = "Start no episode once so many tokens are used.")
    private long budgetTokens;

    @Option(names = "--budget-usd", paramLabel = "X", description = "Start no episode once so much money is spent.")
    private double budgetUsd;

    @Option(
            names = "--budget-time",
            paramLabel = "TIME",
            description = "Start no episode after this time, such as 30m.")
    private @Nullable String budgetTime;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting of the agent, @FILE for a text in a file; may be given often.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--note", paramLabel = "TEXT", description = "The focus of this run.")
    private String note = "";

    @Option(names = "--record", paramLabel = "DIR", description = "Record model and HTTP traffic there.")
    private @Nullable Path record;

    @Option(names = "--replay", paramLabel = "DIR", description = "Replay model and HTTP traffic from there.")
    private @Nullable Path replay;

    @Option(names = "--quiet", description = "No progress, no tables.")
    private boolean quiet;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        Logs.hushLibraries();
        Registry registry = sources.registry();
        RunStore store = runs.store();
        PrintWriter err = spec.commandLine().getErr();
        isolation.applyTo(registry, err);
        RunJob job = resume == null ? begin(registry, store) : goOn(registry, store, resume);
        boolean hidden = quiet || !StandardStreams.errorsAreTerminal();
        boolean interrupted;
        Run run;
        try (Progress progress = new Progress(err, hidden, job.episodes(), job.finishedBefore(), System::nanoTime);
                Interrupts interrupts = new Interrupts(job::interrupt, err)) {
            run = job.run(progress);
            interrupted = interrupts.happened();
        } catch (RuntimeException e) {
            throw endedEarly(job, e);
        }
        try (run) {
            report(run, err);
            if (interrupted) {
                return ExitCode.INTERRUPTED;
            }
            return run.info().status() == RunInfo.Status.COMPLETE
                            && run.metrics().unscored() == 0
                    ? ExitCode.DONE
                    : ExitCode.INCOMPLETE;
        }
    }

    /** What ends a run that has begun is a fault, and not wrong usage: what was stored is good. */
    private static RuntimeException endedEarly(RunJob job, RuntimeException reason) {
        return job.begun()
                .<RuntimeException>map(folder -> new EndedEarly(
                        (reason instanceof GuerdonException ? reason.getMessage() : "unexpected " + reason)
                                + "; the episodes before it are stored, and 'guerdon run --resume "
                                + folder.getFileName() + "' goes on",
                        reason))
                .orElse(reason);
    }

    /** All suites by name, but first the one to begin with. */
    private static List<String> suites(Registry registry) {
        return registry.names(SuiteProvider.class).stream()
                .sorted(Comparator.comparing(name -> !name.equals(STARTER)))
                .toList();
    }

    private RunJob begin(Registry registry, RunStore store) {
        if (suite == null) {
            throw new GuerdonException(
                    "name a suite: " + String.join(", ", suites(registry)) + ", or the path of a YAML file");
        }
        for (Map.Entry<String, Number> option : Map.<String, Number>of(
                        "--limit",
                        limit,
                        "--max-steps",
                        maxSteps,
                        "--parallel",
                        parallel,
                        "--budget-tokens",
                        budgetTokens,
                        "--budget-usd",
                        budgetUsd)
                .entrySet()) {
            if (option.getValue().doubleValue() < 0) {
                throw new GuerdonException(option.getKey() + " must not be negative, found " + option.getValue());
            }
        }
        if (repeat < 1) {
            throw new GuerdonException("--repeat must be at least 1, found " + repeat);
        }
        Suite loaded = Suites.load(registry, suite);
        return RunJob.create(
                registry,
                store,
                RunOptions.builder(loaded)
                        .agent(agent)
                        .model(model)
                        .settings(settings())
                        .maxSteps(maxSteps)
                        .tasks(chosen(loaded))
                        .repeat(repeat)
                        .parallel(parallel == 0 ? DEFAULT_PARALLEL : parallel)
                        .seed(seed)
                        .note(note)
                        .record(record)
                        .replay(replay)
                        .budget(budget().orElse(RunOptions.Budget.NONE))
                        .build());
    }

    private List<String> chosen(Suite loaded) {
        if (tasks == null && limit == 0) {
            return List.of();
        }
        List<Task> all = tasks == null ? loaded.tasks() : TaskSelection.of(tasks, loaded.tasks());
        return all.stream()
                .limit(limit == 0 ? Long.MAX_VALUE : limit)
                .map(Task::id)
                .toList();
    }

    private RunJob goOn(Registry registry, RunStore store, String run) {
        List<String> fixed = List.of(
                "--agent",
                "--model",
                "--tasks",
                "--limit",
                "--repeat",
                "--max-steps",
                "--seed",
                "--note",
                "--record",
                "--replay");
        for (String option : fixed) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new GuerdonException(
                        option + " cannot be changed with --resume: the rest of a run is run as it began");
            }
        }
        if (suite != null) {
            throw new GuerdonException("--resume goes on with the suite of the run; leave '" + suite + "' out");
        }
        return RunJob.resume(registry, store, run, new RunJob.Continuation(parallel, settings(), budget()));
    }

    private Map<String, String> settings() {
        return Settings.withFiles(settings, Path.of(""));
    }

    private Optional<RunOptions.Budget> budget() {
        if (budgetTokens == 0 && budgetUsd == 0 && budgetTime == null) {
            return Optional.empty();
        }
        return Optional.of(new RunOptions.Budget(
                budgetTokens, budgetUsd, budgetTime == null ? Duration.ZERO : Durations.parse(budgetTime)));
    }

    private void report(Run run, PrintWriter err) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonCodec.write(RunOutput.json(run)));
        } else if (!quiet) {
            if (run.episodes().size() <= MOST_LISTED) {
                out.println(RunOutput.episodes(run.episodes()));
            }
            out.println(RunOutput.domains(run.episodes()));
            out.println(RunOutput.summary(run));
        }
        out.flush();
        if (!quiet && run.info().status() != RunInfo.Status.COMPLETE) {
            int left = RunOutput.planned(run.info()) - run.episodes().size();
            err.println("guerdon: " + left + " episodes were not run"
                    + (run.info().status() == RunInfo.Status.BUDGET ? ", because a budget of the run is spent" : "")
                    + "; 'guerdon run --resume " + run.info().name() + "' goes on");
        }
    }
}
