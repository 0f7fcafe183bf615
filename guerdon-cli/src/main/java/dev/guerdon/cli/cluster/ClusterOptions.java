package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.ClusterProvider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which cluster does the work: options of every command that one can do. */
@Internal
public final class ClusterOptions {

    @Option(
            names = "--on",
            paramLabel = "MASTER",
            description = "Do the work on a Spark cluster, such as spark://host:7077, yarn, k8s://https://host:443 or"
                    + " local[2]. Needs 'guerdon setup spark' once.")
    private @Nullable String master;

    @Option(
            names = "--conf",
            paramLabel = "KEY=VALUE",
            description = "Set a setting of Spark, such as spark.executor.memory=4g. Can be repeated. Needs --on.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** Whether a cluster does the work. */
    public boolean isOn() {
        if (master == null && !settings.isEmpty()) {
            throw new GuerdonException("--conf is a setting of the cluster that --on names; add --on MASTER");
        }
        return master != null;
    }

    /** Whether the whole cluster is on this machine, as with {@code local[2]}. */
    public boolean isOnThisMachine() {
        return master != null && master.startsWith("local");
    }

    /**
     * Has the driver of the cluster run the command of this process, where this process is not the driver itself.
     *
     * @return the exit code of the driver; empty where this process is the driver, and is to do the work
     */
    public OptionalInt inDriver(CommandSpec spec) {
        if (ClusterProvider.here().isPresent()) {
            DriverLink.listen();
            return OptionalInt.empty();
        }
        return OptionalInt.of(DriverProcess.run(
                Objects.requireNonNull(master),
                spec.root().commandLine().getParseResult().originalArgs(),
                Map.copyOf(settings),
                spec.commandLine().getErr()));
    }

    String master() {
        return Objects.requireNonNull(master);
    }

    Map<String, String> settings() {
        return Map.copyOf(settings);
    }
}
