package dev.guerdon.core.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What is left to do after a worker ended: decides the call to blame, and collects the calls to make again. */
final class Recovery {

    /** Batches that end their workers without a sign of which call did it are tried so often as a whole. */
    private static final int MOST_FRUITLESS = 3;

    private final WorkerPool pool;
    private final String how;
    private final List<Piece> again = new ArrayList<>();
    private boolean blamed;

    /**
     * @param how how the worker ended
     */
    Recovery(WorkerPool pool, String how) {
        this.pool = pool;
        this.how = how;
    }

    /**
     * The worker made calls one after the other, and this one was running.
     *
     * @param late whether it was ended because of this call's deadline
     * @param innocentPerhaps whether calls before it may be to blame
     */
    void inTurn(Piece piece, int call, boolean late, boolean innocentPerhaps) {
        Work work = piece.work();
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
    void amongOthers(Given had, boolean noOtherBatch) {
        List<Integer> running = had.running();
        blamed |= !running.isEmpty();
        if (running.size() == 1 && noOtherBatch) {
            ended(had.piece().work(), running.getFirst());
        } else {
            running.forEach(call -> alone(had.piece().work(), call));
        }
    }

    /** The worker was ended because calls among others had passed their deadline, and it had not noticed. */
    void late(Given had) {
        blamed = true;
        Work work = had.piece().work();
        had.runningLongerThan(pool.deadline().toNanos(), pool.now())
                .forEach(call -> work.decide(call, work.batch().late(call)));
    }

    /** The worker brought no result. If no call is to blame, and that goes on, the first one is. */
    void nobody(Piece piece) {
        List<Piece> rest = piece.rest();
        if (!blamed && !rest.isEmpty() && piece.work().fruitless() >= MOST_FRUITLESS) {
            ended(piece.work(), rest.getFirst().from());
        }
    }

    private void ended(Work work, int call) {
        String name = work.batch().name(call);
        pool.died(name);
        work.decide(call, WorkerPool.ended(name, how));
    }

    private void alone(Work work, int call) {
        again.add(new Piece(work, call, call + 1, true));
    }

    /** All calls that are still to be made, those to be made alone first. */
    List<Piece> rest(Collection<Given> open) {
        List<Piece> all = new ArrayList<>(again);
        for (Given had : open) {
            Work work = had.piece().work();
            int next = had.piece().from();
            for (Piece single : again) {
                if (single.work() == work
                        && single.from() >= next
                        && single.from() < had.piece().to()) {
                    all.addAll(work.rest(next, single.from()));
                    next = single.to();
                }
            }
            all.addAll(work.rest(next, had.piece().to()));
        }
        return all;
    }
}
