package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.Rollouts;
import dev.guerdon.agent.SharedLimits;
import dev.guerdon.agent.spi.Model;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.Secrets;
import dev.guerdon.cluster.spi.Engine;
import dev.guerdon.cluster.spi.Job;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Plugins;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Plays episodes of one part in a process of a cluster. All of them share the model's connection and the environments, as on one
 * machine.
 */
@Internal
public final class EpisodeEngine implements Engine {

    /** More episodes at once than any process is given. */
    private static final int MOST_AT_ONCE = 100_000;

    /** How long episodes may take to end that are stopped. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** An episode under way. */
    private record Flight(Path artifacts, Place here, CompletableFuture<Rollout> ended) {}

    private final Path folder;
    private final String host;
    private final Plugins plugins;
    private final Model model;
    private final Arrivals arrivals = new Arrivals();
    private final Map<RolloutPlan, Flight> flights = Collections.synchronizedMap(new IdentityHashMap<>());
    private final RunLines lines;
    private final AtomicLong numbers = new AtomicLong();
    private final RunningRollouts job;
    private final CompletableFuture<Throwable> over = new CompletableFuture<>();

    private EpisodeEngine(Path folder, Plugins plugins, Suite.Part part) {
        this.folder = folder;
        this.host = host();
        this.plugins = plugins;
        this.lines = new RunLines(folder.resolve("run"));
        Secrets.known().learn(part.settings());
        Secrets.known().learn(part.environmentOptions());
        @Nullable
        SharedGate gate = SharedLimits.of(part.model()).isPresent() ? new SharedGate(part.model(), this::place) : null;
        this.model = UnreachableModel.open(plugins.registry(), part.model(), gate, host);
        try {
            RunJob.Scene scene = new RunJob.Scene(
                    plugins.registry(),
                    RunOptions.builder(new Suite(part.name(), "", List.of(part)))
                            .build(),
                    part,
                    folder.resolve("run"),
                    plan -> Optional.ofNullable(flights.get(plan)).map(Flight::artifacts));
            this.job = Rollouts.start(scene.setup(model), () -> arrivals, MOST_AT_ONCE, new RolloutListener() {
                @Override
                public void ended(Rollout rollout) {
                    Flight flight = flights.get(rollout.plan());
                    if (flight != null) {
                        flight.ended.complete(rollout);
                    }
                }
            });
        } catch (RuntimeException | Error e) {
            model.close();
            throw e;
        }
        Thread.ofVirtual().start(this::watch);
    }

    /** Opens the engine that a description asks for. */
    public static Engine open(Json description, Job job, Path folder) throws IOException {
        Plugins plugins = Plugins.unpack(job.files(), folder.resolve("code"));
        try {
            plugins.registry().isolate(Isolation.restore(description.get("isolation")));
            return new EpisodeEngine(folder, plugins, PartDescription.read(description.get("part")));
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unnamed machine";
        }
    }

    /** Nobody waits for an episode for ever, should what plays them end. */
    private void watch() {
        Throwable reason = new CancellationException("the engine was closed");
        try {
            job.await();
        } catch (Throwable e) {
            reason = e;
        }
        over.complete(reason);
        for (Flight flight : List.copyOf(flights.values())) {
            flight.ended.completeExceptionally(reason);
        }
    }

    @Override
    public byte[] work(byte[] description, Place here) throws Exception {
        return new PiecePlay(this, EpisodePiece.read(description), here).play().bytes();
    }

    /** What environments put into the folder of the run since the last call. */
    Map<String, List<String>> changedLines() throws IOException {
        return lines.changed();
    }

    String hostName() {
        return host;
    }

    /** Where the piece of an episode under way is played; empty where nobody waits for it any more. */
    private Optional<Place> place(Path artifacts) {
        synchronized (flights) {
            return flights.values().stream()
                    .filter(flight -> flight.artifacts.equals(artifacts))
                    .map(Flight::here)
                    .findFirst();
        }
    }

    /**
     * Starts an episode.
     *
     * @param here where its piece is played
     */
    CompletableFuture<Rollout> start(RolloutPlan plan, Place here) {
        Flight flight = new Flight(
                folder.resolve("episodes").resolve(String.valueOf(numbers.incrementAndGet())),
                here,
                new CompletableFuture<>());
        flights.put(plan, flight);
        arrivals.add(plan);
        if (over.isDone()) {
            flight.ended.completeExceptionally(over.join());
        }
        return flight.ended;
    }

    /** Ends an episode that nobody wants any more. */
    void cancel(RolloutPlan plan) {
        job.cancel(plan);
    }

    /**
     * Takes the files of an episode that has ended, and forgets it.
     *
     * @param mostBytes how many bytes of files are taken
     */
    Artifacts take(RolloutPlan plan, long mostBytes) throws IOException {
        Flight flight = flights.remove(plan);
        if (flight == null) {
            return Artifacts.NONE;
        }
        try {
            return Artifacts.in(flight.artifacts, mostBytes);
        } finally {
            FolderTree.delete(flight.artifacts);
        }
    }

    @Override
    public void close() {
        arrivals.end();
        job.cancel();
        try {
            // Environments are given back with the user's own classes, as long as these are there.
            over.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // What cannot be stopped ends with the process.
        }
        model.close();
        plugins.close();
    }
}
