package dev.guerdon.core.resource;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.base.Durations;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The instances of one kind of resource.
 *
 * <p>Never more than {@code maxGlobal} live at once, held and waiting ones together. Rollouts are served in the order they asked. An
 * instance that waited in the pool is reset and checked before it is handed out; a broken one is closed and replaced.
 */
@Internal
public final class Pool<R extends Resource> {

    private static final Logger LOG = System.getLogger(Pool.class.getName());

    private final ResourceSpec<R> spec;
    private final Duration patience;
    private final Semaphore places;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<R> free = new ArrayDeque<>();
    private int acquired;
    private long created;
    private boolean closed;

    public Pool(ResourceSpec<R> spec, Duration patience) {
        this.spec = spec;
        this.patience = patience;
        this.places = new Semaphore(spec.maxGlobal(), true);
    }

    public ResourceSpec<R> spec() {
        return spec;
    }

    /** How many instances there are, in which state, and how many rollouts wait for one. */
    public record Counts(int free, int acquired, int waiting, long created) {}

    public Counts counts() {
        lock.lock();
        try {
            return new Counts(free.size(), acquired, places.getQueueLength(), created);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hands out an instance.
     *
     * @param fresh whether it must be a new one
     */
    public R acquire(boolean fresh, String rolloutId) {
        takePlace(rolloutId);
        boolean handedOut = false;
        try {
            R resource = fresh ? null : reusable();
            R result = resource != null ? resource : create();
            handedOut = true;
            return result;
        } finally {
            if (!handedOut) {
                givePlaceBack();
            }
        }
    }

    private void takePlace(String rolloutId) {
        boolean placed;
        try {
            placed = places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnscoredException(
                    Score.Reason.CANCELLED,
                    "rollout " + rolloutId + " was interrupted while it waited for '" + spec.name() + "'");
        }
        if (!placed) {
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "no '" + spec.name() + "' became free for rollout " + rolloutId + " within "
                            + Durations.format(patience) + ": all " + spec.maxGlobal()
                            + " are in use; run fewer rollouts at once, or raise maxGlobal");
        }
        lock.lock();
        try {
            acquired++;
        } finally {
            lock.unlock();
        }
    }

    private void givePlaceBack() {
        lock.lock();
        try {
            acquired--;
        } finally {
            lock.unlock();
        }
        places.release();
    }

    private @Nullable R reusable() {
        while (true) {
            R candidate;
            lock.lock();
            try {
                candidate = free.poll();
            } finally {
                lock.unlock();
            }
            if (candidate == null) {
                return null;
            }
            try {
                candidate.reset();
                if (candidate.status() == Resource.Status.READY) {
                    return candidate;
                }
                LOG.log(Logger.Level.INFO, () -> "a broken '" + spec.name() + "' is replaced");
            } catch (Exception e) {
                LOG.log(Logger.Level.INFO, () -> "a '" + spec.name() + "' that could not be reset is replaced: " + e);
            }
            closeQuietly(candidate);
        }
    }

    private R create() {
        makeRoom();
        R resource = null;
        try {
            resource = spec.factory().call();
            resource.start();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (resource != null) {
                closeQuietly(resource);
            }
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the resource '" + spec.name() + "' could not be started: " + e.getMessage());
        }
        lock.lock();
        try {
            created++;
        } finally {
            lock.unlock();
        }
        return resource;
    }

    /** Closes waiting instances where a new one would go past the limit. */
    private void makeRoom() {
        List<R> surplus = new ArrayList<>();
        lock.lock();
        try {
            while (!free.isEmpty() && free.size() + acquired > spec.maxGlobal()) {
                surplus.add(free.remove());
            }
        } finally {
            lock.unlock();
        }
        surplus.forEach(this::closeQuietly);
    }

    /**
     * Takes an instance back.
     *
     * @param reuse whether another rollout may have it
     */
    public void release(R resource, boolean reuse) {
        boolean kept = false;
        if (reuse && status(resource) == Resource.Status.READY) {
            lock.lock();
            try {
                if (!closed) {
                    free.push(resource);
                    kept = true;
                }
            } finally {
                lock.unlock();
            }
        }
        if (!kept) {
            closeQuietly(resource);
        }
        givePlaceBack();
    }

    private Resource.Status status(R resource) {
        try {
            return resource.status();
        } catch (RuntimeException e) {
            return Resource.Status.BROKEN;
        }
    }

    /** Closes the instances that wait; those in use are closed when they come back. */
    public void close() {
        List<R> waiting;
        lock.lock();
        try {
            closed = true;
            waiting = List.copyOf(free);
            free.clear();
        } finally {
            lock.unlock();
        }
        waiting.forEach(this::closeQuietly);
    }

    private void closeQuietly(R resource) {
        try {
            resource.close();
        } catch (RuntimeException e) {
            LOG.log(Logger.Level.WARNING, () -> "closing a '" + spec.name() + "' failed: " + e);
        }
    }
}
