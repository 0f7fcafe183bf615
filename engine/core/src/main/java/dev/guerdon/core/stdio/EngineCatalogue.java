package dev.guerdon.core.stdio;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineBatches;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The rewards and environments there are, and what scores with them. Loading more makes another; this one ends when its last batch does.
 */
final class EngineCatalogue {

    /** The time a call has where the client says nothing. */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    /** So many more calls compute while others take long: those that wait belong to other batches. */
    private static final int SPARE_THREADS = 32;

    private final Plugins plugins;
    private final PluginPath path;
    private final Scorer scorer;
    private final LineBatches batches;
    private final BatchHeaders headers;
    private final Consumer<EngineCatalogue> whenEnded;

    /** Number of its users; the engine itself is one of them. */
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * Loads everything there is.
     *
     * @param whenEnded called once it is no longer used
     */
    EngineCatalogue(PluginPath path, Isolation isolation, int threads, Consumer<EngineCatalogue> whenEnded) {
        this.plugins = Plugins.load(path, isolation);
        this.path = path;
        this.whenEnded = whenEnded;
        this.scorer = Scorer.builder()
                .threads(threads)
                .spareThreads(SPARE_THREADS)
                .deadline(DEADLINE)
                .isolated(plugins.registry())
                .build();
        this.batches = new LineBatches(scorer);
        this.headers = new BatchHeaders(plugins.registry(), batches);
    }

    /** Returns everything that this one has, and more; workers get the named environment variables, too, although they look like secrets. */
    EngineCatalogue with(List<Path> jars, List<Path> sources, Set<String> environment, int threads) {
        List<Path> allJars = new ArrayList<>(path.jars());
        jars.stream().filter(jar -> !allJars.contains(jar)).forEach(allJars::add);
        List<Path> allSources = new ArrayList<>(path.sources());
        sources.stream().filter(source -> !allSources.contains(source)).forEach(allSources::add);
        Isolation before = plugins.registry().isolation();
        Set<String> names = new TreeSet<>(before.environment());
        names.addAll(environment);
        return new EngineCatalogue(
                new PluginPath(allJars, path.folders(), allSources), before.environment(names), threads, whenEnded);
    }

    /** Returns whether it has any of these files. */
    boolean has(List<Path> jars, List<Path> sources) {
        return jars.stream().anyMatch(path.jars()::contains) || sources.stream().anyMatch(path.sources()::contains);
    }

    Registry registry() {
        return plugins.registry();
    }

    LineBatches batches() {
        return batches;
    }

    Scorer scorer() {
        return scorer;
    }

    BatchHeaders headers() {
        return headers;
    }

    /** Takes it for a batch; false if it has ended, and another has taken its place. */
    boolean enter() {
        return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void leave() {
        if (users.decrementAndGet() == 0) {
            whenEnded.accept(this);
            scorer.close();
            try {
                plugins.close();
            } catch (GuerdonException | java.io.UncheckedIOException e) {
                System.getLogger(EngineCatalogue.class.getName())
                        .log(System.Logger.Level.WARNING, "rewards that were replaced could not be closed", e);
            }
        }
    }
}
