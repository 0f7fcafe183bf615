package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.pieces.ClusterScoring;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.EndedEarly;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code guerdon score --on MASTER}: its options, and what has no meaning with them. */
final class ScoreOnCluster {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description =
                    "Read the input in this format, as Spark names it: json, parquet, delta, iceberg, orc. By default"
                            + " the name decides. Needs --on.")
    private @Nullable String format;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "Set an option of the format, such as versionAsOf=3 of delta. Can be repeated. Needs --on.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(
            names = "--piece-size",
            paramLabel = "SIZE",
            description =
                    "Cut files of JSON lines into pieces of this size, such as 8m. By default 1m to 32m, by the size of"
                            + " the input. Needs --on.")
    private @Nullable String pieceSize;

    @Option(
            names = "--piece-time",
            paramLabel = "TIME",
            description =
                    "Cut the rest of a piece in two after this time, so that slow lines hold nothing up. Default: 60s."
                            + " Needs --on.")
    private @Nullable String pieceTime;

    /** Refuses what has no meaning on a cluster, before one is started. */
    void check(CommandSpec spec, String in, String out) {
        if (DataFiles.isStandard(in)) {
            throw new GuerdonException(
                    "--on needs --in FILE or FOLDER: the machines of a cluster cannot read this process's"
                            + " standard input; write it to storage that they reach first");
        }
        if (DataFiles.isStandard(out)) {
            throw new GuerdonException(
                    "--on needs --out FOLDER, on storage that all machines reach: each piece of the input"
                            + " becomes a file in it");
        }
        refuse(spec, "--threads", "the cluster's own slots decide how many rewards are computed at once");
        refuse(spec, "--checkpoint", "the output folder keeps the progress, and the same command continues");
        refuse(spec, "--limit", "pieces are scored side by side, so there are no first lines; cut the input before");
        size();
        time();
    }

    private static void refuse(CommandSpec spec, String option, String why) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
            throw new GuerdonException(option + " cannot be used with --on: " + why);
        }
    }

    private long size() {
        long bytes = pieceSize == null ? 0 : IsolationOptions.bytes("--piece-size", pieceSize);
        if (pieceSize != null && bytes < 1) {
            throw new GuerdonException("--piece-size must be at least 1 byte, found " + pieceSize);
        }
        return bytes;
    }

    private Duration time() {
        Duration time = pieceTime == null ? Duration.ofSeconds(60) : DurationText.parse(pieceTime);
        if (time.isZero() || time.isNegative()) {
            throw new GuerdonException("--piece-time must be more than 0, found " + pieceTime);
        }
        return time;
    }

    /** Returns what is scored, and how. */
    ClusterScoring.Job job(
            String in,
            String out,
            Registry registry,
            List<RewardEntry> rewards,
            @Nullable Double fallback,
            Duration deadline) {
        return new ClusterScoring.Job(in, format, options, out, registry, rewards, fallback, deadline, size(), time());
    }

    /** Scores, in the driver; the exit code of the command. */
    @SuppressWarnings("try") // the line is closed twice: the table comes after it
    static int run(
            ClusterOptions cluster, CommandSpec spec, ClusterScoring.Job job, MetricsReport report, boolean quiet)
            throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (Cluster machines = cluster.open("guerdon score", 0, err);
                ProgressLine line = new ProgressLine(err, Screens.of(spec).err(), quiet, -1)) {
            ClusterScoring scoring = new ClusterScoring(machines, job, new ClusterScoring.Listener() {
                @Override
                public void progress(ClusterScoring.Progress now) {
                    line.show(figures(now), pieces(now));
                }

                @Override
                public void notice(String sentence) {
                    if (!quiet) {
                        line.print("guerdon: " + sentence);
                    }
                }
            });
            return EndedWork.run(scoring::cancel, PATIENCE, () -> {
                ClusterScoring.End end = scoring.run();
                line.close();
                return tell(end, job.out(), scoring.isCancelled(), report, quiet ? null : err, err);
            });
        }
    }

    private static ProgressLine.Figures figures(ClusterScoring.Progress now) {
        return new ProgressLine.Figures(now.bytes(), now.allBytes(), now.lines(), now.unscored(), now.mean());
    }

    private static String pieces(ClusterScoring.Progress now) {
        return now.counting()
                ? "counting lines, "
                : String.format(Locale.ROOT, "piece %,d of %,d, ", now.pieces(), now.allPieces());
    }

    private static int tell(
            ClusterScoring.End end,
            String out,
            boolean cancelled,
            MetricsReport report,
            @Nullable PrintWriter talk,
            PrintWriter err) {
        if (!end.finished()) {
            String done = end.lines() + " lines are done in " + out + "; the same command continues from there";
            if (cancelled) {
                err.println("guerdon: interrupted; " + done);
                return ExitCode.INTERRUPTED;
            }
            throw new EndedEarly(
                    String.join("\n  ", end.failures()) + "\n  " + done,
                    new IOException("some pieces could not be done"));
        }
        if (end.earlier() && talk != null) {
            talk.println(out + " was finished before; nothing was scored again");
        }
        report.show(end.metrics());
        if (talk != null) {
            talk.println(String.format(
                    Locale.ROOT,
                    "%,d lines are done; the parts are in %s, in the order of their names",
                    end.lines(),
                    out));
            if (end.badLines() > 0) {
                talk.println(String.format(
                        Locale.ROOT,
                        "%,d of them %s not valid input; the reasons are in %s/_bad",
                        end.badLines(),
                        end.badLines() == 1 ? "is" : "are",
                        out.endsWith("/") ? out.substring(0, out.length() - 1) : out));
            }
        }
        err.flush();
        return end.unscored() > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
    }
}
