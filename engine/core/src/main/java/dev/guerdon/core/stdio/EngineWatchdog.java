package dev.guerdon.core.stdio;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that looks after the others every few milliseconds while there is work: whether a thread reads, whether lines have waited
 * long enough, and whether the client is still there. It never blocks. Without work it looks once a second.
 */
final class EngineWatchdog {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FrameReading reading;
    private final Collection<StdioEngine.InFlight> inFlight;
    private final Runnable whenGone;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean asleep;
    private volatile long client;
    private @Nullable ParentWatch parent;
    private long active = System.nanoTime();
    private long sent = active;
    private long looked = active;

    EngineWatchdog(FrameReading reading, Collection<StdioEngine.InFlight> inFlight, Runnable whenGone) {
        this.reading = reading;
        this.inFlight = inFlight;
        this.whenGone = whenGone;
        this.thread = Thread.ofPlatform().daemon().name("guerdon-watch").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** Names the client's process, 0 if it has not said. */
    void client(long pid) {
        client = pid;
    }

    /** Says that there is work. */
    void wake() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!stopped) {
            try {
                look();
                rest();
            } catch (Throwable e) {
                // Memory may run out anywhere; without this thread a blocked one would stay unnoticed.
                LockSupport.parkNanos(this, IDLE_NANOS);
            }
        }
    }

    private void look() {
        long now = System.nanoTime();
        if (parent == null && client > 0) {
            parent = new ParentWatch(client);
        }
        if (reading.look() || !inFlight.isEmpty()) {
            active = now;
        }
        if (now - sent >= WAIT_NANOS) {
            sent = now;
            for (StdioEngine.InFlight each : inFlight) {
                if (now - each.begun() >= WAIT_NANOS) {
                    each.tick(now);
                }
            }
        }
        if (now - looked >= SECOND) {
            looked = now;
            lookForClient();
        }
    }

    private void rest() {
        if (System.nanoTime() - active < IDLE_NANOS) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            return;
        }
        asleep = true;
        if (!reading.look() && inFlight.isEmpty()) {
            LockSupport.parkNanos(this, SECOND);
        }
        asleep = false;
    }

    private void lookForClient() {
        if (parent != null && parent.isGone()) {
            whenGone.run();
        }
    }

    /**
     * Notices that the client has ended, even if its end of the pipe stays open: a child that it forked may hold the pipe open.
     *
     * <p>A client that is this process's parent is gone when the parent is another. One that is not, because a script stands between, is gone
     * when its process is. One that cannot be seen, as from within a container, is not watched.
     */
    private static final class ParentWatch {

        private final long pid;
        private final boolean parent;
        private final boolean seen;

        ParentWatch(long pid) {
            this.pid = pid;
            this.parent = pid > 0 && parentPid() == pid;
            this.seen = parent || isAlive(pid);
        }

        boolean isGone() {
            return seen && (parent ? parentPid() != pid : !isAlive(pid));
        }

        private static long parentPid() {
            return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
        }

        private static boolean isAlive(long pid) {
            return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }
}
