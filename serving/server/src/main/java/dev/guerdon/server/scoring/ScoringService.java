package dev.guerdon.server.scoring;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.server.http.AnswerSigner;
import dev.guerdon.server.http.ClientIdentity;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.Endpoints;
import dev.guerdon.server.spi.EnvironmentService;
import dev.guerdon.server.spi.RewardProtocol;
import dev.guerdon.server.spi.RewardService.ServedReward;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The rewards of a running server: takes requests on, lets their clients take turns, and reads the definition again when asked.
 *
 * <p>A request ends with the engines it began with, whatever the definition says by then.
 */
@Internal
public final class ScoringService implements AutoCloseable {

    /** Paths that need no token: a probe has none, and learns nothing but whether the server works. */
    public static final Set<String> OPEN = Set.of("/healthz", "/readyz");

    private final Map<String, RewardStats> stats = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile EngineGeneration current;
    private volatile ScoreAdmission admission;
    private volatile boolean draining;
    private final LongAdder requests = new LongAdder();
    private final LongAdder refusedBefore = new LongAdder();
    private final LongAdder reloads = new LongAdder();

    public ScoringService(ServeDefinition definition) {
        this.current = generation(definition);
        this.admission = admission(definition);
    }

    /**
     * Returns the native API, and what says how the server does.
     *
     * @param signer signs the answers; null if they are not signed
     */
    public List<Endpoints> endpoints(
            @Nullable AnswerSigner signer, EnvironmentService environments, List<RewardProtocol> protocols) {
        return List.of(new ScoreEndpoints(this, signer), new StatusEndpoints(this, environments, protocols));
    }

    private EngineGeneration generation(ServeDefinition definition) {
        return new EngineGeneration(definition, name -> stats.computeIfAbsent(name, any -> new RewardStats()));
    }

    private static ScoreAdmission admission(ServeDefinition definition) {
        return new ScoreAdmission(
                definition.limits().queueSamples(), definition.limits().queueBytes());
    }

    /** Serves what another definition says from the next request on. Where that one is wrong, everything stays as it is. */
    public synchronized void replace(ServeDefinition definition) {
        EngineGeneration fresh = generation(definition);
        EngineGeneration old = current;
        ScoreAdmission before = admission;
        current = fresh;
        if (before.isOther(
                definition.limits().queueSamples(), definition.limits().queueBytes())) {
            refusedBefore.add(before.refused());
            admission = admission(definition);
        }
        reloads.increment();
        old.replace();
    }

    public ServeDefinition definition() {
        return current.definition();
    }

    /** Returns whether requests for scores are refused because the server is about to end. */
    public boolean isDraining() {
        return draining;
    }

    /** Returns how many requests are under way. */
    public int underWay() {
        return underWay.get();
    }

    /** Returns how many requests for scores there were. */
    long requests() {
        return requests.sum();
    }

    /** Returns how many requests were refused because there was too much to do. */
    long refused() {
        return refusedBefore.sum() + admission.refused();
    }

    long reloads() {
        return reloads.sum();
    }

    /** Returns what was counted under each name that was ever served. */
    Map<String, RewardStats> statsByName() {
        return new TreeMap<>(stats);
    }

    EngineGeneration generation() {
        return current;
    }

    ScoreAdmission admission() {
        return admission;
    }

    /** Takes on a request; to be closed when it is done. */
    public Lease lease(ServerRequest request) {
        return lease(ClientIdentity.of(request));
    }

    /** Takes on a request of a client; to be closed when it is done. */
    public Lease lease(String client) {
        if (draining) {
            throw ending();
        }
        requests.increment();
        underWay.incrementAndGet();
        if (draining) {
            underWay.decrementAndGet();
            throw ending();
        }
        while (true) {
            EngineGeneration generation = current;
            if (generation.enter()) {
                return new Lease(generation, admission, client);
            }
        }
    }

    /** Keeps what the definition of now brought, for what outlives a request, such as a session; to be closed at its end. */
    public Hold hold() {
        while (true) {
            EngineGeneration generation = current;
            if (generation.enter()) {
                return new Hold(generation);
            }
        }
    }

    /** Keeps the engines of one definition. */
    public final class Hold implements AutoCloseable {
        private final EngineGeneration generation;

        private Hold(EngineGeneration generation) {
            this.generation = generation;
        }

        /** Begins something that the end of the server waits for; to be closed when it is done. */
        public Work begin() {
            underWay.incrementAndGet();
            if (draining) {
                underWay.decrementAndGet();
                throw ending();
            }
            return underWay::decrementAndGet;
        }

        /** Takes on scores of something that was begun. */
        public Lease lease(String client) {
            if (!generation.enter()) {
                throw ending();
            }
            requests.increment();
            underWay.incrementAndGet();
            return new Lease(generation, admission, client);
        }

        @Override
        public void close() {
            generation.leave();
        }
    }

    /** Something that the end of the server waits for. */
    @FunctionalInterface
    public interface Work extends AutoCloseable {
        @Override
        void close();
    }

    private static ServeException ending() {
        return new ServeException(503, "draining", "the server is about to end; send this to another, or again later")
                .retryAfter(5);
    }

    /** One request with the engines that it began with. */
    public final class Lease implements AutoCloseable {
        private final EngineGeneration generation;
        private final ScoreAdmission admitted;
        private final String client;

        private Lease(EngineGeneration generation, ScoreAdmission admitted, String client) {
            this.generation = generation;
            this.admitted = admitted;
            this.client = client;
        }

        public RewardEngine engine(String name) {
            return generation.engine(name);
        }

        public ServeDefinition definition() {
            return generation.definition();
        }

        /**
         * Scores samples; one score for each, in their order.
         *
         * @param deadline how long this may take; no longer than the definition says
         */
        public List<Score> score(RewardEngine engine, List<? extends Sample> samples, long bytes, Duration deadline) {
            return score(engine, samples, bytes, deadline, (from, scores) -> {});
        }

        /** Works as the other, and tells of scores as they come. */
        @SuppressWarnings("try") // taken for as long as this lasts
        public List<Score> score(
                RewardEngine engine,
                List<? extends Sample> samples,
                long bytes,
                Duration deadline,
                RequestBatch.Ready ready) {
            Duration most = generation.definition().limits().batchDeadline();
            Duration time = deadline.compareTo(most) < 0 ? deadline : most;
            try (ScoreAdmission.Share taken = admitted.take(client, samples.size(), bytes)) {
                return samples.isEmpty() ? List.of() : new RequestBatch(engine, client, samples, time, ready).run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new GuerdonException("the server is closing", e);
            }
        }

        @Override
        public void close() {
            generation.leave();
            underWay.decrementAndGet();
        }
    }

    public List<ServedReward> rewards() {
        return current.engines().stream().map(RewardEngine::served).toList();
    }

    public ServeLimits limits() {
        return definition().limits();
    }

    public ServedReward reward(String name) {
        return current.engine(name).served();
    }

    public List<Score> score(ServerRequest request, ServedReward reward, List<? extends Sample> samples, long bytes) {
        try (Lease lease = lease(request)) {
            return lease.score(
                    lease.engine(reward.name()),
                    samples,
                    bytes,
                    lease.definition().limits().batchDeadline());
        }
    }

    /** Refuses new requests, and waits for those under way, but no longer than the definition says. */
    public void drain() throws InterruptedException {
        draining = true;
        long until = System.nanoTime() + definition().limits().drain().toNanos();
        while (underWay.get() > 0 && System.nanoTime() - until < 0) {
            Thread.sleep(10);
        }
    }

    @Override
    public void close() {
        draining = true;
        current.replace();
    }
}
