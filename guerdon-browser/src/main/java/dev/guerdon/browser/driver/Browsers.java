package dev.guerdon.browser.driver;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Shutdown;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.browser.tab.Engine;
import dev.guerdon.browser.tab.LaunchOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The browser of this process and the lanes to it, made when needed and given back when not.
 *
 * <p>All episodes share one Chromium, each in a context of its own that sees nothing of the others. A Chromium that died is
 * replaced with the next lane. When no episode has been open for a while, Chromium ends.
 */
@Internal
public final class Browsers implements AutoCloseable {

    /** How many episodes may be open at once. */
    public static final int MOST_LANES = 64;

    private static final int MOST_IDLE_LANES = 16;
    private static final Duration MOST_WAIT = Duration.ofMinutes(5);
    private static final Duration IDLE_UNTIL_END = Duration.ofSeconds(45);

    /** By how Chromium is started: an argument of its own makes a Chromium of its own. */
    private static final Map<LaunchOptions, Browsers> SHARED = new ConcurrentHashMap<>();

    private final Machine machine;
    private final LaunchOptions launch;
    private final Driver driver;
    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore places = new Semaphore(MOST_LANES, true);
    private final Deque<Lane> idle = new ArrayDeque<>();
    private final Set<Lane> taken = new HashSet<>();
    private @Nullable Engine engine;
    private Shutdown.@Nullable Step hook;
    private long lastUse = System.nanoTime();

    public Browsers(Machine machine) {
        this(machine, LaunchOptions.STANDARD);
    }

    public Browsers(Machine machine, LaunchOptions launch) {
        this.machine = machine;
        this.launch = launch;
        this.driver = launch.driver().isEmpty() ? Driver.standard(machine) : Driver.named(launch.driver());
    }

    /** The browser that all environments of this process share that ask for nothing out of the ordinary. */
    public static Browsers shared() {
        return shared(LaunchOptions.STANDARD);
    }

    /** The browser that all environments of this process share that start Chromium in that way. */
    public static Browsers shared(LaunchOptions options) {
        LaunchOptions launch = options.driver().isEmpty()
                ? options.withDriver(Driver.standard(Machine.thisOne()).option())
                : options;
        return SHARED.computeIfAbsent(launch, one -> new Browsers(Machine.thisOne(), one));
    }

    /** A lane for one episode, waiting for one where all are taken. */
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
            lock.lock();
            try {
                taken.add(lane);
                lastUse = System.nanoTime();
            } finally {
                lock.unlock();
            }
            return lane;
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private Lane idleOrNew() {
        Engine running;
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

    private Engine running() {
        Engine here = engine;
        if (here != null && here.isAlive()) {
            return here;
        }
        if (here != null) {
            here.close();
        }
        if (hook == null) {
            hook = Shutdown.at(Shutdown.Phase.CLOSE, "end the browser", this::endEngine);
        }
        Engine started = driver.start(machine, launch);
        engine = started;
        Thread.ofPlatform().daemon().name("guerdon-browser-idle").start(() -> endWhenIdle(started));
        return started;
    }

    /** Takes a lane back whose episode is over; what it had open must be closed. */
    public void giveBack(Lane lane) {
        boolean keep;
        lock.lock();
        try {
            if (!taken.remove(lane)) {
                return;
            }
            lastUse = System.nanoTime();
            keep = lane.isUsable() && idle.size() < MOST_IDLE_LANES;
            if (keep) {
                idle.push(lane);
            }
        } finally {
            lock.unlock();
        }
        if (!keep) {
            lane.close();
        }
        places.release();
    }

    /** How much longer than alone an episode may take, because of the others: 1 up to two episodes for each core. */
    public double crowding() {
        lock.lock();
        try {
            return Math.max(1, taken.size() / (2.0 * Runtime.getRuntime().availableProcessors()));
        } finally {
            lock.unlock();
        }
    }

    /** The version of the running Chromium, empty where none runs. */
    public String version() {
        lock.lock();
        try {
            return engine == null ? "" : engine.version();
        } finally {
            lock.unlock();
        }
    }

    /** The versions of what an episode is played with, by name. */
    public Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("chromium", version());
        versions.putAll(driver.versions());
        return versions;
    }

    /** The processes of the running browser, for measurements. */
    public List<Long> processes() {
        lock.lock();
        try {
            return engine == null ? List.of() : engine.processes();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same running browser
    private void endWhenIdle(Engine watched) {
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
        Engine running = engine;
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
}
