package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.ProgressLine;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.core.Checkpoint;
import dev.guerdon.core.JobIdentity;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.lab.Recipes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code guerdon score}. */
@Command(
        name = "score",
        description = {
            "Score trajectories from JSON lines or Parquet.",
            "Each input line is a JSON object, and so is each output line, in the same order. Keys of the input: id,"
                    + " final_response, trajectory (or messages), metadata; every other key is a field for the reward."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon score --reward qa_f1_reward --in examples/qa.jsonl",
            "  guerdon score --reward math_equal_reward --in rollouts.parquet --out scores.jsonl",
            "  guerdon score --recipe r1 --in rollouts.jsonl",
            "  guerdon score --reward qa_f1_reward --in rollouts/ --out scores/ --on spark://host:7077"
        })
@Internal
public final class ScoreCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final ScoreOnCluster onCluster = new ScoreOnCluster();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(
            names = "--recipe",
            paramLabel = "FILE|NAME",
            description = "Score with this recipe, a YAML file of rewards with weights, gates, clipping and field"
                    + " mapping, or one that comes with Guerdon: dapo, r1, search_r1, toolrl.")
    private List<String> recipes = List.of();

    @Option(
            names = "--reward",
            paramLabel = "NAME[,NAME...]",
            description =
                    "Score with this reward and its options, such as 'math_equal_reward(digits=3)'; 'guerdon rewards'"
                            + " lists them. Several rewards give an object of rewards on each line.")
    private List<String> rewards = List.of();

    @Mixin
    private final FieldMap fields = new FieldMap();

    @Option(
            names = "--in",
            paramLabel = "FILE",
            description =
                    "Read this file: JSON lines, also packed (.gz, .zst), or .parquet. Default: - for standard input. With"
                            + " --on, also a folder, a pattern, or table:NAME.")
    private String in = "-";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the scores to this file. Default: - for standard output.")
    private String out = "-";

    @Option(
            names = "--metrics",
            paramLabel = "FILE",
            description = "Write the metrics to this file, as one JSON object.")
    private @Nullable Path metricsFile;

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Stop a call after this time, such as 500ms or 5s. Default: 60s.")
    private String deadline = "60s";

    @Option(
            names = "--fallback",
            paramLabel = "X",
            description = "Write this number instead of null for a sample that could not be scored.")
    private @Nullable Double fallback;

    @Option(names = "--limit", paramLabel = "N", description = "Score only the first N lines.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description =
                    "Keep the progress in this file. After an interruption the same command continues from there.")
    private @Nullable Path checkpointFile;

    @Option(names = "--quiet", description = "Print no progress and no metrics.")
    private boolean quiet;

    @Option(names = "--json", description = "Print the metrics as JSON on standard output. Needs --out.")
    private boolean json;

    @Override
    @SuppressWarnings("try") // the files are closed twice, and early where an interrupt ends the process
    public Integer call() throws IOException {
        if (onCluster.isOn()) {
            onCluster.check(spec, in, out);
            OptionalInt elsewhere = onCluster.inDriver(spec);
            if (elsewhere.isPresent()) {
                return elsewhere.getAsInt();
            }
        }
        Registry registry = sources.registry();
        List<RewardEntry> chosen = registry.mapped(chosen(registry), fields.names());
        checkOptions(chosen);
        isolation.applyTo(registry, spec.commandLine().getErr());
        Duration limitOfCall = Durations.parse(deadline);
        if (onCluster.isOn()) {
            ScoreOnCluster.Settings settings =
                    new ScoreOnCluster.Settings(in, out, registry, chosen, fallback, limitOfCall);
            return onCluster.run(spec, settings, new MetricsReport(spec, metricsFile, json, quiet), quiet);
        }
        PrintWriter err = spec.commandLine().getErr();
        DataFiles data = new DataFiles(registry);
        try (JobFiles files = new JobFiles(data, in, out, metricsFile, checkpointFile)) {
            files.check();
            files.lock();
            try (Scorer scorer = Scorer.builder()
                    .threads(threads)
                    .deadline(limitOfCall)
                    .isolated(registry)
                    .build()) {
                ProgressLine line = new ProgressLine(err, Screens.of(spec).err(), quiet, data.size(in));
                Checkpoint checkpoint = checkpoint(chosen, registry.path());
                JobRun run = new JobRun(files, chosen, checkpoint, line, err, quiet);
                ScoreJob job = new ScoreJob(chosen, scorer, fallback, limit, run);
                return interruptibly(job, () -> {
                    ScoreJob.Progress done;
                    try (line) {
                        done = run.run(job);
                    } finally {
                        files.close(); // an interrupt ends the process as soon as this work is over
                    }
                    if (job.isCancelled()) {
                        err.println("guerdon: interrupted after " + done.lines() + " lines"
                                + (checkpoint != null ? "; the same command continues from there" : ""));
                    } else {
                        report(chosen, done, scorer.stuckCalls(), err);
                    }
                    return done.unscored() > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
                });
            }
        }
    }

    private List<RewardEntry> chosen(Registry registry) {
        if (rewards.isEmpty() && recipes.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required option: '--reward NAME[,NAME...]' or '--recipe FILE|NAME'");
        }
        List<RewardEntry> chosen = new ArrayList<>(registry.rewards(rewards));
        recipes.forEach(recipe -> chosen.add(registry.reward(Recipes.reward(registry, recipe))));
        return chosen;
    }

    private void checkOptions(List<RewardEntry> chosen) {
        if (threads < 1) {
            throw new GuerdonException("--threads must be at least 1, found " + threads);
        }
        if (limit < 0) {
            throw new GuerdonException("--limit must not be negative, found " + limit);
        }
        if (fallback != null && !Double.isFinite(fallback)) {
            throw new GuerdonException("--fallback must be a finite number, found " + fallback);
        }
        if (chosen.stream().map(RewardEntry::label).distinct().count() < chosen.size()) {
            throw new GuerdonException("a reward is named twice: " + String.join(", ", rewards));
        }
        if (json && DataFiles.isStandard(out)) {
            throw new GuerdonException(
                    "--json prints the metrics on standard output, where the scores go; add --out FILE");
        }
        if (checkpointFile != null && (DataFiles.isStandard(out) || DataFiles.isCompressed(out))) {
            throw new GuerdonException("--checkpoint needs --out FILE without compression, to continue at its end");
        }
        if (checkpointFile != null && DataFiles.isStandard(in)) {
            throw new GuerdonException("--checkpoint needs --in FILE, to continue reading where the job stopped");
        }
    }

    private @Nullable Checkpoint checkpoint(List<RewardEntry> chosen, PluginPath path) {
        if (checkpointFile == null) {
            return null;
        }
        Map<String, String> job = new LinkedHashMap<>();
        job.put("input", Path.of(in).toAbsolutePath().normalize().toString());
        job.put("output", Path.of(out).toAbsolutePath().normalize().toString());
        job.put(
                "rewards",
                String.join(",", chosen.stream().map(RewardEntry::name).toList()));
        job.put("fallback", String.valueOf(fallback));
        job.put("deadline", Durations.exact(Durations.parse(deadline)));
        return new Checkpoint(checkpointFile, JobIdentity.of(job, chosen, path));
    }

    /** Work that an interrupt from the keyboard ends early, but not in the middle of a line. */
    private int interruptibly(ScoreJob job, Work work) throws IOException {
        CountDownLatch finished = new CountDownLatch(1);
        // Nothing can wake a thread that reads standard input, and there is no checkpoint to wait for.
        Duration patience = Duration.ofSeconds(DataFiles.isStandard(in) ? 1 : 10);
        Shutdown.Step atTheEnd = Shutdown.at(Shutdown.Phase.STOP, "stop scoring", () -> {
            job.cancel();
            try {
                if (!finished.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    System.err.println("guerdon: stopped in the middle of the work");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            return work.run();
        } finally {
            finished.countDown();
            // Where the interrupt is being served already, the JVM ends with its exit code.
            atTheEnd.cancel();
        }
    }

    @FunctionalInterface
    private interface Work {
        int run() throws IOException;
    }

    private void report(List<RewardEntry> chosen, ScoreJob.Progress done, int stuck, PrintWriter err)
            throws IOException {
        Map<String, Object> metrics = new LinkedHashMap<>();
        for (int i = 0; i < chosen.size(); i++) {
            String prefix = chosen.size() == 1 ? "" : chosen.get(i).label() + "/";
            Metrics each = done.metrics().get(i);
            each.toMap().forEach((name, value) -> metrics.put(prefix + name, value));
        }
        new MetricsReport(spec, metricsFile, json, quiet).show(metrics);
        if (!quiet && stuck > 0) {
            err.println(stuck + " calls passed their deadline and were still running at the end");
        }
        err.flush();
    }

    @Override
    public String next() {
        return "guerdon audit --reward " + (rewards.isEmpty() ? "NAME" : rewards.getFirst()) + " --in "
                + (DataFiles.isStandard(in) ? "FILE" : NextStep.quoted(in));
    }
}
