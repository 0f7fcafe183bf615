package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.browser.driver.CdpEngine.PipedConnection;
import dev.guerdon.browser.driver.SessionOptions.LaunchOptions;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.ProcessShutdown;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The browser of this process and the lanes to it, made when needed and given back when not.
 *
 * <p>All episodes share one Chromium, each in a context of its own that sees nothing of the others. A Chromium that died is
 * replaced with the next lane. When no episode has been open for a while, Chromium ends.
 */
@Internal
public final class SharedBrowser implements AutoCloseable {

    /** Number of episodes that may be open at once. */
    public static final int MOST_LANES = 64;

    private static final int MOST_IDLE_LANES = 16;
    private static final Duration MOST_WAIT = Duration.ofMinutes(5);
    private static final Duration IDLE_UNTIL_END = Duration.ofSeconds(45);

    /** By how Chromium is started: an argument of its own makes a Chromium of its own. */
    private static final Map<LaunchOptions, SharedBrowser> SHARED = new ConcurrentHashMap<>();

    private final InstalledPrograms machine;
    private final LaunchOptions launch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore places = new Semaphore(MOST_LANES, true);
    private final Deque<Lane> idle = new ArrayDeque<>();
    private final Set<Lane> taken = new HashSet<>();
    private @Nullable CdpEngine engine;
    private ProcessShutdown.@Nullable Step hook;
    private long lastUse = System.nanoTime();

    public SharedBrowser(InstalledPrograms machine) {
        this(machine, LaunchOptions.STANDARD);
    }

    public SharedBrowser(InstalledPrograms machine, LaunchOptions launch) {
        this.machine = machine;
        this.launch = launch;
    }

    /** Returns the browser that all environments of this process share that start Chromium in that way. */
    public static SharedBrowser shared(LaunchOptions options) {
        return SHARED.computeIfAbsent(options, one -> new SharedBrowser(InstalledPrograms.thisOne(), one));
    }

    /** Returns a lane for one episode, waiting for one where all are taken. */
    public Lane take() {
        try {
            if (!places.tryAcquire(MOST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BrowserException("all " + MOST_LANES + " places in the browser were taken for "
                        + MOST_WAIT.toMinutes() + " minutes; close environments that are no longer used");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrowserException("interrupted while waiting for a place in the browser", e);
        }
        try {
            Lane lane = idleOrNew();
            return locked(() -> {
                taken.add(lane);
                lastUse = System.nanoTime();
                return lane;
            });
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private Lane idleOrNew() {
        CdpEngine running;
        lock.lock();
        try {
            running = running();
            while (!idle.isEmpty()) {
                Lane lane = idle.pop();
                if (lane.isUsable() && lane.isOf(running)) {
                    return lane;
                }
                lane.close();
            }
        } finally {
            lock.unlock();
        }
        return Lane.open(running);
    }

    private CdpEngine running() {
        CdpEngine here = engine;
        if (here != null && here.isAlive()) {
            return here;
        }
        if (here != null) {
            here.close();
        }
        if (hook == null) {
            hook = ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "end the browser", this::endEngine);
        }
        CdpEngine started = CdpEngine.start(
                launch.visible() ? machine.requireVisibleChromium() : machine.requireChromium(),
                machine.hasSandbox(),
                launch);
        engine = started;
        OwnThread.start("guerdon-browser-idle", () -> endWhenIdle(started));
        return started;
    }

    /** Takes a lane back whose episode is over; what it had open must be closed. */
    public void giveBack(Lane lane) {
        Optional<Boolean> kept = locked(() -> {
            if (!taken.remove(lane)) {
                return Optional.empty();
            }
            lastUse = System.nanoTime();
            boolean keep = lane.isUsable() && idle.size() < MOST_IDLE_LANES;
            if (keep) {
                idle.push(lane);
            }
            return Optional.of(keep);
        });
        if (kept.isEmpty()) {
            return;
        }
        if (!kept.get()) {
            lane.close();
        }
        places.release();
    }

    /** Returns how much longer than alone an episode may take, because of the others: 1 up to two episodes for each core. */
    public double crowding() {
        return locked(
                () -> Math.max(1, taken.size() / (2.0 * Runtime.getRuntime().availableProcessors())));
    }

    /** Returns the version of the running Chromium, empty if none runs. */
    public String version() {
        return locked(() -> engine == null ? "" : engine.version());
    }

    /** Returns the processes of the running browser, for measurements. */
    public List<Long> processes() {
        return locked(() -> engine == null ? List.of() : engine.processes());
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same running browser
    private void endWhenIdle(CdpEngine watched) {
        while (watched.isAlive()) {
            try {
                TimeUnit.SECONDS.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
            lock.lock();
            try {
                if (engine != watched) {
                    return;
                }
                if (taken.isEmpty() && System.nanoTime() - lastUse > IDLE_UNTIL_END.toNanos()) {
                    closeAll();
                    return;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void closeAll() {
        idle.forEach(Lane::close);
        idle.clear();
        endEngine();
        engine = null;
    }

    private void endEngine() {
        CdpEngine running = engine;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            taken.forEach(Lane::close);
            taken.clear();
            closeAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A thread with its own connection to the browser, for one episode at a time.
     *
     * <p>A connection belongs to the thread that made it, and its calls block. So an episode's work is handed to its lane's
     * thread by whatever thread asks for it, with a time that it may take. Work that takes longer, because a page keeps its renderer
     * busy for ever, costs the lane: its connection is cut, and everything that was opened over it ends.
     */
    public static final class Lane implements AutoCloseable {

        private static final Duration MOST_FOR_START = Duration.ofSeconds(60);
        private static final Duration MOST_FOR_END = Duration.ofSeconds(10);
        private static final AtomicLong NUMBERS = new AtomicLong();

        private final CdpEngine engine;
        private final ExecutorService thread;
        private volatile boolean broken;
        private volatile boolean closed;

        /** Made by the lane's thread; others may only cut it. */
        private volatile @Nullable PipedConnection connection;

        private Lane(CdpEngine engine) {
            long number = NUMBERS.incrementAndGet();
            this.engine = engine;
            this.thread = Executors.newSingleThreadExecutor(OwnThread.factory("guerdon-browser-" + number));
        }

        static Lane open(CdpEngine engine) {
            Lane lane = new Lane(engine);
            try {
                lane.call(MOST_FOR_START, () -> {
                    lane.connection = engine.connect();
                    return lane;
                });
                return lane;
            } catch (RuntimeException e) {
                lane.close();
                throw e instanceof BrowserException
                        ? e
                        : new BrowserException("could not connect to Chromium" + engine.complaints(), e);
            }
        }

        /** Does something on the lane's thread and waits for it. */
        public <T extends @Nullable Object> T call(Duration most, Callable<T> work) {
            if (closed || broken) {
                throw new BrowserException(
                        "the connection to the browser is gone; reset the environment for a new one");
            }
            Future<T> future = thread.submit(work);
            try {
                return future.get(most.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                cut();
                throw new BrowserException(
                        "the page did not answer within " + most.toMillis() / 1000.0
                                + " s, so its tab was ended; a script keeps it busy, or there is too much to show",
                        e);
            } catch (InterruptedException e) {
                cut();
                Thread.currentThread().interrupt();
                throw new BrowserException("interrupted while waiting for the browser", e);
            } catch (ExecutionException e) {
                switch (e.getCause()) {
                    case RuntimeException failure -> throw failure;
                    case Error failure -> throw failure;
                    case null, default -> throw new BrowserException("the browser failed: " + e.getCause(), e);
                }
            }
        }

        /** Returns the connection; for the lane's thread only. */
        public PipedConnection connection() {
            PipedConnection open = connection;
            if (open == null) {
                throw new BrowserException("the connection to the browser is not open");
            }
            return open;
        }

        public boolean isUsable() {
            return !closed && !broken && engine.isAlive();
        }

        @SuppressWarnings("ReferenceEquality") // the same running browser
        boolean isOf(CdpEngine other) {
            return engine == other;
        }

        /** Ends the connection from outside; a call that waits on it fails at once. */
        private void cut() {
            broken = true;
            PipedConnection open = connection;
            if (open != null) {
                open.cut();
            }
        }

        @Override
        public void close() {
            if (closed) {
                return;
            }
            closed = true;
            Future<?> ended = thread.submit(() -> {
                PipedConnection open = connection;
                if (open != null) {
                    open.close();
                }
            });
            thread.shutdown();
            try {
                ended.get(MOST_FOR_END.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                cut();
            } catch (InterruptedException e) {
                cut();
                Thread.currentThread().interrupt();
            }
        }
    }
}
