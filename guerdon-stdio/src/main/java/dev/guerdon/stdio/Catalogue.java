package dev.guerdon.stdio;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The rewards and environments there are, and what scores with them. Loading more makes another; this one ends when its last batch does.
 */
final class Catalogue {

    /** The time a call has where the client says nothing. */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    /** So many more calls compute while others take long: those who wait behind them belong to somebody else. */
    private static final int SPARE_THREADS = 32;

    private final Plugins plugins;
    private final PluginPath path;
    private final Scorer scorer;
    private final LineBatches batches;
    private final Headers headers;
    private final Consumer<Catalogue> whenEnded;

    /** How many use it; the engine itself is one of them. */
    private final AtomicInteger users = new AtomicInteger(1);

    private Catalogue(
            Plugins plugins, PluginPath path, Isolation isolation, int threads, Consumer<Catalogue> whenEnded) {
        this.whenEnded = whenEnded;
        this.plugins = plugins;
        this.path = path;
        plugins.registry().isolate(isolation);
        this.scorer = Scorer.builder()
                .threads(threads)
                .spareThreads(SPARE_THREADS)
                .deadline(DEADLINE)
                .isolated(plugins.registry())
                .build();
        this.batches = new LineBatches(scorer);
        this.headers = new Headers(plugins.registry(), batches);
    }

    /**
     * Loads everything there is.
     *
     * @param whenEnded told when nobody uses it any more
     */
    static Catalogue load(PluginPath path, Isolation isolation, int threads, Consumer<Catalogue> whenEnded) {
        return new Catalogue(Plugins.load(path), path, isolation, threads, whenEnded);
    }

    /** Everything that this one has, and more. */
    Catalogue with(List<Path> jars, List<Path> sources, int threads) {
        List<Path> allJars = new ArrayList<>(path.jars());
        jars.stream().filter(jar -> !allJars.contains(jar)).forEach(allJars::add);
        List<Path> allSources = new ArrayList<>(path.sources());
        sources.stream().filter(source -> !allSources.contains(source)).forEach(allSources::add);
        return load(
                new PluginPath(allJars, path.folders(), allSources),
                plugins.registry().isolation(),
                threads,
                whenEnded);
    }

    /** Whether it has any of these files. */
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

    Headers headers() {
        return headers;
    }

    /** Takes it for a batch; false where it has ended, and another has taken its place. */
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
                System.getLogger(Catalogue.class.getName())
                        .log(System.Logger.Level.WARNING, "rewards that were replaced could not be closed", e);
            }
        }
    }
}
