package dev.guerdon.core;

import dev.guerdon.api.Context;
import dev.guerdon.api.Experimental;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.boundary.CodeFault;
import dev.guerdon.core.boundary.CodeFault.FaultException;
import dev.guerdon.core.boundary.ResourcePool;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The context of one rollout.
 *
 * <p>Tools and rewards of the rollout may use it from several threads. Closing it gives everything back; closing twice is harmless.
 */
@Experimental
public final class RolloutContext implements Context, AutoCloseable {

    private static final Logger LOG = System.getLogger(RolloutContext.class.getName());

    /** Time that the end of a rollout waits for a resource that is being prepared. */
    private static final Duration PREPARING = Duration.ofSeconds(10);

    private record Key(String name, String backend, Scope scope) {}

    /** One instance that this rollout holds. The lock makes one thread prepare it while the others wait. */
    private static final class Holding {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Resource resource;
        private @Nullable Runnable release;
    }

    private final ResourcePools resources;
    private final String rolloutId;
    private final String groupId;
    private final Map<String, @Nullable Object> metadata;
    private final long seed;
    private final Map<String, String> environmentOptions;
    private final Map<Key, Holding> holdings = new LinkedHashMap<>();
    private boolean closed;
    private volatile boolean tainted;
    private volatile String finalResponse = "";
    private volatile Trajectory trajectory = Trajectory.empty();

    RolloutContext(
            ResourcePools resources,
            String rolloutId,
            String groupId,
            Map<String, @Nullable Object> metadata,
            long seed,
            Map<String, String> environmentOptions) {
        this.resources = resources;
        this.rolloutId = rolloutId;
        this.groupId = groupId;
        this.metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        this.seed = seed;
        this.environmentOptions = Collections.unmodifiableMap(new LinkedHashMap<>(environmentOptions));
    }

    @Override
    public String rolloutId() {
        return rolloutId;
    }

    @Override
    public String groupId() {
        return groupId;
    }

    @Override
    public Map<String, @Nullable Object> metadata() {
        return metadata;
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public Map<String, String> environmentOptions() {
        return environmentOptions;
    }

    @Override
    public String finalResponse() {
        return finalResponse;
    }

    @Override
    public Trajectory trajectory() {
        return trajectory;
    }

    /** Sets the trajectory and the response so far. */
    public void record(Trajectory soFar, String finalResponse) {
        this.trajectory = soFar;
        this.finalResponse = finalResponse;
    }

    @Override
    public <R extends Resource> R acquire(ResourceSpec<R> spec, Scope scope, Preparation<? super R> firstUse) {
        Holding holding = holding(new Key(spec.name(), spec.backend(), scope));
        holding.lock.lock();
        try {
            Resource held = holding.resource;
            if (held != null) {
                return spec.type().cast(held);
            }
            ResourcePool<R> pool = resources.pool(spec);
            R resource = pool.acquire(scope == Scope.ROLLOUT, rolloutId);
            prepare(spec, pool, resource, firstUse);
            holding.resource = resource;
            holding.release = () -> pool.release(resource, scope == Scope.GLOBAL && !tainted);
            if (isClosed()) {
                // The rollout ended while this thread waited; no other thread would give the instance back.
                giveBack(holding);
                throw ended();
            }
            return resource;
        } finally {
            holding.lock.unlock();
        }
    }

    @Override
    public <R extends Resource> Optional<R> held(String name, Class<R> type) {
        for (Holding holding : holdings(name)) {
            holding.lock.lock(); // what is being prepared is held once that is done
            try {
                if (type.isInstance(holding.resource)) {
                    return Optional.of(type.cast(holding.resource));
                }
            } finally {
                holding.lock.unlock();
            }
        }
        return Optional.empty();
    }

    private synchronized List<Holding> holdings(String name) {
        if (closed) {
            throw ended();
        }
        return holdings.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    private <R extends Resource> void prepare(
            ResourceSpec<R> spec, ResourcePool<R> pool, R resource, Preparation<? super R> firstUse) {
        try {
            pool.prepare(resource, firstUse);
        } catch (FaultException e) {
            pool.release(resource, false);
            CodeFault fault = e.fault();
            if (fault.kind() == CodeFault.Kind.UNSCORED) {
                throw new UnscoredException(fault.unscored(), fault.message());
            }
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the resource '" + spec.name() + "' could not be prepared for rollout " + rolloutId + ": "
                            + fault.reason());
        }
    }

    private synchronized Holding holding(Key key) {
        if (closed) {
            throw ended();
        }
        return holdings.computeIfAbsent(key, k -> new Holding());
    }

    private UnscoredException ended() {
        return new UnscoredException(
                Score.Reason.RESOURCE, "rollout " + rolloutId + " has ended; its resources were given back");
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Makes sure that no other rollout gets what this one holds, as when a call that was given up may still be using it. */
    public void taint() {
        tainted = true;
    }

    /** Gives everything back. */
    @Override
    public void close() {
        List<Holding> all;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            all = new ArrayList<>(holdings.values());
        }
        for (Holding holding : all) {
            if (taken(holding.lock)) {
                try {
                    giveBack(holding);
                } finally {
                    holding.lock.unlock();
                }
            } else {
                // The thread that prepares it gives it back once it is done.
                LOG.log(
                        Logger.Level.WARNING,
                        "rollout " + rolloutId + " ended while a resource was still being prepared for it");
            }
        }
        resources.ended(this);
    }

    /** Takes a lock that a call which was given up may hold for ever. */
    private static boolean taken(ReentrantLock lock) {
        boolean interrupted = Thread.interrupted();
        try {
            return lock.tryLock(PREPARING.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return lock.tryLock();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void giveBack(Holding holding) {
        Runnable release = holding.release;
        holding.resource = null;
        holding.release = null;
        if (release != null) {
            release.run();
        }
    }
}
