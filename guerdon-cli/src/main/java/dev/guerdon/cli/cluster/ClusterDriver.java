package dev.guerdon.cli.cluster;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.ClusterProvider;
import java.io.PrintWriter;

/** The driver's side of a command; apart from its options, so that help needs no class of the cluster. */
@Internal
public final class ClusterDriver {

    private ClusterDriver() {}

    /**
     * Opens the cluster, in its driver.
     *
     * @param name what the job is called in the engine's own pages
     * @param tries how often the engine itself tries a piece whose process is lost, where no setting says so; 0 for its own choice
     * @param err receives what a user should know
     */
    public static Cluster open(ClusterOptions options, String name, int tries, PrintWriter err) {
        ClusterProvider provider = ClusterProvider.here()
                .orElseThrow(() -> new IllegalStateException("this process is not the driver of a cluster"));
        try {
            return provider.open(options.master(), name, options.settings(), tries, notice -> {
                err.println("guerdon: " + notice);
                err.flush();
            });
        } catch (IllegalArgumentException e) {
            throw new GuerdonException(String.valueOf(e.getMessage()), e);
        }
    }
}
