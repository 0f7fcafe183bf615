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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place for one worker process: gives it work, and when it ends finds out which call is to blame.
 *
 * <p>One thread runs {@link #run}; the process's own thread brings its frames; the pool's watch looks at it a few times per deadline.
 */
final class WorkerSlot implements WorkerProcess.Listener {

    /** While a worker is busy with one batch, the next is on its way. */
    private static final int WINDOW = 2;

    /** Time that a worker may be busy without making a call, beyond the deadline. */
    private static final Duration BETWEEN_CALLS = Duration.ofSeconds(60);

    /** A new process loads classes and compiles nothing yet: its first call has this much more time. */
    private static final Duration FIRST_CALL = Duration.ofSeconds(2);

    private final WorkerPool pool;
    private final ArrayDeque<CallRange> retries = new ArrayDeque<>();
    private final Map<Integer, CallRange> given = new LinkedHashMap<>();
    private @Nullable WorkerProcess process;
    private @Nullable WorkerProcess latest;
    private boolean ended;
    private boolean tired;
    private int batch;
    private int results;
    private long seen;
    private long seenSince;
    private long overdue;
    private boolean overdueAmongOthers;

    WorkerSlot(WorkerPool pool) {
        this.pool = pool;
    }

    void run() {
        while (!pool.isClosed()) {
            try {
                goOn();
            } catch (RuntimeException | Error e) {
                // A mistake of ours. Whoever waits for these calls must hear of it, and others must be served.
                giveUp("Guerdon failed: " + e);
            }
        }
        kill();
        giveUp("");
    }

    private void goOn() {
        if (hasEnded()) {
            recover();
            return;
        }
        if (isWornOut()) {
            dismiss();
        }
        CallRange piece = hasRoom() ? take() : null;
        if (piece != null) {
            give(piece);
        } else {
            awaitChange();
        }
    }

    /** Decides everything that this seat has; a problem, or none where scoring was ended. */
    private void giveUp(String problem) {
        List<CallRange> open;
        synchronized (this) {
            open = new ArrayList<>(given.values());
            given.clear();
            tired = true;
        }
        open.addAll(retries);
        retries.clear();
        for (CallRange piece : open) {
            if (problem.isEmpty()) {
                piece.cancel();
            } else {
                piece.decideAll(call -> new Score.Unscored(Score.Reason.ERROR, problem));
            }
        }
    }

    /** Returns whether the worker has nothing to do, and is not fit for more. */
    private synchronized boolean isWornOut() {
        return process != null && given.isEmpty() && (tired || !process.isAlive());
    }

    private void dismiss() {
        WorkerProcess old;
        synchronized (this) {
            old = process;
            process = null;
        }
        if (old != null) {
            old.kill();
            old.awaitSilence();
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
        if (given.isEmpty()) {
            return true;
        }
        CallRange retry = retries.peek();
        return given.size() < WINDOW
                && !tired
                && (retry == null || !retry.alone())
                && given.values().stream().noneMatch(CallRange::alone);
    }

    private @Nullable CallRange take() {
        CallRange retry = retries.poll();
        return retry != null ? retry : pool.next(isIdle());
    }

    private synchronized boolean isIdle() {
        return given.isEmpty();
    }

    @SuppressWarnings("WaitNotInLoop") // whoever calls looks again, and waits again
    private synchronized void awaitChange() {
        if (!ended && !given.isEmpty()) {
            try {
                wait(20);
            } catch (InterruptedException e) {
                // Nobody who means it interrupts a seat.
            }
        }
    }

    private void give(CallRange piece) {
        WorkerPool.Batch calls = piece.work().batch();
        if (!calls.wanted()) {
            piece.cancel();
            return;
        }
        for (int call = piece.from(); call < piece.to(); call++) {
            String name = calls.name(call);
            if (pool.isHopeless(name)) {
                piece.work()
                        .decide(
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
            retries.addAll(rest);
            return;
        }
        WorkerProcess worker;
        try {
            worker = worker();
        } catch (IOException e) {
            String why = "was not started: no worker process could be started: " + e.getMessage();
            piece.decideAll(call -> new Score.Unscored(Score.Reason.ERROR, calls.name(call) + " " + why));
            return;
        }
        EngineFrame frame;
        synchronized (this) {
            given.put(++batch, piece);
            frame = new EngineFrame(EngineFrame.SCORE, batch, calls.request(piece.from(), piece.to()));
        }
        try {
            worker.send(frame);
        } catch (IOException e) {
            worker.kill(); // its end is heard of in the same way as any other
        }
    }

    /** The process of this seat, started if there is none. */
    private WorkerProcess worker() throws IOException {
        if (isWornOut()) {
            dismiss();
        }
        synchronized (this) {
            if (process != null) {
                return process;
            }
        }
        WorkerProcess fresh = pool.start();
        synchronized (this) {
            process = fresh;
            latest = fresh;
            ended = false;
            tired = false;
            results = 0;
            seen = ProgressPage.IDLE;
            seenSince = pool.now();
            overdue = ProgressPage.IDLE;
            overdueAmongOthers = false;
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
            piece = given.get(frame.id());
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
                    throw new IOException("a call has begun that nobody asked for");
                }
                piece.begun().put((int) call, pool.now());
            }
            case EngineFrame.DONE -> {
                List<CallRange> rest = piece.rest();
                if (!rest.isEmpty()) {
                    // It may end early where results have become large, but not without any.
                    boolean early =
                            frame.payload().length > 0 && rest.getFirst().from() > piece.from();
                    if (!early) {
                        throw new IOException("a batch that is done without all its results");
                    }
                    piece.work().release(piece.from(), piece.to());
                }
                synchronized (this) {
                    given.remove(frame.id());
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
                if (call < piece.from() || call >= piece.to() || !piece.work().decide(call, line.score())) {
                    throw new IOException("a result that nobody asked for");
                }
                pool.returned(piece.work().batch().name(call));
                count++;
                stuck |= line.stuck();
            }
        } finally {
            synchronized (this) {
                results += count;
                tired |= stuck;
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
            throw new IOException("lines that nobody asked for");
        }
        piece.work().decide(from, to, head, payload, end + 1);
        for (int call = from; call < Math.min(to, from + 16); call++) {
            pool.returned(piece.work().batch().name(call));
        }
        synchronized (this) {
            results += to - from;
        }
    }

    @Override
    public synchronized void ended() {
        ended = true;
        notifyAll();
    }

    /** Ends a worker whose call has taken too long. */
    void watch(long now) {
        WorkerProcess late;
        synchronized (this) {
            late = process;
            long nanos = late == null || given.isEmpty() || ended ? 0 : deadlineNanos(late.progress());
            if (late == null || nanos == 0) {
                seen = ProgressPage.IDLE;
                seenSince = now;
                return;
            }
            if (given.values().stream().anyMatch(CallRange::waits)) {
                // The worker keeps the deadlines itself; this is for one that cannot do even that.
                long patience = nanos + nanos / 2 + Duration.ofSeconds(5).toNanos();
                overdueAmongOthers = given.values().stream()
                        .anyMatch(each -> !each.runningLongerThan(patience, now).isEmpty());
                if (!overdueAmongOthers) {
                    return;
                }
            } else {
                long at = late.progress();
                if (at != seen) {
                    seen = at;
                    seenSince = now;
                    return;
                }
                long most = at == ProgressPage.IDLE
                        ? nanos + BETWEEN_CALLS.toNanos()
                        : results == 0 ? nanos + FIRST_CALL.toNanos() : nanos;
                if (now - seenSince < most) {
                    return;
                }
                overdue = at;
            }
        }
        late.kill();
    }

    /** The time that the call which runs has; if none does, or several do, the most that any of them has. */
    private long deadlineNanos(long progress) {
        CallRange running = given.get(ProgressPage.batch(progress));
        if (running != null && !running.waits()) {
            return deadlineNanos(running);
        }
        long most = 0;
        for (CallRange each : given.values()) {
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

    /** Waits until what its last process printed before its end was passed on, for a moment. */
    void awaitPrinted() {
        WorkerProcess last;
        synchronized (this) {
            last = latest;
        }
        if (last != null) {
            last.awaitPrinted();
        }
    }

    synchronized Optional<Long> pid() {
        return process == null || !process.isAlive() ? Optional.empty() : Optional.of(process.pid());
    }

    /** The process has ended: decides the call that it was making, and puts what is left where the next process gets it. */
    private void recover() {
        WorkerProcess dead;
        synchronized (this) {
            dead = java.util.Objects.requireNonNull(process);
        }
        dead.awaitSilence();
        long at = dead.progress();
        boolean memory = dead.ranOutOfMemory();
        boolean lost = dead.lostItsLine();
        String how = dead.ending();
        Map<Integer, CallRange> open;
        boolean fruitless;
        synchronized (this) {
            open = new LinkedHashMap<>(given);
            given.clear();
            process = null;
            ended = false;
            fruitless = results == 0;
        }
        CrashRecovery recovery = new CrashRecovery(pool, how);
        for (Map.Entry<Integer, CallRange> each : open.entrySet()) {
            CallRange had = each.getValue();
            if (had.waits() && overdueAmongOthers) {
                recovery.late(had);
            } else if (had.waits()) {
                recovery.amongOthers(had, open.size() == 1);
            } else if (ProgressPage.batch(at) == each.getKey()) {
                recovery.inTurn(had, ProgressPage.call(at), at == overdue, lost || (memory && !fruitless));
            }
        }
        if (fruitless && !open.isEmpty()) {
            recovery.nobody(open.values().iterator().next());
        }
        retries.addAll(recovery.rest(open.values()));
    }
}
