package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.EndedEarly;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.ProgressLine;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.core.Checkpoint;
import dev.guerdon.core.JobIdentity;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code guerdon score}. */
@Command(
        name = "score",
        description = "Score trajectories from JSON lines or Parquet.",
        footer = {
            "",
            "One JSON object per line in, one per line out, in the same order. Keys of the input: id, final_response,"
                    + " trajectory (or messages), metadata; every other key is a field for the reward.",
            "",
            "Exit codes: 0 done; 1 some samples could not be scored; 2 nothing was done; 3 ended early by a fault, every line"
                    + " that was written is good; 130 interrupted.",
            "",
            "Example: guerdon score --reward qa_f1_reward --in examples/qa.jsonl"
        })
@Internal
public final class ScoreCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(
            names = "--reward",
            required = true,
            split = ",",
            paramLabel = "NAME",
            description = "The reward; several give an object of rewards on each line. See 'guerdon rewards'.")
    private List<String> rewards = List.of();

    @Option(
            names = "--in",
            paramLabel = "FILE",
            description = "JSON lines, or rows of a .parquet file; - for standard input, .gz and .zst are unpacked.")
    private String in = "-";

    @Option(names = "--out", paramLabel = "FILE", description = "Where the scores go; - for standard output.")
    private String out = "-";

    @Option(names = "--metrics", paramLabel = "FILE", description = "Write the metrics there, as one JSON object.")
    private @Nullable Path metricsFile;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "How many rewards compute at once; a thread per core by default.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "The time each call has, such as 500ms or 5s; 60s by default.")
    private String deadline = "60s";

    @Option(
            names = "--fallback",
            paramLabel = "X",
            description = "The number to write in place of a reward that could not be computed.")
    private @Nullable Double fallback;

    @Option(names = "--limit", paramLabel = "N", description = "Score the first N lines only.")
    private long limit = Long.MAX_VALUE;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Keep the progress there; the same command goes on where an interrupted one stopped.")
    private @Nullable Path checkpointFile;

    @Option(names = "--quiet", description = "No progress, no metrics table.")
    private boolean quiet;

    @Option(names = "--json", description = "Print the metrics as JSON on standard output; needs --out.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Registry registry = sources.registry();
        List<RewardEntry> chosen = rewards.stream().map(registry::reward).toList();
        checkOptions(chosen);
        isolation.applyTo(registry, spec.commandLine().getErr());
        Duration limitOfCall = Durations.parse(deadline);
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
                ProgressLine line = new ProgressLine(err, quiet, data.size(in));
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
                                + (checkpoint != null ? "; the same command goes on from there" : ""));
                    } else {
                        report(chosen, done, scorer.stuckCalls(), err);
                    }
                    return done.unscored() > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
                });
            }
        }
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
        if (chosen.stream().distinct().count() < chosen.size()) {
            throw new GuerdonException("a reward is named twice: " + String.join(", ", rewards));
        }
        if (json && DataFiles.isStandard(out)) {
            throw new GuerdonException(
                    "--json prints the metrics on standard output, where the scores go; add --out FILE");
        }
        if (checkpointFile != null && (DataFiles.isStandard(out) || DataFiles.isCompressed(out))) {
            throw new GuerdonException(
                    "--checkpoint needs --out FILE without compression, to go on writing behind what is there");
        }
        if (checkpointFile != null && DataFiles.isStandard(in)) {
            throw new GuerdonException("--checkpoint needs --in FILE, to go on reading where the job stopped");
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
        job.put("deadline", Durations.format(Durations.parse(deadline)));
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
            String prefix = chosen.size() == 1 ? "" : chosen.get(i).name() + "/";
            Metrics each = done.metrics().get(i);
            each.toMap().forEach((name, value) -> metrics.put(prefix + name, value));
        }
        if (metricsFile != null) {
            try {
                KeptFile.write(metricsFile, JsonCodec.write(metrics) + "\n");
            } catch (IOException e) {
                throw new EndedEarly(
                        "every line is scored, but the metrics cannot be written to " + metricsFile + ": "
                                + e.getMessage(),
                        e);
            }
        }
        if (json) {
            spec.commandLine().getOut().println(JsonCodec.write(metrics));
        }
        if (!quiet) {
            List<List<String>> rows = new ArrayList<>();
            metrics.forEach((name, value) -> rows.add(List.of(name, Table.number(value))));
            err.print(Table.of(List.of("metric", "value"), rows));
            if (stuck > 0) {
                err.println(stuck + " calls passed their deadline and were still running at the end");
            }
        }
        err.flush();
    }
}
