package dev.guerdon.cluster.spi;

import dev.guerdon.api.Experimental;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Opens clusters of one kind, in a process that has what it takes. */
@Experimental
public interface ClusterProvider {

    /** The one of this process; whoever starts the process sets it before Guerdon's classes are loaded. */
    AtomicReference<ClusterProvider> HERE = new AtomicReference<>();

    /** The provider of this process; empty in a process that was not started to drive a cluster. */
    static Optional<ClusterProvider> here() {
        return Optional.ofNullable(HERE.get());
    }

    /**
     * Opens a cluster.
     *
     * @param master where it is, as the engine writes it, such as {@code spark://host:7077} or {@code local[2]}
     * @param name what the job is called in the engine's own pages
     * @param settings settings of the engine
     * @param tries how often the engine itself tries a piece whose process is lost, where no setting says so; 0 for its own choice
     * @param notices receives what a user should know, a sentence at a time
     * @throws IllegalArgumentException where the master or a setting is not one, with a sentence for the user
     */
    Cluster open(String master, String name, Map<String, String> settings, int tries, Consumer<String> notices);
}
