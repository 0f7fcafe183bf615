package dev.guerdon.core.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Recovery after the crash of a worker: completes the call to blame, and collects the calls to make again. */
final class CrashRecovery {

    /** Number of tries of a batch that crashes its workers without a sign of which call is to blame. */
    private static final int MAX_FRUITLESS = 3;

    private final WorkerPool pool;
    private final String how;
    private final List<CallRange> again = new ArrayList<>();
    private boolean blamed;

    /**
     * @param how how the worker ended
     */
    CrashRecovery(WorkerPool pool, String how) {
        this.pool = pool;
        this.how = how;
    }

    /**
     * Recovers the call that was running in a worker that makes calls one after the other.
     *
     * @param late whether the worker was killed because of this call's deadline
     * @param innocentPerhaps whether calls before it may be to blame
     */
    void recoverSequential(CallRange piece, int call, boolean late, boolean innocentPerhaps) {
        BatchTracker work = piece.work();
        if (call < piece.from() || call >= piece.to() || work.isComplete(call)) {
            return;
        }
        blamed = true;
        if (late) {
            work.complete(call, work.batch().late(call));
        } else if (innocentPerhaps && !piece.alone()) {
            // Earlier calls may have left the memory full; in a new process it is this call's own.
            alone(work, call);
        } else {
            ended(work, call);
        }
    }

    /** Recovers the calls of a worker that makes several at once: blames the only one that was running, or has each made again, alone. */
    void recoverConcurrent(CallRange had, boolean noOtherBatch) {
        List<Integer> running = had.running();
        blamed |= !running.isEmpty();
        if (running.size() == 1 && noOtherBatch) {
            ended(had.work(), running.getFirst());
        } else {
            running.forEach(call -> alone(had.work(), call));
        }
    }

    /** Completes the calls past their deadline of a worker that was killed because it had not noticed. */
    void timeOut(CallRange had) {
        blamed = true;
        BatchTracker work = had.work();
        had.runningLongerThan(pool.deadline().toNanos(), pool.now())
                .forEach(call -> work.complete(call, work.batch().late(call)));
    }

    /** Handles a worker that returned no result. Blames the first open call if this keeps happening. */
    void recoverUnattributed(CallRange piece) {
        List<CallRange> rest = piece.rest();
        if (!blamed && !rest.isEmpty() && piece.work().countFruitless() >= MAX_FRUITLESS) {
            ended(piece.work(), rest.getFirst().from());
        }
    }

    private void ended(BatchTracker work, int call) {
        String name = work.batch().name(call);
        pool.countCrash(name);
        work.complete(call, WorkerPool.ended(name, how));
    }

    private void alone(BatchTracker work, int call) {
        again.add(new CallRange(work, call, call + 1, true));
    }

    /** Returns all calls that are still to be made, those to be made alone first. */
    List<CallRange> rest(Collection<CallRange> open) {
        List<CallRange> all = new ArrayList<>(again);
        for (CallRange had : open) {
            BatchTracker work = had.work();
            int next = had.from();
            for (CallRange single : again) {
                if (single.work() == work && single.from() >= next && single.from() < had.to()) {
                    all.addAll(work.rest(next, single.from()));
                    next = single.to();
                }
            }
            all.addAll(work.rest(next, had.to()));
        }
        return all;
    }
}
