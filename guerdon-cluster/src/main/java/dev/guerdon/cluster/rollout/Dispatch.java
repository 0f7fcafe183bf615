package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.cluster.spi.Cluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hands out episodes, and gives what comes back to the listener as if it had been played here.
 *
 * <p>One thread draws plans and hands them out as places become free. A piece that comes back is kept by a thread of its own, and its
 * place is free only then: what it cost is counted before the next one goes out. What did not come back goes out again, each episode
 * by itself, a few times.
 */
@Internal
public final class Dispatch implements RunningRollouts {

    /** After how many processes that were lost with it an episode is not played again. */
    static final int MOST_LOSSES = 4;

    /** After how many pieces in a row that an engine refused the run is stopped: the next will not fare better. */
    private static final int MOST_REFUSED = 3;

    /** How often it is looked whether the cluster has grown. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** How long a cluster that failed may take to give up its pieces. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Cluster.Work work;
    private final Places places;
    private final Keeper keeper;
    private final LimitDesk desk;

    private final Deque<Handout> again = new ArrayDeque<>();
    private final Set<PieceOut> out = new HashSet<>();
    private int atOnce;
    private int refused;
    private boolean stopped;
    private boolean cancelled;
    private boolean drawn;
    private @Nullable Throwable failure;

    Dispatch(Cluster.Work work, Places places, Keeper keeper, LimitDesk desk) {
        this.work = work;
        this.places = places;
        this.keeper = keeper;
        this.desk = desk;
    }

    void start(Iterator<RolloutPlan> plans) {
        Thread.ofVirtual().name("guerdon-handing-out").start(() -> draw(plans));
    }

    private void draw(Iterator<RolloutPlan> plans) {
        try {
            boolean more = true;
            for (int width = room(true); width > 0; width = room(more)) {
                // Waits while the run is paused, also for what is handed out again.
                more = plans.hasNext();
                hand(next(plans, width), width);
            }
            leftOver().forEach(handout -> keeper.listener().ended(handout.ended(FinishReason.CANCELLED, "")));
        } catch (Throwable e) {
            // The plans and the listener are the caller's code; what they threw is for whoever awaits the end.
            fail(e);
        } finally {
            synchronized (this) {
                drawn = true;
                notifyAll();
            }
        }
    }

    /** Waits for room; 0 where nothing more is to be handed out and everything came back. */
    private synchronized int room(boolean more) throws InterruptedException {
        while (true) {
            boolean nothing = stopped || (!more && again.isEmpty());
            if (nothing && out.isEmpty()) {
                return 0;
            }
            int room = nothing ? 0 : places.room(out.size(), atOnce);
            if (room > 0) {
                return room;
            }
            wait(LOOK.toMillis());
        }
    }

    private List<Handout> next(Iterator<RolloutPlan> plans, int width) {
        int most = places.size().next(places.slots(), width);
        List<Handout> next = new ArrayList<>();
        synchronized (this) {
            while (next.size() < most
                    && !again.isEmpty()
                    && (next.isEmpty() || !again.getFirst().alone())) {
                next.add(again.removeFirst());
                if (next.getFirst().alone()) {
                    return next;
                }
            }
        }
        while (next.size() < most && plans.hasNext()) {
            next.add(Handout.of(plans.next()));
        }
        return next;
    }

    private void hand(List<Handout> handouts, int width) {
        if (handouts.isEmpty()) {
            return;
        }
        PieceOut piece = new PieceOut(this, places, keeper, handouts, Math.min(width, handouts.size()));
        synchronized (this) {
            if (stopped) {
                again.addAll(handouts.stream().filter(Handout::started).toList());
                return;
            }
            out.add(piece);
            atOnce += piece.width();
        }
        try {
            piece.start(
                    work,
                    handouts.stream().filter(handout -> !handout.started()).toList());
        } catch (Throwable e) {
            back(piece);
            throw e;
        }
    }

    private synchronized List<Handout> leftOver() {
        List<Handout> left = List.copyOf(again);
        again.clear();
        return left;
    }

    synchronized void back(PieceOut piece) {
        if (out.remove(piece)) {
            atOnce -= piece.width();
            desk.release(piece);
        }
        notifyAll();
    }

    synchronized void handOutAgain(Handout handout) {
        again.add(handout);
    }

    /** Answers what a piece asks while it is played; what is back already is not answered. */
    synchronized byte[] answer(PieceOut piece, byte[] question) {
        if (!out.contains(piece)) {
            throw new IllegalStateException("nobody waits for these episodes any more");
        }
        return desk.answer(piece, question);
    }

    /** Counts a piece that came back played. */
    synchronized void played() {
        refused = 0;
    }

    /** Counts a piece that the engine refused; whether the next will not fare better. */
    synchronized boolean refusedTooOften() {
        refused++;
        return refused >= MOST_REFUSED;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    void fail(Throwable e) {
        synchronized (this) {
            if (failure == null) {
                failure = e;
            }
        }
        cancel();
    }

    @Override
    public synchronized void stopStarting() {
        stopped = true;
        notifyAll();
    }

    @Override
    public void cancel() {
        List<PieceOut> pieces;
        synchronized (this) {
            stopped = true;
            cancelled = true;
            pieces = List.copyOf(out);
            notifyAll();
        }
        for (PieceOut piece : pieces) {
            Cluster.Submission submission;
            synchronized (this) {
                submission = piece.submission;
            }
            if (submission != null) {
                submission.cancel();
            }
        }
    }

    /** Cancels the piece that the episode is in. */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public void cancel(RolloutPlan plan) {
        Cluster.Submission submission = null;
        synchronized (this) {
            for (PieceOut piece : out) {
                if (piece.plans.stream().anyMatch(each -> each == plan)) {
                    piece.unwanted.add(plan);
                    submission = piece.submission;
                }
            }
        }
        if (submission != null) {
            submission.cancel();
        }
    }

    @Override
    public void await() throws InterruptedException {
        Throwable thrown;
        synchronized (this) {
            while (failure == null && !(drawn && out.isEmpty())) {
                wait();
            }
            // A pause may hold up the thread that draws, and a cluster that is gone may never answer.
            long end = System.nanoTime() + GRACE.toNanos();
            for (long left = GRACE.toMillis(); left > 0 && !out.isEmpty(); ) {
                wait(left);
                left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            }
            thrown = failure;
        }
        switch (thrown) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new GuerdonException("the episodes could not be kept: " + e, e);
        }
    }
}
