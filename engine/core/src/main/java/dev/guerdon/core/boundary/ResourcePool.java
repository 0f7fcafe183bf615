package dev.guerdon.core.boundary;

import dev.guerdon.api.Context;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Resource;
import dev.guerdon.api.ResourceSpec;
import dev.guerdon.api.Score;
import dev.guerdon.api.UnscoredException;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.boundary.CodeFault.FaultException;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The instances of one kind of resource.
 *
 * <p>Never more than {@code maxGlobal} live at once, held and waiting ones together. Rollouts are served in the order they asked. An
 * instance that waited in the pool is reset and checked before it is handed out; a broken one is closed and replaced.
 *
 * <p>Whatever a resource does when it is started, reset, asked or closed, it has a limited time for it, and its place is free again
 * afterwards. What failed is counted and logged.
 */
@Internal
public final class ResourcePool<R extends Resource> {

    private static final Logger LOG = System.getLogger(ResourcePool.class.getName());

    /** The time to make and start an instance, or to make one as good as new. */
    private static final Duration TO_START = Duration.ofMinutes(10);

    /** Time limit of its status and of closing. */
    private static final Duration TO_END = Duration.ofMinutes(1);

    private final ResourceSpec<R> spec;
    private final Duration patience;
    private final Duration toStart;
    private final Duration toEnd;
    private final Semaphore places;
    private final Deque<R> free = new ArrayDeque<>();
    private int acquired;
    private long created;
    private long failures;
    private boolean closed;

    public ResourcePool(ResourceSpec<R> spec, Duration patience) {
        this(spec, patience, TO_START, TO_END);
    }

    ResourcePool(ResourceSpec<R> spec, Duration patience, Duration toStart, Duration toEnd) {
        this.spec = spec;
        this.patience = patience;
        this.toStart = toStart;
        this.toEnd = toEnd;
        this.places = new Semaphore(spec.maxGlobal(), true);
    }

    public ResourceSpec<R> spec() {
        return spec;
    }

    /** Numbers of instances by state, of rollouts that wait for one, and of failures. */
    public record Counts(int free, int acquired, int waiting, long created, long failures) {}

    public Counts counts() {
        synchronized (free) {
            return new Counts(free.size(), acquired, places.getQueueLength(), created, failures);
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
                            + DurationText.format(patience) + ": all " + spec.maxGlobal()
                            + " are in use; run fewer rollouts at once, or raise maxGlobal");
        }
        synchronized (free) {
            acquired++;
        }
    }

    private void givePlaceBack() {
        synchronized (free) {
            acquired--;
        }
        places.release();
    }

    private @Nullable R reusable() {
        while (true) {
            R candidate;
            synchronized (free) {
                candidate = free.poll();
            }
            if (candidate == null) {
                return null;
            }
            try {
                if (DeadlineThread.call(toStart, "its reset", () -> asGoodAsNew(candidate), ready -> {})) {
                    return candidate;
                }
                LOG.log(Logger.Level.INFO, () -> "a broken '" + spec.name() + "' is replaced");
            } catch (FaultException e) {
                failed(Logger.Level.INFO, "could not be reset and is replaced", e.fault());
            }
            close(candidate);
        }
    }

    private static boolean asGoodAsNew(Resource resource) throws Exception {
        resource.reset();
        return resource.status() == Resource.Status.READY;
    }

    private R create() {
        makeRoom();
        R resource;
        try {
            resource = DeadlineThread.call(toStart, "its start", this::started, this::close);
        } catch (FaultException e) {
            // The caller learns why from the exception.
            failed(Logger.Level.DEBUG, "could not be started", e.fault());
            throw new UnscoredException(
                    Score.Reason.RESOURCE,
                    "the resource '" + spec.name() + "' could not be started: "
                            + e.fault().reason());
        }
        synchronized (free) {
            created++;
        }
        return resource;
    }

    private R started() throws Exception {
        R resource = spec.factory().call();
        try {
            resource.start();
            return resource;
        } catch (Throwable e) {
            close(resource);
            throw e;
        }
    }

    /**
     * Closes a waiting instance where a new one would go past the limit. Not more than one: others that hold a place and have no instance yet
     * make room for theirs, and would not wait for what is closed here.
     */
    private void makeRoom() {
        R surplus;
        synchronized (free) {
            surplus = free.size() + acquired > spec.maxGlobal() ? free.poll() : null;
        }
        if (surplus != null) {
            close(surplus);
        }
    }

    /**
     * Takes an instance back.
     *
     * @param reuse whether another rollout may have it
     */
    public void release(R resource, boolean reuse) {
        boolean kept = false;
        try {
            boolean ready = reuse && isReady(resource);
            synchronized (free) {
                if (ready && !closed) {
                    free.push(resource);
                    acquired--; // in one step: an instance that counted twice would be taken for one too many
                    kept = true;
                }
            }
            if (!kept) {
                close(resource);
            }
        } finally {
            if (kept) {
                places.release();
            } else {
                givePlaceBack();
            }
        }
    }

    /**
     * Prepares an instance for the rollout that holds it, in the time that making one as good as new has.
     *
     * @throws FaultException if that failed or took too long; the instance is still held
     */
    public void prepare(R resource, Context.Preparation<? super R> firstUse) throws FaultException {
        DeadlineThread.run(toStart, "preparing it", () -> firstUse.prepare(resource));
    }

    private boolean isReady(R resource) {
        try {
            return DeadlineThread.call(toEnd, "its status", resource::status, status -> {}) == Resource.Status.READY;
        } catch (FaultException e) {
            failed(Logger.Level.WARNING, "could not tell its status and is closed", e.fault());
            return false;
        }
    }

    /** Closes the instances that wait; those in use are closed when they come back. */
    public void close() {
        List<R> waiting;
        synchronized (free) {
            closed = true;
            waiting = List.copyOf(free);
            free.clear();
        }
        waiting.forEach(this::close);
    }

    private void close(R resource) {
        try {
            DeadlineThread.run(toEnd, "closing it", resource::close);
        } catch (FaultException e) {
            failed(Logger.Level.WARNING, "could not be closed", e.fault());
        }
    }

    private void failed(Logger.Level level, String what, CodeFault fault) {
        synchronized (free) {
            failures++;
        }
        LOG.log(level, () -> "a '" + spec.name() + "' " + what + ": " + fault.text());
    }
}
