package dev.guerdon.core.worker;

import com.fasterxml.jackson.core.JsonParser;
import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slot of a {@link WorkerPool} that owns one process: it sends calls and, after a crash, finds the call that caused it.
 *
 * <p>The slot's own thread runs {@link #run}: it takes ranges of calls from the pool, sends at most two ahead, and starts a process where
 * there is none. The reader thread of the process brings results through {@link #frame}. The pool's watch kills a process whose call is
 * past its deadline. After the end of a process, {@link CrashRecovery} completes the call that was running, and all others go to the
 * next process. Fields are guarded by the slot's monitor, except {@code retryQueue}, which its own thread alone uses.
 */
final class WorkerSlot implements WorkerProcess.Listener {

    /** Number of batches that a worker has at once: while it is busy with one, the next is on its way. */
    private static final int WINDOW = 2;

    /** Time that a worker may be busy without making a call, beyond the deadline. */
    private static final Duration BETWEEN_CALLS = Duration.ofSeconds(60);

    /** A new process loads classes and compiles nothing yet: its first call has this much more time. */
    private static final Duration FIRST_CALL = Duration.ofSeconds(2);

    private final WorkerPool pool;
    private final ArrayDeque<CallRange> retryQueue = new ArrayDeque<>();
    private final Map<Integer, CallRange> dispatched = new LinkedHashMap<>();
    private @Nullable WorkerProcess process;
    private @Nullable WorkerProcess lastProcess;
    private boolean ended;
    private boolean replaceWhenIdle;
    private int lastBatchId;
    private int resultCount;
    private long lastProgress;
    private long lastProgressNanos;
    private long timedOutProgress;
    private boolean timedOutConcurrently;

    WorkerSlot(WorkerPool pool) {
        this.pool = pool;
    }

    void run() {
        while (!pool.isClosed()) {
            try {
                runOnce();
            } catch (RuntimeException | Error e) {
                // A bug in Guerdon: callers must learn of it, and the slot must keep serving others.
                String message = "Guerdon failed: " + e;
                removeOpenRanges()
                        .forEach(range -> range.completeAll(call -> new Score.Unscored(Score.Reason.ERROR, message)));
            }
        }
        kill();
        removeOpenRanges().forEach(CallRange::cancel);
    }

    private void runOnce() {
        if (hasEnded()) {
            recover();
            return;
        }
        if (needsReplacement()) {
            retireProcess();
        }
        CallRange piece = hasRoom() ? take() : null;
        if (piece != null) {
            dispatch(piece);
        } else {
            awaitChange();
        }
    }

    /** Takes back all ranges that are not complete; the process gets no further ones. */
    private List<CallRange> removeOpenRanges() {
        List<CallRange> open;
        synchronized (this) {
            open = new ArrayList<>(dispatched.values());
            dispatched.clear();
            replaceWhenIdle = true;
        }
        open.addAll(retryQueue);
        retryQueue.clear();
        return open;
    }

    /** Returns whether the process is idle and must not receive more calls. */
    private synchronized boolean needsReplacement() {
        return process != null && dispatched.isEmpty() && (replaceWhenIdle || !process.isAlive());
    }

    private void retireProcess() {
        WorkerProcess old;
        synchronized (this) {
            old = process;
            process = null;
        }
        if (old != null) {
            old.kill();
            old.awaitReader();
            var unused = old.ending();
            synchronized (this) {
                ended = false;
            }
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private synchronized boolean hasRoom() {
        if (dispatched.isEmpty()) {
            return true;
        }
        CallRange retry = retryQueue.peek();
        return dispatched.size() < WINDOW
                && !replaceWhenIdle
                && (retry == null || !retry.alone())
                && dispatched.values().stream().noneMatch(CallRange::alone);
    }

    private @Nullable CallRange take() {
        CallRange retry = retryQueue.poll();
        return retry != null ? retry : pool.next(isIdle());
    }

    private synchronized boolean isIdle() {
        return dispatched.isEmpty();
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private synchronized void awaitChange() {
        if (!ended && !dispatched.isEmpty()) {
            try {
                wait(20);
            } catch (InterruptedException e) {
                // Only user code interrupts this thread, and it has no say here.
            }
        }
    }

    private void dispatch(CallRange piece) {
        WorkerPool.Batch calls = piece.work().batch();
        if (!calls.isNeeded()) {
            piece.cancel();
            return;
        }
        for (int call = piece.from(); call < piece.to(); call++) {
            String name = calls.name(call);
            if (pool.alwaysCrashes(name)) {
                piece.work()
                        .complete(
                                call,
                                new Score.Unscored(
                                        Score.Reason.ERROR,
                                        name
                                                + " was not started: it has ended every worker process so far, and"
                                                + " never returned"));
            }
        }
        List<CallRange> rest = piece.rest();
        if (rest.size() != 1 || !rest.getFirst().equals(new CallRange(piece.work(), piece.from(), piece.to(), false))) {
            retryQueue.addAll(rest);
            return;
        }
        WorkerProcess worker;
        try {
            worker = worker();
        } catch (IOException e) {
            String why = "was not started: no worker process could be started: " + e.getMessage();
            piece.completeAll(call -> new Score.Unscored(Score.Reason.ERROR, calls.name(call) + " " + why));
            return;
        }
        EngineFrame frame;
        synchronized (this) {
            dispatched.put(++lastBatchId, piece);
            frame = new EngineFrame(EngineFrame.SCORE, lastBatchId, calls.request(piece.from(), piece.to()));
        }
        try {
            worker.send(frame);
        } catch (IOException e) {
            worker.kill(); // the listener handles its end as any other
        }
    }

    /** Returns the process of this slot; starts one if there is none. */
    private WorkerProcess worker() throws IOException {
        if (needsReplacement()) {
            retireProcess();
        }
        synchronized (this) {
            if (process != null) {
                return process;
            }
        }
        WorkerProcess fresh = pool.start();
        synchronized (this) {
            process = fresh;
            lastProcess = fresh;
            ended = false;
            replaceWhenIdle = false;
            resultCount = 0;
            lastProgress = ProgressPage.IDLE;
            lastProgressNanos = pool.now();
            timedOutProgress = ProgressPage.IDLE;
            timedOutConcurrently = false;
        }
        fresh.listen(this);
        if (pool.isClosed()) {
            fresh.kill();
        }
        return fresh;
    }

    @Override
    public void frame(EngineFrame frame) throws IOException {
        CallRange piece;
        synchronized (this) {
            piece = dispatched.get(frame.id());
        }
        if (piece == null) {
            throw new IOException("a frame of a batch that the worker does not have");
        }
        switch (frame.kind()) {
            case EngineFrame.RESULTS -> take(piece, frame.payload());
            case EngineFrame.LINES -> takeLines(piece, frame);
            case EngineFrame.BEGUN -> {
                long call = JsonCodec.read(frame.payload(), "a worker's frame")
                        .get("i")
                        .asLong();
                if (call < piece.from() || call >= piece.to()) {
                    throw new IOException("a call has begun that was not asked for");
                }
                piece.begun().put((int) call, pool.now());
            }
            case EngineFrame.DONE -> {
                List<CallRange> rest = piece.rest();
                if (!rest.isEmpty()) {
                    // It may end early if its results have become large, but not without any.
                    boolean early =
                            frame.payload().length > 0 && rest.getFirst().from() > piece.from();
                    if (!early) {
                        throw new IOException("a batch that is done without all its results");
                    }
                    piece.work().release(piece.from(), piece.to());
                }
                synchronized (this) {
                    dispatched.remove(frame.id());
                    notifyAll();
                }
            }
            default -> throw new IOException("a frame of the unknown kind " + frame.kind());
        }
    }

    private void take(CallRange piece, byte[] lines) throws IOException {
        int count = 0;
        boolean stuck = false;
        try (JsonParser parser = JsonCodec.factory().createParser(lines)) {
            ScoreLine.Read line;
            while ((line = ScoreLine.read(parser)) != null) {
                int call = line.call();
                if (call < piece.from() || call >= piece.to() || !piece.work().complete(call, line.score())) {
                    throw new IOException("a result that was not asked for");
                }
                pool.countReturn(piece.work().batch().name(call));
                count++;
                stuck |= line.stuck();
            }
        } finally {
            synchronized (this) {
                resultCount += count;
                replaceWhenIdle |= stuck;
            }
        }
    }

    private void takeLines(CallRange piece, EngineFrame frame) throws IOException {
        byte[] payload = frame.payload();
        int end = frame.firstLine();
        Json head = JsonCodec.read(Arrays.copyOf(payload, end), "a worker's frame");
        int from = (int) head.get("from").asLong();
        int to = (int) head.get("to").asLong();
        if (from < piece.from() || to > piece.to() || from >= to) {
            throw new IOException("lines that were not asked for");
        }
        piece.work().complete(from, to, head, payload, end + 1);
        for (int call = from; call < Math.min(to, from + 16); call++) {
            pool.countReturn(piece.work().batch().name(call));
        }
        synchronized (this) {
            resultCount += to - from;
        }
    }

    @Override
    public synchronized void ended() {
        ended = true;
        notifyAll();
    }

    /** Kills a worker whose call has taken too long. */
    void watch(long now) {
        WorkerProcess late;
        synchronized (this) {
            late = process;
            long nanos = late == null || dispatched.isEmpty() || ended ? 0 : deadlineNanos(late.progress());
            if (late == null || nanos == 0) {
                lastProgress = ProgressPage.IDLE;
                lastProgressNanos = now;
                return;
            }
            if (dispatched.values().stream().anyMatch(CallRange::waits)) {
                // The worker keeps the deadlines itself; this is for one that cannot do even that.
                long patience = nanos + nanos / 2 + Duration.ofSeconds(5).toNanos();
                timedOutConcurrently = dispatched.values().stream()
                        .anyMatch(each -> !each.runningLongerThan(patience, now).isEmpty());
                if (!timedOutConcurrently) {
                    return;
                }
            } else {
                long at = late.progress();
                if (at != lastProgress) {
                    lastProgress = at;
                    lastProgressNanos = now;
                    return;
                }
                long most = at == ProgressPage.IDLE
                        ? nanos + BETWEEN_CALLS.toNanos()
                        : resultCount == 0 ? nanos + FIRST_CALL.toNanos() : nanos;
                if (now - lastProgressNanos < most) {
                    return;
                }
                timedOutProgress = at;
            }
        }
        late.kill();
    }

    /** Returns the time limit of the running call; if none or several run, the longest limit of all batches. 0 is no limit. */
    private long deadlineNanos(long progress) {
        CallRange running = dispatched.get(ProgressPage.batch(progress));
        if (running != null && !running.waits()) {
            return deadlineNanos(running);
        }
        long most = 0;
        for (CallRange each : dispatched.values()) {
            long nanos = deadlineNanos(each);
            if (nanos == 0) {
                return 0;
            }
            most = Math.max(most, nanos);
        }
        return most;
    }

    private long deadlineNanos(CallRange each) {
        long own = each.work().batch().deadlineNanos();
        return own < 0 ? pool.deadline().toNanos() : own;
    }

    void kill() {
        WorkerProcess current;
        synchronized (this) {
            current = process;
        }
        if (current != null) {
            current.kill();
        }
    }

    /** Waits a moment until the output of its last process was passed on. */
    void awaitPrinted() {
        WorkerProcess last;
        synchronized (this) {
            last = lastProcess;
        }
        if (last != null) {
            last.awaitPrinted();
        }
    }

    /** Completes the call that crashed the process, and queues all others for the next process. */
    private void recover() {
        WorkerProcess dead;
        synchronized (this) {
            dead = java.util.Objects.requireNonNull(process);
        }
        dead.awaitReader();
        long at = dead.progress();
        boolean memory = dead.ranOutOfMemory();
        boolean lost = dead.lostConnection();
        String how = dead.ending();
        Map<Integer, CallRange> open;
        boolean fruitless;
        synchronized (this) {
            open = new LinkedHashMap<>(dispatched);
            dispatched.clear();
            process = null;
            ended = false;
            fruitless = resultCount == 0;
        }
        CrashRecovery recovery = new CrashRecovery(pool, how);
        for (Map.Entry<Integer, CallRange> each : open.entrySet()) {
            CallRange had = each.getValue();
            if (had.waits() && timedOutConcurrently) {
                recovery.timeOut(had);
            } else if (had.waits()) {
                recovery.recoverConcurrent(had, open.size() == 1);
            } else if (ProgressPage.batch(at) == each.getKey()) {
                recovery.recoverSequential(
                        had, ProgressPage.call(at), at == timedOutProgress, lost || (memory && !fruitless));
            }
        }
        if (fruitless && !open.isEmpty()) {
            recovery.recoverUnattributed(open.values().iterator().next());
        }
        retryQueue.addAll(recovery.rest(open.values()));
    }
}
