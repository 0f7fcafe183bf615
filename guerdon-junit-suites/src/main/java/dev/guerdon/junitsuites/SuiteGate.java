package dev.guerdon.junitsuites;

import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Comparer;
import dev.guerdon.lab.Gate;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.GatePolicy;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.opentest4j.AssertionFailedError;

/**
 * Runs a suite inside a test, and fails where a task is worse than in a stored baseline.
 *
 * <p>The baseline is a file of JSON in the user's sources. With the system property {@value #UPDATE} the run becomes the new
 * baseline; without, a missing one fails the test. By default no task may regress, none may be missing, and the mean may not drop
 * by more than 0.05; {@link #policy} says otherwise. The stored run of a test that fails is kept, and named in the message.
 */
@Experimental
public final class SuiteGate {

    /** Set to {@code true}, the run is written as the new baseline. */
    public static final String UPDATE = "guerdon.baseline.update";

    private static final GatePolicy NONE_REGRESSES =
            new GatePolicy(Optional.of(0.05), 0.05, List.of(), Optional.of(0), 1, false);

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
    private GatePolicy policy = NONE_REGRESSES;

    private SuiteGate(Registry registry, Suite suite, Path baseline) {
        this.registry = registry;
        this.suite = suite;
        this.baseline = baseline;
    }

    /**
     * A gate for a suite.
     *
     * @param suite a name such as {@code math}, or the path of a YAML file
     * @param baseline the stored rewards, such as {@code src/test/baselines/math.json}
     */
    public static SuiteGate of(String suite, Path baseline) {
        Registry registry = Registry.discover();
        return new SuiteGate(registry, Suites.load(registry, suite), baseline);
    }

    /** A gate for a suite made in Java, with the rewards, tools and policies of a registry. */
    public static SuiteGate of(Registry registry, Suite suite, Path baseline) {
        return new SuiteGate(registry, suite, baseline);
    }

    /** Another agent than the suite's. */
    public SuiteGate agent(String kind) {
        agent = Optional.of(kind);
        return this;
    }

    /** Another model than the suite's. */
    public SuiteGate model(String spec) {
        model = Optional.of(spec);
        return this;
    }

    /** A setting of the agent. */
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
    public SuiteGate policy(GatePolicy other) {
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
        Comparison.Versus versus = Comparer.compare(stored, List.of(Comparison.Source.of(run)), options)
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
        try (var files = Files.walk(folder)) {
            for (Path file : files.toList().reversed()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            folder.toFile().deleteOnExit();
        }
    }
}
