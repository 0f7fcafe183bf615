package dev.guerdon.cli.score;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.base.Durations;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.Sizes;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code guerdon score --on MASTER}: its options, and what has no meaning with them. */
final class ScoreOnCluster {

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

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

    /** What is scored, and how. */
    record Settings(
            String in,
            String out,
            Registry registry,
            List<RewardEntry> rewards,
            @Nullable Double fallback,
            Duration deadline) {}

    boolean isOn() {
        boolean on = cluster.isOn();
        if (!on && (format != null || !options.isEmpty() || pieceSize != null || pieceTime != null)) {
            throw new GuerdonException(
                    "--format, --option, --piece-size and --piece-time are for work on a cluster; add --on MASTER");
        }
        return on;
    }

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
        long bytes = pieceSize == null ? 0 : Sizes.parse("--piece-size", pieceSize);
        if (pieceSize != null && bytes < 1) {
            throw new GuerdonException("--piece-size must be at least 1 byte, found " + pieceSize);
        }
        return bytes;
    }

    private Duration time() {
        Duration time = pieceTime == null ? Duration.ofSeconds(60) : Durations.parse(pieceTime);
        if (time.isZero() || time.isNegative()) {
            throw new GuerdonException("--piece-time must be more than 0, found " + pieceTime);
        }
        return time;
    }

    /** The exit code of the driver, where this process is not the driver itself. */
    OptionalInt inDriver(CommandSpec spec) {
        return cluster.inDriver(spec);
    }

    /** Scores, in the driver. */
    int run(CommandSpec spec, Settings settings, MetricsReport report, boolean quiet) throws IOException {
        return new ClusterScore(cluster, settings, format, Map.copyOf(options), size(), time())
                .run(spec, report, quiet);
    }
}
