package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.cluster.spi.Cluster;
import dev.guerdon.cluster.spi.Receiver;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Episodes that one process plays, from when they are handed out until all of them have come back. */
final class PieceOut implements Receiver {

    private final Dispatch dispatch;
    private final Places places;
    private final Keeper keeper;
    private final List<Handout> handouts;
    private final int width;

    /** The episodes of it. */
    final List<RolloutPlan> plans;

    /** The episodes of it that were cancelled by themselves; guarded by the dispatch. */
    final List<RolloutPlan> unwanted = new ArrayList<>();

    /** What can be cancelled, once it is handed out; guarded by the dispatch. */
    Cluster.@Nullable Submission submission;

    PieceOut(Dispatch dispatch, Places places, Keeper keeper, List<Handout> handouts, int width) {
        this.dispatch = dispatch;
        this.places = places;
        this.keeper = keeper;
        this.handouts = handouts.stream().map(Handout::begun).toList();
        this.plans = handouts.stream().map(Handout::plan).toList();
        this.width = width;
    }

    /** How many of its episodes are played at once. */
    int width() {
        return width;
    }

    /**
     * Hands it out.
     *
     * @param fresh the episodes that were not handed out before
     */
    void start(Cluster.Work work, List<Handout> fresh) {
        fresh.forEach(handout -> keeper.listener().started(handout.plan()));
        Duration patience = Duration.ofMillis((long) (3_000 * PieceSize.goal(places.slots())));
        byte[] description = new EpisodePiece(width, patience, plans).bytes();
        Cluster.Submission submitted = work.submit(List.of(new Cluster.Piece(description, List.of())), this);
        synchronized (dispatch) {
            submission = submitted;
            if (!dispatch.isCancelled() && unwanted.isEmpty()) {
                return;
            }
        }
        submitted.cancel();
    }

    /** What the engine's own thread is told is dealt with elsewhere: it has others to tell. */
    @Override
    public void done(int piece, byte[] result) {
        deal(() -> keep(PieceResult.read(result, plans)));
    }

    @Override
    public void failed(int piece, Failure reason) {
        deal(() -> {
            switch (reason.cause()) {
                case THREW -> refused(reason.message());
                case LOST, IO_FAILED, ABANDONED -> lost(reason);
                case NO_ENGINE -> unopened(reason.message());
                case CANCELLED -> cancelled(reason.message());
            }
        });
    }

    @Override
    public byte[] asked(int piece, byte[] question) {
        return dispatch.answer(this, question);
    }

    /** What is done with a piece that came back. */
    private interface Dealing {
        void run() throws IOException;
    }

    private void deal(Dealing what) {
        Thread.ofVirtual().name("guerdon-episodes").start(() -> {
            try {
                what.run();
            } catch (Throwable e) {
                dispatch.fail(e);
            } finally {
                dispatch.back(this);
            }
        });
    }

    private void keep(PieceResult result) throws IOException {
        dispatch.played();
        keeper.lines().put(result.lines());
        places.size().add(result.played().size(), width, result.time().toNanos() / 1e9);
        for (int i = 0; i < handouts.size(); i++) {
            PieceResult.Played played = result.played().get(i);
            if (played == null) {
                dispatch.handOutAgain(handouts.get(i));
            } else if (played.rollout().trajectory().finishReason() == FinishReason.CANCELLED
                    && !dispatch.isCancelled()) {
                // Not we, but the end of its process cancelled it.
                lost(handouts.get(i), 1, "its process on " + result.host() + " ended");
            } else {
                keeper.keep(played, result.host());
            }
        }
    }

    private void refused(String message) {
        if (handouts.size() > 1) {
            handouts.forEach(handout -> dispatch.handOutAgain(handout.byItself()));
            return;
        }
        keeper.listener().ended(handouts.getFirst().ended(FinishReason.ERROR, message));
        requireNotTooOften(message);
    }

    /** The episodes are not to blame: nobody began them. */
    private void unopened(String message) {
        handouts.forEach(dispatch::handOutAgain);
        requireNotTooOften(message);
    }

    private void requireNotTooOften(String message) {
        if (dispatch.refusedTooOften()) {
            throw new GuerdonException("the cluster cannot play these episodes: " + message);
        }
    }

    private void lost(Failure reason) {
        handouts.forEach(handout -> lost(handout, reason.tries(), reason.message()));
    }

    private void lost(Handout handout, int times, String message) {
        Handout next = handout.lost(times);
        // One that was never by itself may not be the one that took the process with it.
        boolean alone = handout.alone() || handouts.size() == 1;
        if (next.losses() < Dispatch.MOST_LOSSES || !alone) {
            dispatch.handOutAgain(next);
        } else {
            keeper.listener()
                    .ended(handout.ended(
                            FinishReason.ENVIRONMENT_LOST,
                            "the process that played it was lost " + next.losses() + " times, the last time because "
                                    + message));
        }
    }

    private void cancelled(String message) {
        boolean asked;
        boolean all;
        synchronized (dispatch) {
            all = dispatch.isCancelled();
            asked = all || !unwanted.isEmpty();
        }
        if (!asked) {
            throw new GuerdonException("the cluster ended the work: " + message);
        }
        for (Handout handout : handouts) {
            if (all || isUnwanted(handout.plan())) {
                keeper.listener().ended(handout.ended(FinishReason.CANCELLED, ""));
            } else {
                dispatch.handOutAgain(handout); // it was beside one that nobody wants any more
            }
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private boolean isUnwanted(RolloutPlan plan) {
        synchronized (dispatch) {
            return unwanted.stream().anyMatch(each -> each == plan);
        }
    }
}
