package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.ProgressLine;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Style;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.core.Checkpoint;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        description = {
            "Score trajectories from JSON lines or Parquet.",
            "Each input line is a JSON object, and so is each output line, in the same order. Keys of the input: id,"
                    + " final_response, trajectory (or messages), metadata; every other key is a field for the reward."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon score --reward qa_f1_reward --in examples/qa.jsonl",
            "  guerdon score --reward math_equal_reward --in rollouts.parquet --out scores.jsonl"
        })
@Internal
public final class ScoreCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Option(
            names = "--reward",
            required = true,
            split = ",",
            paramLabel = "NAME",
            description =
                    "Score with this reward; 'guerdon rewards' lists them. Repeat the option for several rewards per"
                            + " line.")
    private List<String> rewards = List.of();

    @Option(
            names = "--in",
            paramLabel = "FILE",
            description =
                    "Read this file: JSON lines, also packed (.gz, .zst), or .parquet. Default: - for standard input.")
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
    public Integer call() throws IOException {
        Registry registry = sources.registry();
        List<RewardEntry> chosen = rewards.stream().map(registry::reward).toList();
        checkOptions(chosen);
        checkFiles();
        Duration limitOfCall = Durations.parse(deadline);
        Checkpoint checkpoint = checkpoint(chosen);
        ScoreJob.Progress from = Optional.ofNullable(checkpoint)
                .flatMap(Checkpoint::load)
                .orElseGet(() -> ScoreJob.Progress.none(chosen.size()));
        PrintWriter err = spec.commandLine().getErr();
        if (from.lines() > 0 && !quiet) {
            err.println("continuing after " + from.lines() + " lines that are done");
        }
        try (Scorer scorer =
                Scorer.builder().threads(threads).deadline(limitOfCall).build()) {
            ProgressLine line = new ProgressLine(err, Screens.of(spec).err(), quiet, files().size(in));
            line.show(from);
            ScoreJob job = new ScoreJob(chosen, scorer, fallback, limit, listener(line, checkpoint));
            return interruptibly(job, () -> {
                ScoreJob.Progress done;
                try (line) {
                    done = run(job, from, checkpoint);
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

    private DataFiles files() {
        return new DataFiles(sources.registry());
    }

    private static ScoreJob.Listener listener(ProgressLine line, @Nullable Checkpoint checkpoint) {
        return new ScoreJob.Listener() {
            @Override
            public void progress(ScoreJob.Progress progress) {
                line.show(progress);
            }

            @Override
            public void checkpoint(ScoreJob.Progress progress) {
                if (checkpoint != null) {
                    checkpoint.save(progress);
                }
            }
        };
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
            throw new GuerdonException("--checkpoint needs --out FILE without compression, to continue at its end");
        }
        if (checkpointFile != null && DataFiles.isStandard(in)) {
            throw new GuerdonException("--checkpoint needs --in FILE, to continue reading where the job stopped");
        }
    }

    /** What can be known about the files before the first of them is touched. */
    private void checkFiles() throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        if (!DataFiles.isStandard(in)) {
            if (!Files.isReadable(Path.of(in))) {
                throw new GuerdonException("cannot read the input: no such file, or no permission: " + in);
            }
            files.put("--in", Path.of(in));
        }
        if (!DataFiles.isStandard(out)) {
            files.put("--out", Path.of(out));
        }
        if (metricsFile != null) {
            files.put("--metrics", metricsFile);
        }
        if (checkpointFile != null) {
            files.put("--checkpoint", checkpointFile);
        }
        Map<Path, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            Path path = file.getValue();
            String option = file.getKey();
            Path parent = path.toAbsolutePath().getParent();
            if (!option.equals("--in") && (Files.isDirectory(path) || parent == null || !Files.isDirectory(parent))) {
                throw new GuerdonException(option + " " + path
                        + (Files.isDirectory(path) ? " is a folder; name a file" : ": there is no folder " + parent));
            }
            String other = seen.putIfAbsent(Files.exists(path) ? path.toRealPath() : path.toAbsolutePath(), option);
            if (other != null) {
                throw new GuerdonException(other + " and " + option + " name the same file: " + path);
            }
        }
    }

    private @Nullable Checkpoint checkpoint(List<RewardEntry> chosen) {
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
        return new Checkpoint(checkpointFile, job);
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

    private ScoreJob.Progress run(ScoreJob job, ScoreJob.Progress from, @Nullable Checkpoint checkpoint)
            throws IOException {
        try (InputStream input = open(from);
                OutputStream output = append(from)) {
            ScoreJob.Progress done = job.run(input, output, from);
            if (checkpoint != null) {
                checkpoint.save(done);
            }
            return done;
        }
    }

    private InputStream open(ScoreJob.Progress from) throws IOException {
        InputStream input = files().in(in);
        try {
            input.skipNBytes(from.inputBytes());
        } catch (IOException e) {
            input.close();
            throw new GuerdonException(
                    in + " is shorter than the checkpoint says; it has changed. Delete the checkpoint to start over",
                    e);
        }
        return input;
    }

    private OutputStream append(ScoreJob.Progress from) throws IOException {
        if (from.outputBytes() == 0) {
            return files().out(out);
        }
        Path file = Path.of(out);
        if (!Files.exists(file) || Files.size(file) < from.outputBytes()) {
            throw new GuerdonException(
                    out + " is shorter than the checkpoint says; it has changed. Delete the checkpoint to start over");
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.truncate(from.outputBytes());
        channel.position(from.outputBytes());
        return Channels.newOutputStream(channel);
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
            KeptFile.write(metricsFile, JsonCodec.write(metrics) + "\n");
        }
        if (json) {
            spec.commandLine().getOut().println(JsonCodec.write(metrics));
        }
        if (!quiet) {
            List<List<String>> rows = new ArrayList<>();
            metrics.forEach((name, value) -> rows.add(List.of(name, Table.number(value))));
            err.print(new Table(List.of("metric", "value"), rows)
                    .paint((row, column) ->
                            row.getFirst().contains("/unscored") && !row.get(1).equals("0")
                                    ? Style.WARNING
                                    : Style.NONE)
                    .text(Screens.of(spec).err()));
            if (stuck > 0) {
                err.println(stuck + " calls passed their deadline and were still running at the end");
            }
        }
        err.flush();
    }

    @Override
    public String next() {
        return "guerdon audit --reward " + rewards.getFirst() + " --in "
                + (DataFiles.isStandard(in) ? "FILE" : NextStep.quoted(in));
    }
}
