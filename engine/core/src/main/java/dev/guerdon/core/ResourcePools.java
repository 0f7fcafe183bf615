package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.boundary.ResourcePool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The live resources of this process: pools by name and backend, handed out to rollouts.
 *
 * <p>What a rollout acquired is given back when its context is closed; whatever is still alive is closed with this object, and at
 * the latest when the JVM shuts down in an orderly way.
 */
@Experimental
public final class ResourcePools implements AutoCloseable {

    private record Key(String name, String backend) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byName = name.compareTo(other.name);
            return byName != 0 ? byName : backend.compareTo(other.backend);
        }
    }

    private final Duration patience;
    private final Map<Key, ResourcePool<?>> pools = new ConcurrentSkipListMap<>();
    private final Set<RolloutContext> open = ConcurrentHashMap.newKeySet();
    private final ProcessShutdown.Step atTheEnd;
    private volatile boolean closed;

    /**
     * @param patience how long a rollout waits for a resource before it fails with a clear message
     */
    public ResourcePools(Duration patience) {
        this.patience = patience;
        this.atTheEnd = ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "close the resources", this::closeAll);
    }

    /** Begins a rollout. Close the context when it ends, however it ends. */
    public RolloutContext rollout(String rolloutId, String groupId, Map<String, @Nullable Object> metadata) {
        return rollout(rolloutId, groupId, metadata, 0);
    }

    /** Begins a rollout whose environment draws from this seed. Close the context when it ends, however it ends. */
    public RolloutContext rollout(String rolloutId, String groupId, Map<String, @Nullable Object> metadata, long seed) {
        return rollout(rolloutId, groupId, metadata, seed, Map.of());
    }

    /**
     * Begins a rollout whose environment has options. Close the context when it ends, however it ends.
     *
     * @param options the options of the suite for its environment, by name
     */
    public RolloutContext rollout(
            String rolloutId,
            String groupId,
            Map<String, @Nullable Object> metadata,
            long seed,
            Map<String, String> options) {
        RolloutContext context = new RolloutContext(this, rolloutId, groupId, metadata, seed, options);
        if (closed) {
            throw new GuerdonException("the resources are closed; rollout " + rolloutId + " cannot begin");
        }
        open.add(context);
        return context;
    }

    /**
     * The state of one pool.
     *
     * @param total how many instances live
     * @param free how many of them wait in the pool
     * @param acquired how many are held by rollouts
     * @param waiting how many rollouts wait for one, roughly
     * @param created how many were made so far
     * @param failures how often one of them failed or was too slow when it was started, reset, asked for its status or closed
     */
    public record Statistics(
            String name,
            String backend,
            int maxGlobal,
            int total,
            int free,
            int acquired,
            int waiting,
            long created,
            long failures) {}

    /** Returns the state of every pool now. */
    public List<Statistics> statistics() {
        return pools.values().stream().map(ResourcePools::statistics).toList();
    }

    private static Statistics statistics(ResourcePool<?> pool) {
        ResourcePool.Counts counts = pool.counts();
        return new Statistics(
                pool.spec().name(),
                pool.spec().backend(),
                pool.spec().maxGlobal(),
                counts.free() + counts.acquired(),
                counts.free(),
                counts.acquired(),
                counts.waiting(),
                counts.created(),
                counts.failures());
    }

    <R extends Resource> ResourcePool<R> pool(ResourceSpec<R> spec) {
        if (closed) {
            throw new GuerdonException("the resources are closed; '" + spec.name() + "' cannot be acquired");
        }
        ResourcePool<?> pool =
                pools.computeIfAbsent(new Key(spec.name(), spec.backend()), key -> new ResourcePool<>(spec, patience));
        if (pool.spec().type() != spec.type()) {
            throw new GuerdonException("two kinds of resource are called '" + spec.name() + "' on backend '"
                    + spec.backend() + "': " + pool.spec().type().getName() + " and "
                    + spec.type().getName() + "; rename one of them");
        }
        @SuppressWarnings("unchecked") // the spec's type was just compared
        ResourcePool<R> typed = (ResourcePool<R>) pool;
        return typed;
    }

    void ended(RolloutContext context) {
        open.remove(context);
    }

    @Override
    public void close() {
        if (atTheEnd.cancel()) {
            closeAll();
        }
    }

    private void closeAll() {
        closed = true;
        open.forEach(RolloutContext::close);
        pools.values().forEach(ResourcePool::close);
    }
}
