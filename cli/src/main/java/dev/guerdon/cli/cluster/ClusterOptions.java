package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.spi.Cluster;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for the cluster that does the work: options of every command that one can do. */
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

    /** Returns whether a cluster does the work. */
    public boolean isOn() {
        if (master == null && !settings.isEmpty()) {
            throw new GuerdonException("--conf is a setting of the cluster that --on names; add --on MASTER");
        }
        return master != null;
    }

    /** Returns whether the whole cluster is on this machine, as with {@code local[2]}. */
    public boolean isOnThisMachine() {
        return master != null && master.startsWith("local");
    }

    /**
     * Has the driver of the cluster run the command of this process, where this process is not the driver itself.
     *
     * @return the exit code of the driver; empty if this process is the driver, and is to do the work
     */
    public OptionalInt inDriver(CommandSpec spec) {
        if (Cluster.Provider.here().isPresent()) {
            DriverLink.listen();
            return OptionalInt.empty();
        }
        return OptionalInt.of(DriverProcess.run(
                Objects.requireNonNull(master),
                spec.root().commandLine().getParseResult().originalArgs(),
                Map.copyOf(settings),
                spec.commandLine().getErr()));
    }

    /**
     * Opens the cluster, in its driver.
     *
     * @param name what the job is called in the engine's own pages
     * @param tries how often the engine itself tries a piece whose process is lost, where no setting says so; 0 for its own choice
     * @param err receives what a user should know
     */
    public Cluster open(String name, int tries, PrintWriter err) {
        Cluster.Provider provider = Cluster.Provider.here()
                .orElseThrow(() -> new IllegalStateException("this process is not the driver of a cluster"));
        try {
            return provider.open(
                    Objects.requireNonNull(master),
                    name,
                    Map.copyOf(settings),
                    tries,
                    notice -> err.println("guerdon: " + notice));
        } catch (IllegalArgumentException e) {
            throw new GuerdonException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reports to the process that started this driver that the command has ended and the process will soon. */
    public static void tellEnd() {
        DriverLink.tellEnd();
    }
}
