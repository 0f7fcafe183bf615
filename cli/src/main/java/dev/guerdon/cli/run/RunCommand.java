package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.SettingFiles;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.api.Task;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.pieces.EpisodeStages;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.EndRequests.Interrupts;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.lab.spi.Suite.TaskSelection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon run}. */
@Command(
        name = "run",
        description = {
            "Run an agent on a suite of tasks, score the episodes, store the run, and print the table.",
            "Suites: starter, offline-web, alfworld, webshop, scienceworld, minilab, qa, math, miniwob,"
                    + " assistantbench; a split follows a colon, as in webshop:official. A path names a suite of your own"
                    + " in a YAML file.",
            "Models: openai:MODEL, anthropic:MODEL, ollama:MODEL, openai-compatible:URL#MODEL, cli:claude, replay:DIR,"
                    + " policy:NAME."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon run starter", "  guerdon run alfworld --model openai:gpt-5-mini --limit 10 --budget-usd 1"
        })
final class RunCommand extends BaseCommand {

    /** Up to this many episodes are listed one by one at the end. */
    private static final int MAX_LISTED = 50;

    private static final int DEFAULT_PARALLEL = 4;

    private static final String STARTER = "starter";

    /** What a run that is continued has from its beginning. */
    private static final List<String> FIXED =
            List.of(("--agent --model --reward --map --option --tasks --limit --repeat --max-steps --seed --note"
                            + " --record --record-pages --record-secrets --replay --write-prompt")
                    .split(" "));

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @ArgGroup(exclusive = false)
    private @Nullable ClusterOptions cluster;

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
                    + " 'math_equal_reward(digits=3)'. Separate several with commas: the first reward counts, the"
                    + " others are reported as secondary.")
    private List<String> rewards = List.of();

    @Mixin
    private final FieldMap fields = new FieldMap();

    @Option(
            names = "--tasks",
            paramLabel = "WHICH",
            description = "Run only these tasks: positions such as 0-9,12, or ids.")
    private @Nullable String tasks;

    @Option(names = "--limit", paramLabel = "N", description = "Run only the first N tasks.")
    @AllowedRange(from = 1)
    private int limit;

    @Option(names = "--repeat", paramLabel = "K", description = "Run each task K times. Default: 1.")
    @AllowedRange(from = 1, to = 1_000_000)
    private int repeat = 1;

    @Option(names = "--max-steps", paramLabel = "N", description = "End an episode after N steps.")
    @AllowedRange(from = 1)
    private int maxSteps;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description =
                    "Run N episodes at once. Default: 4. With --on, N on all machines together; by default one on each"
                            + " of the cluster's cores, or 4 where they wait for a model.")
    @AllowedRange(from = 1)
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
                            + " times. Default: once for those that the environment lost.")
    @AllowedRange(from = 0)
    private int retries = -1;

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

    @Override
    public Integer call() throws InterruptedException {
        CommandLogging.hushLibraries();
        if (parameters != null) {
            take(parameters);
        }
        if (cluster == null || !cluster.isOn()) {
            return run(
                    isolation.isAsked()
                            ? EpisodeStages.isolated(isolation.isolation(err()), this::notice)
                            : RunJob.Stage.HERE);
        }
        OptionalInt driver = cluster.inDriver(spec);
        if (driver.isPresent()) {
            return driver.getAsInt();
        }
        PrintWriter err = err();
        String name = "guerdon run " + (resume == null ? suite : "--resume " + resume);
        try (Cluster opened = cluster.open(name, EpisodeStages.TRIES, err)) {
            return run(EpisodeStages.onCluster(opened, cluster.isOnThisMachine(), parallel, this::notice));
        }
    }

    private void notice(String text) {
        PrintWriter err = err();
        err.println("guerdon: " + text);
    }

    private RunOptions.Faults faults() {
        return new RunOptions.Faults(Math.max(0, retries), keepGoing, retries < 0);
    }

    private int run(RunJob.Stage stage) throws InterruptedException {
        PrintWriter err = err();
        Registry registry = isolation.registry(err);
        RunStore store = runs.store();
        RunJob job = resume == null ? begin(registry, store, stage) : resumed(registry, store, resume, stage);
        if (prompt.isToBeWritten()) {
            prompt.write(registry, job.suite(), out());
            next = "guerdon run " + suite + " --prompt " + prompt.written();
            return ExitCode.DONE;
        }
        Screens screens = Screens.of(spec);
        ProgressMode mode = ProgressMode.of(quiet, screens.err());
        boolean interrupted;
        Run run;
        try (RunProgress progress = new RunProgress(err, screens.err(), mode, job.episodes(), job.finishedBefore());
                Interrupts interrupts = new Interrupts(job::interrupt, err)) {
            run = job.run(progress);
            interrupted = interrupts.happened();
        } catch (RuntimeException e) {
            throw EndOfRun.early(job, e, runs);
        }
        try (run) {
            report(run, err);
            if (job.playedAgain() > 0) {
                err.println(
                        "guerdon: " + job.playedAgain() + (job.playedAgain() == 1 ? " episode was" : " episodes were")
                                + " played again, because the environment was lost");
            }
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

    /**
     * Takes what a JSON file says in place of what the options say. Keys that are not known are passed over, so that a later Guerdon can
     * write more of them.
     */
    private void take(Path file) {
        Json given;
        try {
            given = JsonCodec.read(Utf8.read(file), file.toString());
        } catch (IOException e) {
            throw new GuerdonException("the parameters cannot be read from " + file + ": " + e.getMessage(), e);
        }
        suite = text(given, "suite").orElseThrow(() -> new GuerdonException(file + ": 'suite' is missing"));
        agent = text(given, "agent").orElse(null);
        model = text(given, "model").orElse(null);
        settings = new LinkedHashMap<>();
        given.find("settings")
                .ifPresent(all -> all.asMap().forEach((key, value) -> settings.put(key, String.valueOf(value))));
        tasks = texts(given, "tasks").isEmpty() ? null : String.join(",", texts(given, "tasks"));
        repeat = given.find("repeat").map(Json::asInt).orElse(1);
        seed = given.find("seed").map(Json::asLong).orElse(0L);
        maxSteps = given.find("max_steps").map(Json::asInt).orElse(0);
        parallel = given.find("parallel").map(Json::asInt).orElse(0);
        note = text(given, "note").orElse("");
        runs.choose(text(given, "runs").map(Path::of).orElse(null));
        isolation
                .sources()
                .add(
                        texts(given, "plugins"),
                        texts(given, "sources").stream().map(Path::of).toList());
    }

    private static Optional<String> text(Json json, String name) {
        return json.find(name).map(Json::asString).filter(value -> !value.isEmpty());
    }

    private static List<String> texts(Json json, String name) {
        return json.find(name)
                .map(all -> all.asList().stream().map(Json::asString).toList())
                .orElse(List.of());
    }

    /** Returns all suites by name, but first the one to begin with. */
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
                        .faults(faults())
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

    private RunJob resumed(Registry registry, RunStore store, String run, RunJob.Stage stage) {
        for (String option : FIXED) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new GuerdonException(
                        option + " cannot be changed with --resume: a run continues with the options it started with");
            }
        }
        if (suite != null) {
            throw new GuerdonException("--resume continues the suite of the stored run; leave '" + suite + "' out");
        }
        return RunJob.resume(
                registry, store, run, new RunJob.Continuation(parallel, settings(), budget.given(), faults()), stage);
    }

    private Map<String, String> settings() {
        return prompt.addedTo(SettingFiles.withFiles(settings, Path.of("")), runs.store());
    }

    private void report(Run run, PrintWriter err) {
        PrintWriter out = out();
        TerminalScreen screen = screen();
        if (json) {
            out.println(JsonCodec.write(RunOutput.json(run)));
        } else if (!quiet) {
            if (run.metrics().episodes() <= MAX_LISTED) {
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

    /** Options for what a whole run may use. */
    static final class BudgetOptions {

        @Option(names = "--budget-tokens", paramLabel = "N", description = "Start no new episode after N tokens.")
        @AllowedRange(from = 1)
        private long tokens;

        @Option(names = "--budget-usd", paramLabel = "X", description = "Start no new episode after X US dollars.")
        @AllowedRange(from = 0, open = true)
        private double usd;

        @Option(
                names = "--budget-time",
                paramLabel = "TIME",
                description = "Start no new episode after this time, such as 30m.")
        private @Nullable String time;

        Optional<RunOptions.Budget> given() {
            return tokens == 0 && usd == 0 && time == null
                    ? Optional.empty()
                    : Optional.of(new RunOptions.Budget(
                            tokens, usd, time == null ? Duration.ZERO : DurationText.parse(time)));
        }
    }
}
