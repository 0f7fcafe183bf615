package dev.guerdon.junit;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.RewardResult;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.AgentProvider;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.TaskChange;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;

/**
 * Runs a suite inside a test, and fails where a task is worse than in a stored baseline.
 *
 * <p>The baseline is a file of JSON in the user's sources. With the system property {@value #UPDATE} the run becomes the new
 * baseline; without, a missing one fails the test. By default no task may regress, none may be missing, and the mean may not drop
 * by more than 0.05; {@link #policy} says otherwise. The stored run of a test that fails is kept, and named in the message.
 *
 * <p>Needs the module {@code guerdon-lab}, which {@code guerdon-junit} does not bring.
 */
@Experimental
public final class SuiteGate {

    /** Set to {@code true}, the run is written as the new baseline. */
    public static final String UPDATE = "guerdon.baseline.update";

    private static final Gate.Policy NONE_REGRESSES = Gate.Policy.DEFAULT.withMaxRegressed(0);

    private final Registry registry;
    private final Suite suite;
    private final Path baseline;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private Optional<String> agent = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<Path> runs = Optional.empty();
    private List<String> tasks = List.of();
    private int repeat = 1;
    private int parallel = 1;
    private int retries = 2;
    private long seed;
    private double tolerance = 0.01;
    private Gate.Policy policy = NONE_REGRESSES;

    private SuiteGate(Registry registry, Suite suite, Path baseline) {
        this.registry = registry;
        this.suite = suite;
        this.baseline = baseline;
    }

    /**
     * Returns a gate for a suite.
     *
     * @param suite a name such as {@code math}, or the path of a YAML file
     * @param baseline the stored rewards, such as {@code src/test/baselines/math.json}
     */
    public static SuiteGate of(String suite, Path baseline) {
        Registry registry = Registry.discover();
        return new SuiteGate(registry, Suites.load(registry, suite), baseline);
    }

    /** Returns a gate for a suite made in Java, with the rewards, tools and policies of a registry. */
    public static SuiteGate of(Registry registry, Suite suite, Path baseline) {
        return new SuiteGate(registry, suite, baseline);
    }

    /** Takes another agent than the suite's. */
    public SuiteGate agent(String kind) {
        agent = Optional.of(kind);
        return this;
    }

    /** Takes an agent of the test's own, such as {@code Agents.of("desk", task -> desk.answer(task))}. */
    public SuiteGate agent(AgentProvider provider) {
        registry.add(provider);
        return agent(provider.name());
    }

    /** Sets another model than the suite's. */
    public SuiteGate model(String spec) {
        model = Optional.of(spec);
        return this;
    }

    /** Sets a setting of the agent. */
    public SuiteGate set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Only these tasks. */
    public SuiteGate tasks(String... ids) {
        tasks = List.of(ids);
        return this;
    }

    /** Runs each task several times, which shows what is flaky. */
    public SuiteGate repeat(int times) {
        repeat = times;
        return this;
    }

    public SuiteGate parallel(int rollouts) {
        parallel = rollouts;
        return this;
    }

    public SuiteGate seed(long value) {
        seed = value;
        return this;
    }

    /** By how much a task's reward may be lower and count as the same; 0.01 unless said. */
    public SuiteGate tolerance(double value) {
        tolerance = value;
        return this;
    }

    /** When to fail, in the words of {@code guerdon compare --gate}. */
    public SuiteGate policy(Gate.Policy other) {
        policy = other;
        return this;
    }

    /** Runs episodes that failed again, so often at most, before anything is decided; 2 unless said. */
    public SuiteGate retries(int times) {
        retries = times;
        return this;
    }

    /** Keeps every run in this folder, and not only those of tests that fail. */
    public SuiteGate keepRuns(Path folder) {
        runs = Optional.of(folder);
        return this;
    }

    /**
     * Runs the suite and compares.
     *
     * @return the figures of the run
     * @throws AssertionFailedError where the gate fails, with the tasks that regressed
     */
    public KeyMetrics check() {
        boolean update = Boolean.getBoolean(UPDATE);
        if (!update && !Files.exists(baseline)) {
            throw new AssertionFailedError("there is no baseline " + baseline.toAbsolutePath()
                    + "; run the test with -D" + UPDATE + "=true to write it, and commit it");
        }
        Path folder = runs.orElseGet(SuiteGate::temporary);
        boolean keep = runs.isPresent();
        try (Run run = run(folder)) {
            if (update) {
                Baseline.write(baseline, run);
            } else {
                keep = true;
                compare(run);
                keep = runs.isPresent();
            }
            return run.metrics();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("the suite " + suite.name() + " was interrupted", e);
        } finally {
            if (!keep) {
                delete(folder);
            }
        }
    }

    private Run run(Path folder) throws InterruptedException {
        RunOptions options = RunOptions.builder(suite)
                .agent(agent.orElse(null))
                .model(model.orElse(null))
                .settings(settings)
                .tasks(tasks)
                .repeat(repeat)
                .parallel(parallel)
                .seed(seed)
                .faults(new RunOptions.Faults(retries, false))
                .build();
        RunJob job = RunJob.create(registry, new RunStore(folder), options);
        Run run = job.run(new RolloutListener() {});
        if (job.fault().isPresent()) {
            run.close();
            throw new GuerdonException("the suite " + suite.name() + " could not be run, so nothing is compared: "
                    + job.fault().get());
        }
        return run;
    }

    private void compare(Run run) {
        Comparison.Source stored = Baseline.read(baseline);
        Comparison.Options defaults = Comparison.Options.DEFAULT;
        Comparison.Options options = new Comparison.Options(
                defaults.alpha(), tolerance, defaults.effect(), defaults.power(), defaults.seed());
        Comparison.Versus versus = RunComparer.compare(stored, List.of(Comparison.Source.of(run)), options)
                .candidates()
                .getFirst();
        Gate gate = Gate.of(
                versus,
                policy,
                options,
                stored.episodes().stream().map(each -> each.task()).collect(Collectors.toSet()));
        if (!gate.passed()) {
            throw new AssertionFailedError(
                    GateMessage.of(suite.name(), baseline, versus, gate, run.folder()),
                    versus.baseMean(),
                    versus.candidateMean());
        }
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("guerdon-runs");
        } catch (IOException e) {
            throw new GuerdonException("there is no place for the run: " + e.getMessage(), e);
        }
    }

    private static void delete(Path folder) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }

    /** Says why a gate failed: what regressed, from which reward to which, and what to do. */
    static final class GateMessage {

        private static final int MOST = 30;

        private GateMessage() {}

        static String of(String suite, Path baseline, Versus versus, Gate gate, Path run) {
            StringBuilder out = new StringBuilder();
            out.append(String.format(
                    Locale.ROOT,
                    "%s %s its baseline %s: mean reward %s -> %s on %d tasks",
                    suite,
                    gate.decided() ? "is worse than" : "cannot be compared with",
                    baseline,
                    reward(versus.baseMean()),
                    reward(versus.candidateMean()),
                    versus.tasks()));
            gate.checks().stream()
                    .filter(check -> !check.passed())
                    .forEach(check ->
                            out.append("\n  ").append(check.rule()).append(": ").append(check.message()));
            list(out, "regressed", versus.changes(Change.REGRESSED));
            list(out, "flaky", versus.changes(Change.FLAKY));
            list(out, "fixed", versus.changes(Change.FIXED));
            versus.config().forEach(change -> {
                if (List.of("agent", "model", "reward", "suite").contains(change.name())) {
                    out.append("\nthe ").append(change.name()).append(" was ").append(change.base());
                    out.append(", and is ").append(change.candidate());
                }
            });
            out.append("\nThe run is kept in ")
                    .append(run)
                    .append("; 'guerdon show' tells what happened in each task.");
            out.append("\nWhere this is as it should be, run the test with -D")
                    .append(SuiteGate.UPDATE)
                    .append("=true and commit the baseline.");
            return out.toString();
        }

        private static String reward(double mean) {
            return Double.isNaN(mean) ? "n/a" : String.format(Locale.ROOT, "%.3f", mean);
        }

        private static void list(StringBuilder out, String title, List<TaskChange> changes) {
            if (changes.isEmpty()) {
                return;
            }
            out.append('\n').append(title).append(':');
            changes.stream()
                    .limit(MOST)
                    .forEach(change -> out.append(String.format(
                            Locale.ROOT, "%n  %s  %.3f -> %.3f", change.task(), change.base(), change.candidate())));
            if (changes.size() > MOST) {
                out.append("\n  and ").append(changes.size() - MOST).append(" more");
            }
        }
    }

    /** The rewards of a run as a file of JSON with a line for each task, so that a change shows in a diff. */
    static final class Baseline {

        private Baseline() {}

        static void write(Path file, Run run) {
            RunInfo info = run.info();
            Map<String, List<@Nullable Object>> tasks = new LinkedHashMap<>();
            run.episodes()
                    .forEach(episode -> tasks.computeIfAbsent(episode.task(), task -> new ArrayList<>())
                            .add(episode.scored() ? episode.reward() : null));
            String lines = tasks.entrySet().stream()
                    .map(task -> "    " + JsonCodec.write(task.getKey()) + ": " + JsonCodec.write(task.getValue()))
                    .collect(Collectors.joining(",\n"));
            String text = "{\n  \"suite\": " + JsonCodec.write(info.suite())
                    + ",\n  \"agent\": " + JsonCodec.write(info.agent())
                    + ",\n  \"model\": " + JsonCodec.write(info.model())
                    + ",\n  \"reward\": " + JsonCodec.write(info.reward())
                    + ",\n  \"seed\": " + info.seed()
                    + ",\n  \"average_reward\": "
                    + JsonCodec.write(KeyMetrics.of(run.episodes()).averageReward())
                    + ",\n  \"tasks\": {\n" + lines + "\n  }\n}\n";
            try {
                Path target = file.toAbsolutePath();
                Path folder = target.getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                KeptFile.replace(target, text);
            } catch (IOException e) {
                throw new GuerdonException("the baseline " + file + " cannot be written: " + e.getMessage(), e);
            }
        }

        /** Reads a baseline as a run that others can be compared with. */
        static Comparison.Source read(Path file) {
            try {
                Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
                List<Episode> episodes = new ArrayList<>();
                long seed = json.get("seed").asLong();
                json.get("tasks").asMap().forEach((task, rewards) -> {
                    List<Json> repeats = new Json(rewards).asList();
                    for (int i = 0; i < repeats.size(); i++) {
                        episodes.add(episode(task, i, seed, repeats.get(i)));
                    }
                });
                return new Comparison.Source(info(json, seed, episodes), episodes);
            } catch (IOException e) {
                throw new GuerdonException("the baseline " + file + " cannot be read: " + e.getMessage(), e);
            } catch (GuerdonException e) {
                throw new GuerdonException(file + " is not a baseline: " + e.getMessage(), e);
            }
        }

        private static Episode episode(String task, int repeat, long seed, Json reward) {
            Score score = reward.isNull()
                    ? new Score.Unscored(Score.Reason.ERROR, "not scored in the baseline")
                    : new Score.Scored(RewardResult.of(reward.asDouble()));
            return new Episode(
                    task,
                    repeat,
                    seed,
                    "",
                    "",
                    score,
                    new Episode.Ending(FinishReason.UNKNOWN, true, "", ""),
                    Episode.Effort.NONE);
        }

        private static RunInfo info(Json json, long seed, List<Episode> episodes) {
            List<String> tasks = episodes.stream().map(Episode::task).distinct().toList();
            return new RunInfo(
                    "baseline",
                    "",
                    new RunInfo.Setup(
                            text(json, "suite"),
                            text(json, "agent"),
                            text(json, "model"),
                            text(json, "reward"),
                            Map.of(),
                            tasks,
                            episodes.stream().mapToInt(Episode::repeat).max().orElse(0) + 1,
                            seed,
                            0),
                    new RunInfo.Progress(RunInfo.Status.COMPLETE, Instant.EPOCH, Optional.empty(), 0),
                    RunInfo.Origin.UNKNOWN);
        }

        private static String text(Json json, String name) {
            return json.find(name).map(Json::asString).orElse("");
        }
    }
}
