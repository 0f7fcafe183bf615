package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.FieldMap;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.ScorerOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.core.JobIdentity;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.ScoreCheckpoint;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.Suites;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code guerdon score}. */
@Command(
        name = "score",
        description = {
            "Score trajectories from JSON lines or Parquet.",
            "Each input line is a JSON object, and so is each output line, in the same order. Keys of the input: id,"
                    + " final_response, trajectory (or messages), metadata; every other key is a field for the reward."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon score --reward qa_f1_reward --in examples/qa.jsonl",
            "  guerdon score --reward math_equal_reward --in rollouts.parquet --out scores.jsonl",
            "  guerdon score --recipe r1 --in rollouts.jsonl",
            "  guerdon score --reward qa_f1_reward --in rollouts/ --out scores/ --on spark://host:7077"
        })
final class ScoreCommand extends BaseCommand {

    @ArgGroup(exclusive = false)
    private @Nullable ClusterOptions cluster;

    @ArgGroup(exclusive = false)
    private @Nullable ScoreOnCluster onCluster;

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
                    "Read this file: JSON lines, also packed (.gz, .zst), or .parquet. Default: - for standard input."
                            + " With --on, also a folder, a pattern, or table:NAME.")
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

    @Mixin
    private final ScorerOptions scoring = new ScorerOptions();

    @Option(
            names = "--fallback",
            paramLabel = "X",
            description = "Write this number instead of null for a sample that could not be scored.")
    private @Nullable Double fallback;

    @Option(names = "--limit", paramLabel = "N", description = "Score only the first N lines.")
    @AllowedRange(from = 1)
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
        if (cluster != null && cluster.isOn()) {
            return elsewhere(cluster, onCluster == null ? new ScoreOnCluster() : onCluster);
        }
        if (onCluster != null) {
            throw new GuerdonException(
                    "--format, --option, --piece-size and --piece-time are for work on a cluster; add --on MASTER");
        }
        Registry registry = isolation.registry(err());
        List<RewardEntry> chosen = chosen(registry);
        PrintWriter err = err();
        if (DataFiles.isStandard(in) && StandardStreams.inputIsTerminal() && !quiet) {
            err.println("guerdon: reading JSON lines from standard input; Ctrl-D ends them, --in FILE reads a file");
        }
        DataFiles data = new DataFiles(registry);
        try (JobFiles files = new JobFiles(data, in, out, metricsFile, checkpointFile)) {
            files.check();
            files.lock();
            try (Scorer scorer = scoring.scorer(registry)) {
                ProgressLine line = new ProgressLine(err, Screens.of(spec).err(), quiet, data.size(in));
                ScoreCheckpoint checkpoint = checkpoint(chosen, registry.path());
                ScoreJobRun run = new ScoreJobRun(files, chosen, checkpoint, line, err, quiet);
                ScoreJob job = new ScoreJob(chosen, scorer, fallback, limit, run);
                // Nothing can wake a thread that reads standard input, and there is no checkpoint to wait for.
                Duration patience = Duration.ofSeconds(DataFiles.isStandard(in) ? 1 : 10);
                return EndedWork.run(job::cancel, patience, () -> {
                    ScoreJob.Progress done;
                    try (line) {
                        done = run.run(job);
                    } finally {
                        files.close(); // an interrupt ends the process as soon as this work is over
                    }
                    if (done.lines() == 0 && !job.isCancelled()) {
                        throw files.noLine();
                    } else if (job.isCancelled()) {
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

    private int elsewhere(ClusterOptions on, ScoreOnCluster how) throws IOException {
        how.check(spec, in, out);
        OptionalInt driver = on.inDriver(spec);
        if (driver.isPresent()) {
            return driver.getAsInt();
        }
        Registry registry = isolation.registry(err());
        return ScoreOnCluster.run(
                on,
                spec,
                how.job(in, out, registry, chosen(registry), fallback, scoring.deadline()),
                new MetricsReport(spec, metricsFile, json, quiet),
                quiet);
    }

    /** Returns the rewards that the options name, once it is sure that the options go together. */
    private List<RewardEntry> chosen(Registry registry) {
        if (rewards.isEmpty() && recipes.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required option: '--reward NAME[,NAME...]' or '--recipe FILE|NAME'");
        }
        List<RewardEntry> named = new ArrayList<>(registry.rewards(rewards));
        recipes.forEach(recipe -> named.add(registry.reward(Suites.recipe(registry, recipe))));
        List<RewardEntry> chosen = registry.mapped(named, fields.names());
        checkOptions(chosen);
        next = "guerdon audit --reward " + (rewards.isEmpty() ? "NAME" : rewards.getFirst()) + " --in "
                + (DataFiles.isStandard(in) ? "FILE" : InvokedCommand.quoted(in));
        return chosen;
    }

    private void checkOptions(List<RewardEntry> chosen) {
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
        if (checkpointFile != null
                && (DataFiles.isStandard(in) || (Files.exists(Path.of(in)) && !Files.isRegularFile(Path.of(in))))) {
            throw new GuerdonException("--checkpoint needs --in FILE, to continue reading where the job stopped; "
                    + (DataFiles.isStandard(in) ? "standard input" : in) + " can be read only once");
        }
    }

    private @Nullable ScoreCheckpoint checkpoint(List<RewardEntry> chosen, PluginPath path) {
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
        job.put("deadline", DurationText.exact(scoring.deadline()));
        return new ScoreCheckpoint(checkpointFile, JobIdentity.of(job, chosen, path));
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
}
