package dev.guerdon.core.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Work that is left after a worker ended: decides the call to blame, and collects the calls to make again. */
final class CrashRecovery {

    /** Batches that end their workers without a sign of which call did it are tried so often as a whole. */
    private static final int MOST_FRUITLESS = 3;

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
     * The worker made calls one after the other, and this one was running.
     *
     * @param late whether it was ended because of this call's deadline
     * @param innocentPerhaps whether calls before it may be to blame
     */
    void inTurn(CallRange piece, int call, boolean late, boolean innocentPerhaps) {
        BatchTracker work = piece.work();
        if (call < piece.from() || call >= piece.to() || work.isDecided(call)) {
            return;
        }
        blamed = true;
        if (late) {
            work.decide(call, work.batch().late(call));
        } else if (innocentPerhaps && !piece.alone()) {
            // Earlier calls may have left the memory full; in a new process it is this call's own.
            alone(work, call);
        } else {
            ended(work, call);
        }
    }

    /** The worker made several calls at once: decides the only one that was running, or has each of them made again, alone. */
    void amongOthers(CallRange had, boolean noOtherBatch) {
        List<Integer> running = had.running();
        blamed |= !running.isEmpty();
        if (running.size() == 1 && noOtherBatch) {
            ended(had.work(), running.getFirst());
        } else {
            running.forEach(call -> alone(had.work(), call));
        }
    }

    /** The worker was ended because calls among others had passed their deadline, and it had not noticed. */
    void late(CallRange had) {
        blamed = true;
        BatchTracker work = had.work();
        had.runningLongerThan(pool.deadline().toNanos(), pool.now())
                .forEach(call -> work.decide(call, work.batch().late(call)));
    }

    /** The worker brought no result. If no call is to blame, and that goes on, the first one is. */
    void nobody(CallRange piece) {
        List<CallRange> rest = piece.rest();
        if (!blamed && !rest.isEmpty() && piece.work().fruitless() >= MOST_FRUITLESS) {
            ended(piece.work(), rest.getFirst().from());
        }
    }

    private void ended(BatchTracker work, int call) {
        String name = work.batch().name(call);
        pool.died(name);
        work.decide(call, WorkerPool.ended(name, how));
    }

    private void alone(BatchTracker work, int call) {
        again.add(new CallRange(work, call, call + 1, true));
    }

    /** All calls that are still to be made, those to be made alone first. */
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
