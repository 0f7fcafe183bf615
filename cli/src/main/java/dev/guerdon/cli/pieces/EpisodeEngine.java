package dev.guerdon.cli.pieces;

import dev.guerdon.agent.ModelFactory;
import dev.guerdon.agent.RolloutEngine;
import dev.guerdon.agent.SharedLimits;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.agent.Model;
import dev.guerdon.api.agent.ModelException;
import dev.guerdon.api.agent.ModelScope;
import dev.guerdon.api.agent.ModelSession;
import dev.guerdon.cli.pieces.EngineOpener.JobDescription;
import dev.guerdon.cli.pieces.ModelServer.DriverModel;
import dev.guerdon.cli.pieces.PieceResult.Artifacts;
import dev.guerdon.cli.spi.ClusterJob;
import dev.guerdon.cli.spi.PieceEngine;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.SecretFilter;
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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Plays episodes of one part in a process of a cluster. All of them share the model's connection and the environments, as on one
 * machine.
 */
final class EpisodeEngine implements PieceEngine {

    /** More episodes at once than any process is given. */
    private static final int MAX_AT_ONCE = 100_000;

    /** Time that episodes may take to end that are stopped. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Its name in the description of a job. */
    public static final String NAME = "run";

    /**
     * Specification that the episodes of a job have in common.
     *
     * @param isolation which rewards run in worker processes, as it was saved
     * @param isolated whether the process plays one episode at a time for a driver on the same machine
     * @param driverAsksModel whether the driver asks the model
     * @param part without tasks
     */
    record Spec(Map<String, Object> isolation, boolean isolated, boolean driverAsksModel, Suite.Part part) {}

    /** An episode under way. */
    private record Flight(Path artifacts, Place here, CompletableFuture<Rollout> ended) {}

    private final Path folder;
    private final String host;
    private final Plugins plugins;
    private final Model model;
    private final LinkedBlockingQueue<Optional<RolloutPlan>> arrivals =
            new LinkedBlockingQueue<>(); // at the end an empty one
    private final Map<RolloutPlan, Flight> flights = Collections.synchronizedMap(new IdentityHashMap<>());
    private final RunLines lines;
    private final AtomicLong numbers = new AtomicLong();
    private final RunningRollouts job;
    private final CompletableFuture<Throwable> over = new CompletableFuture<>();

    private EpisodeEngine(Path folder, Plugins plugins, Spec spec) {
        Suite.Part part = spec.part;
        this.folder = folder;
        this.host = spec.isolated ? "" : host();
        this.plugins = plugins;
        this.lines = new RunLines(folder.resolve("run"));
        SecretFilter.known().learn(part.settings());
        SecretFilter.known().learn(part.environmentOptions());
        this.model = spec.driverAsksModel ? new DriverModel(part.model(), this::place) : model(part.model());
        try {
            RunJob.Scene scene = new RunJob.Scene(
                    plugins.registry(),
                    RunOptions.builder(new Suite(part.name(), "", List.of(part)))
                            .build(),
                    part,
                    folder.resolve("run"),
                    plan -> Optional.ofNullable(flights.get(plan)).map(Flight::artifacts));
            this.job = RolloutEngine.start(scene.setup(model), this::arriving, MAX_AT_ONCE, new RolloutListener() {
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
    public static PieceEngine open(JobDescription description, ClusterJob job, Path folder) throws IOException {
        Spec spec = PieceCodec.record(description.spec(), Spec.class);
        Plugins plugins =
                Plugins.unpack(job.files(), folder.resolve("code"), Isolation.restore(new Json(spec.isolation)));
        try {
            return new EpisodeEngine(folder, plugins, spec);
        } catch (RuntimeException | Error e) {
            plugins.close();
            throw e;
        }
    }

    /** Returns the model; one that this machine cannot ask fails each episode, as any model does that fails again and again. */
    private Model model(String spec) {
        SharedGate gate = SharedLimits.of(spec).isPresent() ? new SharedGate(spec, this::place) : null;
        try {
            return ModelFactory.open(plugins.registry(), spec, gate);
        } catch (GuerdonException e) {
            return new UnreachableModel(spec, e.getMessage() + " (on " + host + ")");
        }
    }

    /**
     * Stands for a model that this machine cannot ask, such as one whose key it does not have.
     *
     * @param reason why it cannot be asked, and where
     */
    private record UnreachableModel(String spec, String reason) implements Model {
        @Override
        public ModelSession begin(ModelScope rollout) {
            throw new ModelException(ModelException.Kind.AUTHENTICATION, reason);
        }
    }

    /** Plans in the order in which they arrive, until there will be no more. */
    private Iterator<RolloutPlan> arriving() {
        return Stream.generate(this::nextArrival)
                .takeWhile(Optional::isPresent)
                .map(Optional::orElseThrow)
                .iterator();
    }

    private Optional<RolloutPlan> nextArrival() {
        try {
            return arrivals.take();
        } catch (InterruptedException e) {
            return Optional.empty();
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unnamed machine";
        }
    }

    /** Fails all open episodes once the engine ends, so that no caller waits for ever. */
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
        return PieceCodec.bytes(new PiecePlay(this, PieceCodec.read(description, EpisodePiece.class), here).play());
    }

    /** Returns what environments put into the folder of the run since the last call. */
    Map<String, List<String>> changedLines() throws IOException {
        return lines.changed();
    }

    String hostName() {
        return host;
    }

    /** Returns where the piece of an episode under way is played; empty if it is over. */
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
        arrivals.add(Optional.of(plan));
        if (over.isDone()) {
            flight.ended.completeExceptionally(over.join());
        }
        return flight.ended;
    }

    /** Cancels an episode. */
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
        arrivals.add(Optional.empty());
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

    /**
     * Episodes that one process is to play.
     *
     * @param atOnce how many of them at a time
     * @param patience how long it may start further ones; those that it did not start are handed out again
     * @param plans the episodes
     */
    record EpisodePiece(int atOnce, Duration patience, List<RolloutPlan> plans) {

        EpisodePiece {
            plans = List.copyOf(plans);
        }
    }
}
