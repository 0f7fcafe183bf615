package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Settings;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.api.Task;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.cluster.ClusterDriver;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Interrupts;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cluster.ClusterStage;
import dev.guerdon.cluster.spi.Cluster;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
        description = {
            "Run an agent on a suite of tasks, score the episodes, store the run, and print the table.",
            "Suites: starter, offline-web, alfworld, webshop, scienceworld, minilab, qa, math, miniwob, assistantbench; a"
                    + " split follows a colon,"
                    + " as in webshop:official. A path names a suite of your own in a YAML file.",
            "Models: openai:MODEL, anthropic:MODEL, ollama:MODEL, openai-compatible:URL#MODEL, cli:claude, replay:DIR,"
                    + " policy:NAME."
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon run starter", "  guerdon run alfworld --model openai:gpt-5-mini --limit 10 --budget-usd 1"
        })
@Internal
public final class RunCommand implements Callable<Integer>, NextStep {

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

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Parameters(
            paramLabel = "SUITE",
            arity = "0..1",
            description = "Run this suite: a name, or the path of a YAML file.")
    private @Nullable String suite;

    @Option(names = "--agent", paramLabel = "NAME", description = "Use this agent instead of the suite's.")
    private @Nullable String agent;

    @Option(names = "--model", paramLabel = "SPEC", description = "Use this model instead of the suite's.")
    private @Nullable String model;

    @Option(
            names = "--reward",
            paramLabel = "NAME[,NAME...]",
            description = "Score with this reward instead of the suite's, with options such as"
                    + " 'math_equal_reward(digits=3)'. Of several the first decides; the others are kept beside"
                    + " it.")
    private List<String> rewards = List.of();

    @Mixin
    private final FieldMap fields = new FieldMap();

    @Option(
            names = "--tasks",
            paramLabel = "WHICH",
            description = "Run only these tasks: positions such as 0-9,12, or ids.")
    private @Nullable String tasks;

    @Option(names = "--limit", paramLabel = "N", description = "Run only the first N tasks.")
    private int limit;

    @Option(names = "--repeat", paramLabel = "K", description = "Run each task K times. Default: 1.")
    private int repeat = 1;

    @Option(names = "--max-steps", paramLabel = "N", description = "End an episode after N steps.")
    private int maxSteps;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description =
                    "Run N episodes at once. Default: 4. With --on, N on all machines together; by default one on each of"
                            + " the cluster's cores, or 4 where they wait for a model.")
    private int parallel;

    @Option(names = "--seed", paramLabel = "S", description = "Set the seed that makes the run repeatable. Default: 0.")
    private long seed;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description =
                    "Continue a run that was stopped. Finished episodes are not run again, except those that failed.")
    private @Nullable String resume;

    @Mixin
    private final BudgetOptions budget = new BudgetOptions();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change a setting of the agent. KEY=@FILE reads the value from a file. Can be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description =
                    "Change an option of the suite's environment; 'guerdon env play NAME --help' lists them. Can be"
                            + " repeated.")
    private Map<String, String> environmentOptions = new LinkedHashMap<>();

    @Mixin
    private final PromptOptions prompt = new PromptOptions();

    @Option(names = "--note", paramLabel = "TEXT", description = "Store a note with the run, such as what you try out.")
    private String note = "";

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "At the end, run episodes again in which the model, the environment or the agent failed, up to N"
                            + " times. Default: 0.")
    private int retries;

    @Option(
            names = "--keep-going",
            description = "Go on although the model fails again and again. Without it, failures on 3 tasks in a row"
                    + " with one cause stop the run.")
    private boolean keepGoing;

    @Option(names = "--record", paramLabel = "DIR", description = "Record model and HTTP traffic into this folder.")
    private @Nullable Path record;

    @Option(
            names = "--record-pages",
            description =
                    "With --record, record what the browser loads, too, so that a web run can be replayed offline.")
    private boolean recordPages;

    @Option(
            names = "--record-secrets",
            description = "With --record, keep cookies and secrets of HTTP traffic in clear. Default: they are hidden.")
    private boolean recordSecrets;

    @Option(names = "--replay", paramLabel = "DIR", description = "Replay model and HTTP traffic from this folder.")
    private @Nullable Path replay;

    @Option(
            names = "--parameters",
            paramLabel = "FILE",
            description = "Read the suite and the options from a JSON file, as guerdon iterate writes it for a commit.")
    private @Nullable Path parameters;

    @Option(names = "--quiet", description = "Print no progress and no tables.")
    private boolean quiet;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() throws InterruptedException {
        Logs.hushLibraries();
        if (parameters != null) {
            take(ParameterFile.read(parameters));
        }
        if (!cluster.isOn()) {
            return run(RunJob.Stage.HERE);
        }
        OptionalInt driver = cluster.inDriver(spec);
        if (driver.isPresent()) {
            return driver.getAsInt();
        }
        PrintWriter err = spec.commandLine().getErr();
        String name = "guerdon run " + (resume == null ? suite : "--resume " + resume);
        try (Cluster opened = ClusterDriver.open(cluster, name, ClusterStage.TRIES, err)) {
            return run(new ClusterStage(opened, cluster.isOnThisMachine(), parallel, notice -> {
                err.println("guerdon: " + notice);
                err.flush();
            }));
        }
    }

    private int run(RunJob.Stage stage) throws InterruptedException {
        Registry registry = sources.registry();
        RunStore store = runs.store();
        PrintWriter err = spec.commandLine().getErr();
        isolation.applyTo(registry, err);
        RunJob job = resume == null ? begin(registry, store, stage) : goOn(registry, store, resume, stage);
        if (prompt.isToBeWritten()) {
            prompt.write(registry, job.suite(), spec.commandLine().getOut());
            next = "guerdon run " + suite + " --prompt " + prompt.written();
            return ExitCode.DONE;
        }
        Screens screens = Screens.of(spec);
        ProgressMode mode = ProgressMode.of(quiet, screens.err());
        boolean interrupted;
        Run run;
        try (Progress progress = new Progress(err, screens.err(), mode, job.episodes(), job.finishedBefore());
                Interrupts interrupts = new Interrupts(job::interrupt, err)) {
            run = job.run(progress);
            interrupted = interrupts.happened();
        } catch (RuntimeException e) {
            throw EndOfRun.early(job, e, runs);
        }
        try (run) {
            report(run, err);
            next = EndOfRun.suggestion(run);
            if (interrupted) {
                return ExitCode.INTERRUPTED;
            }
            if (job.fault().isPresent()) {
                throw EndOfRun.stopped(job.fault().get(), run.info().name(), runs);
            }
            return run.info().status() == RunInfo.Status.COMPLETE
                            && run.metrics().unscored() == 0
                    ? ExitCode.DONE
                    : ExitCode.INCOMPLETE;
        }
    }

    /** Takes what the file says in place of what the options say. */
    private void take(ParameterFile given) {
        suite = given.suite();
        agent = given.agent();
        model = given.model();
        settings = given.settings();
        tasks = given.tasks();
        repeat = given.repeat();
        seed = given.seed();
        maxSteps = given.maxSteps();
        parallel = given.parallel();
        note = given.note();
        runs.choose(given.runs());
        sources.add(given.plugins(), given.sources());
    }

    /** All suites by name, but first the one to begin with. */
    private static List<String> suites(Registry registry) {
        return registry.names(SuiteProvider.class).stream()
                .sorted(Comparator.comparing(name -> !name.equals(STARTER)))
                .toList();
    }

    private RunJob begin(Registry registry, RunStore store, RunJob.Stage stage) {
        if (suite == null) {
            throw new GuerdonException(
                    "name a suite to run: " + String.join(", ", suites(registry)) + ", or the path of a YAML file");
        }
        for (Map.Entry<String, Number> option : Map.<String, Number>of(
                        "--limit", limit, "--max-steps", maxSteps, "--parallel", parallel, "--retries", retries)
                .entrySet()) {
            if (option.getValue().doubleValue() < 0) {
                throw new GuerdonException(option.getKey() + " must not be negative, found " + option.getValue());
            }
        }
        budget.check();
        if (repeat < 1) {
            throw new GuerdonException("--repeat must be at least 1, found " + repeat);
        }
        Suite loaded = Suites.load(registry, suite, environmentOptions);
        return RunJob.create(
                registry,
                store,
                RunOptions.builder(loaded)
                        .agent(agent)
                        .model(model)
                        .settings(settings())
                        .maxSteps(maxSteps)
                        .rewards(rewards)
                        .fields(fields.names())
                        .tasks(chosen(loaded))
                        .repeat(repeat)
                        .parallel(parallel == 0 ? DEFAULT_PARALLEL : parallel)
                        .seed(seed)
                        .note(note)
                        .record(record)
                        .replay(replay)
                        .recordPages(recordPages)
                        .recordInClear(recordSecrets)
                        .budget(budget.given().orElse(RunOptions.Budget.NONE))
                        .faults(new RunOptions.Faults(retries, keepGoing))
                        .build(),
                stage);
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

    private RunJob goOn(Registry registry, RunStore store, String run, RunJob.Stage stage) {
        List<String> fixed = List.of(
                "--agent",
                "--model",
                "--reward",
                "--map",
                "--option",
                "--tasks",
                "--limit",
                "--repeat",
                "--max-steps",
                "--seed",
                "--note",
                "--record",
                "--record-pages",
                "--record-secrets",
                "--replay",
                "--write-prompt");
        for (String option : fixed) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new GuerdonException(
                        option + " cannot be changed with --resume: a run continues with the options it started with");
            }
        }
        if (suite != null) {
            throw new GuerdonException("--resume continues the suite of the stored run; leave '" + suite + "' out");
        }
        return RunJob.resume(
                registry,
                store,
                run,
                new RunJob.Continuation(
                        parallel, settings(), budget.given(), new RunOptions.Faults(retries, keepGoing)),
                stage);
    }

    private Map<String, String> settings() {
        return prompt.addedTo(Settings.withFiles(settings, Path.of("")), runs.store());
    }

    private void report(Run run, PrintWriter err) {
        PrintWriter out = spec.commandLine().getOut();
        Screen screen = Screens.of(spec).out();
        if (json) {
            out.println(JsonCodec.write(RunOutput.json(run)));
        } else if (!quiet) {
            if (run.metrics().episodes() <= MOST_LISTED) {
                out.println(RunOutput.episodes(run.info(), run.episodes(), screen));
            }
            out.println(RunOutput.domains(run, screen));
            out.println(RunOutput.summary(run));
        }
        out.flush();
        if (!quiet) {
            EndOfRun.leftOver(run.info(), run.metrics().episodes(), runs).ifPresent(err::println);
        }
    }

    @Override
    public String next() {
        return next;
    }
}
