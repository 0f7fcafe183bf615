package dev.guerdon.core.worker;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.worker.WorkerProcess.PoolFolder;
import dev.guerdon.core.worker.WorkerProcess.StartSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Pool of processes that make calls, batch by batch.
 *
 * <p>Each call is completed exactly once: by its result, by its deadline, or by the crash of the process that was making it. Batches wait
 * in one queue. Each process has a {@link WorkerSlot} with a thread, which takes a range of calls from the queue and sends it. A process
 * that crashed is replaced, and the calls it had not answered go to the next one. Processes are started when there is work for them; after
 * several failed starts in a row, calls are refused for a while. One more thread watches the deadlines.
 */
@Internal
public final class WorkerPool implements AutoCloseable {

    /** Calls that belong together. Several threads use a batch; each call is completed once. */
    public interface Batch {

        /** Returns how many calls there are. */
        int calls();

        /** Returns whether its calls mostly wait, so that many can run at once in a process. */
        boolean waits();

        /** Returns the payload that asks for the calls from one index to another. */
        byte[] request(int from, int to);

        /** Returns the name of the reward or other code that is called. */
        String name(int call);

        /** Returns the score of a call that took longer than its deadline. */
        Score late(int call);

        /** Returns the time limit of each call in nanoseconds, or a negative number for that of the pool. May become less while a call runs. */
        default long deadlineNanos() {
            return -1;
        }

        /** Returns whether the scores are still needed. If not, the pool starts no further calls. */
        default boolean isNeeded() {
            return true;
        }

        /** Sets the score of a call. */
        void complete(int call, Score score);

        /** Sets the results of the calls from one index to another, as lines from an offset of a payload on. */
        default void complete(int from, int to, Json head, byte[] payload, int offset) throws IOException {
            throw new IOException("lines that were not asked for");
        }

        /** Called once all calls are complete, or the batch has ended early. */
        void done();
    }

    /** Number of failed starts in a row after which calls are refused for a while. */
    private static final int MAX_FAILED_STARTS = 4;

    private static final Duration PAUSE = Duration.ofSeconds(30);

    /** Number of crashes after which a reward that never returned a result is not called any more. */
    private static final int MAX_CRASHES = 2000;

    private final StartSettings settings;
    private final Duration deadline;
    private final List<WorkerSlot> slots = new ArrayList<>();
    private final BlockingQueue<CallRange> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger processes = new AtomicInteger();
    private final AtomicInteger failedStarts = new AtomicInteger();
    private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
    private final PoolFolder folder;
    private final ProcessShutdown.Step atTheEnd;
    private volatile String lastProblem = "";
    private volatile long refuseUntil;
    private volatile boolean refusing;
    private final AtomicLong slept = new AtomicLong();
    private volatile boolean closed;
    private final @Nullable DescribingWorker ready;

    /** Counts of everything that has one name. */
    private static final class Tally {
        private final AtomicInteger deaths = new AtomicInteger();
        private volatile boolean returned;
    }

    /**
     * @param size how many processes there are at most
     * @param deadline the time each call has; zero for no limit
     * @param ready a worker that runs already, with the same settings, and is closed with the pool; null if there is none
     */
    public WorkerPool(StartSettings settings, int size, Duration deadline, @Nullable DescribingWorker ready) {
        this.ready = ready;
        this.settings = settings;
        this.deadline = deadline;
        try {
            this.folder = PoolFolder.create();
        } catch (IOException e) {
            throw new GuerdonException(
                    "workers need a temporary folder, and none can be made: " + e.getMessage()
                            + "; set java.io.tmpdir, or use --no-isolate",
                    e);
        }
        this.atTheEnd = ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "end the workers", this::end);
        for (int i = 0; i < size; i++) {
            WorkerSlot slot = new WorkerSlot(this);
            slots.add(slot);
            OwnThread.start("guerdon-slot-" + (i + 1), slot::run);
        }
        OwnThread.start("guerdon-worker-watch", this::watch);
    }

    /** Returns how many processes were started so far. */
    public int started() {
        return processes.get();
    }

    public void submit(Batch batch) {
        if (closed) {
            throw new IllegalStateException("the pool is closed");
        }
        if (batch.calls() == 0) {
            batch.done();
            return;
        }
        queue.add(new CallRange(new BatchTracker(batch), 0, batch.calls(), false));
        if (closed) {
            cancelQueued();
        }
    }

    Duration deadline() {
        return deadline;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns calls for a slot, or null if there are none; waits for some if asked to. */
    @Nullable
    CallRange next(boolean wait) {
        try {
            return wait ? queue.poll(1, TimeUnit.SECONDS) : queue.poll();
        } catch (InterruptedException e) {
            return null;
        }
    }

    /**
     * Starts a process, after a pause if others failed just before.
     *
     * @throws IOException if it failed as often as it may
     */
    WorkerProcess start() throws IOException {
        WorkerProcess first = takeReady();
        if (first != null) {
            processes.incrementAndGet();
            return first;
        }
        while (true) {
            if (refusing) {
                if (System.nanoTime() - refuseUntil < 0) {
                    throw new IOException(lastProblem);
                }
                refusing = false;
                failedStarts.set(0);
            }
            try {
                processes.incrementAndGet();
                WorkerProcess process = folder.start(settings);
                failedStarts.set(0);
                return process;
            } catch (IOException e) {
                lastProblem = String.valueOf(e.getMessage());
                int failed = failedStarts.incrementAndGet();
                if (failed >= MAX_FAILED_STARTS || closed) {
                    refuseUntil = System.nanoTime() + PAUSE.toNanos();
                    refusing = true;
                    throw e;
                }
                pause(Duration.ofMillis(100L << failed));
            }
        }
    }

    private synchronized @Nullable WorkerProcess takeReady() {
        return ready == null ? null : ready.handOver();
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            // Only user code interrupts this thread, and it has no say here.
        }
    }

    void countReturn(String name) {
        Tally tally = tallies.computeIfAbsent(name, key -> new Tally());
        if (!tally.returned) {
            tally.returned = true;
        }
    }

    void countCrash(String name) {
        tallies.computeIfAbsent(name, key -> new Tally()).deaths.incrementAndGet();
    }

    /** Returns whether this reward has crashed {@value #MAX_CRASHES} workers and never returned a result. */
    boolean alwaysCrashes(String name) {
        Tally tally = tallies.get(name);
        return tally != null && !tally.returned && tally.deaths.get() >= MAX_CRASHES;
    }

    private void watch() {
        long interval = deadline.isZero()
                ? TimeUnit.MILLISECONDS.toNanos(500)
                : Math.clamp(
                        deadline.toNanos() / 10, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(20));
        long longest = Math.max(4 * interval, deadline.toNanos() / 4);
        long last = System.nanoTime();
        while (!closed) {
            try {
                TimeUnit.NANOSECONDS.sleep(interval);
            } catch (InterruptedException e) {
                continue;
            }
            long time = System.nanoTime();
            slept.addAndGet(Math.max(0, time - last - longest));
            last = time;
            long now = now();
            slots.forEach(slot -> slot.watch(now));
        }
    }

    /** Returns the time of a clock that nearly stops while the machine sleeps or the process is stopped, so that no call is late by that. */
    long now() {
        return System.nanoTime() - slept.get();
    }

    /** Kills the processes; calls that are not complete are cancelled. */
    @Override
    public void close() {
        atTheEnd.cancel();
        end();
    }

    private void end() {
        closed = true;
        slots.forEach(WorkerSlot::kill);
        cancelQueued();
        slots.forEach(WorkerSlot::awaitPrinted);
        if (ready != null) {
            ready.close();
        }
        folder.close();
    }

    private void cancelQueued() {
        CallRange piece;
        while ((piece = queue.poll()) != null) {
            piece.cancel();
        }
    }

    /** Returns the score of a call that crashed its worker. */
    static Score ended(String name, String how) {
        return new Score.Unscored(
                Score.Reason.ERROR,
                name + " did not return: its worker process " + how + "; the other samples continued in another one");
    }

    /**
     * Worker process that says what is in user code, so that its parent need not run any of it.
     *
     * <p>It can become one of the workers of a {@link WorkerPool} afterwards.
     */
    public static final class DescribingWorker implements AutoCloseable {

        private final PoolFolder folder;
        private final WorkerProcess process;
        private final ProcessShutdown.Step atTheEnd;
        private boolean handedOver;

        private DescribingWorker(PoolFolder folder, WorkerProcess process) {
            this.folder = folder;
            this.process = process;
            this.atTheEnd = ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "end the worker that describes", this::end);
        }

        /**
         * Starts a worker and waits until it has loaded the code.
         *
         * @throws GuerdonException if it did not become ready, with the reason
         */
        public static DescribingWorker start(StartSettings settings) {
            try {
                PoolFolder folder = PoolFolder.create();
                try {
                    return new DescribingWorker(folder, folder.start(settings));
                } catch (IOException | RuntimeException | Error e) {
                    folder.close();
                    throw e;
                }
            } catch (IOException e) {
                throw problem(e);
            }
        }

        /** Returns what it found when it loaded the code. User code may have a part in it. */
        public Json found() {
            return process.greeting();
        }

        /** Returns whether it can still be asked. */
        public boolean isUsable() {
            return !handedOver && process.isAlive();
        }

        /**
         * Asks for more.
         *
         * @throws GuerdonException if it refuses, ends, or takes longer than the limit
         */
        public Json ask(Map<String, Object> question, Duration limit) {
            try {
                return process.ask(question, limit);
            } catch (IOException e) {
                throw problem(e);
            }
        }

        private static GuerdonException problem(IOException e) {
            boolean named = e instanceof WorkerProcess.Refused || e instanceof WorkerProcess.Stopped;
            return new GuerdonException(
                    named
                            ? String.valueOf(e.getMessage())
                            : "no worker process can load the plugins: " + e.getMessage(),
                    e);
        }

        /** Gives the process to a pool, and returns null if it has ended. Nothing can be asked afterwards. */
        @Nullable
        WorkerProcess handOver() {
            if (!isUsable()) {
                return null;
            }
            handedOver = true;
            return process;
        }

        @Override
        public void close() {
            atTheEnd.cancel();
            end();
        }

        private void end() {
            process.kill();
            process.awaitPrinted();
            folder.close();
        }
    }
}
