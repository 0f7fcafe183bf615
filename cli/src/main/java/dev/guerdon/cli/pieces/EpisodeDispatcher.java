package dev.guerdon.cli.pieces;

import dev.guerdon.agent.SharedLimits;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.RunningRollouts;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.pieces.EpisodeCapacity.PieceSize;
import dev.guerdon.cli.pieces.EpisodeEngine.EpisodePiece;
import dev.guerdon.cli.pieces.PieceResult.Artifacts;
import dev.guerdon.cli.spi.Cluster;
import dev.guerdon.cli.spi.Cluster.Receiver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hands out episodes, and gives what comes back to the listener as if it had been played here.
 *
 * <p>One thread draws plans and hands them out as places become free. A piece that comes back is kept by a thread of its own, and its
 * place is free only then: what it cost is counted before the next one goes out. What did not come back goes out again, each episode
 * by itself, a few times.
 */
final class EpisodeDispatcher implements RunningRollouts {

    /** After how many processes that were lost with it an episode is not played again. */
    static final int MAX_LOSSES = 4;

    /** After how many pieces in a row that an engine refused the run is stopped: the next will not fare better. */
    private static final int MAX_REFUSED = 3;

    /** Interval between checks whether the cluster has grown. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** Time that a cluster that failed may take to give up its pieces. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final RemotePlayers players;
    private final RolloutListener listener;
    private final RunLines lines;
    private final @Nullable ModelServer models;

    /** Its monitor guards everything below. */
    private final PieceDispatcher<SubmittedPiece> pieces;

    private final Deque<Assignment> again = new ArrayDeque<>();
    private final AtomicInteger refused = new AtomicInteger();
    private int atOnce;
    private boolean stopped;
    private boolean drawn;

    /**
     * @param listener gets each episode as if it had been played here
     */
    EpisodeDispatcher(RemotePlayers players, RolloutListener listener) {
        this.players = players;
        this.listener = listener;
        this.lines = new RunLines(players.scene().folder());
        this.models = players.model() == null ? null : new ModelServer(players.model(), players.scene(), listener);
        this.pieces = new PieceDispatcher<>(
                new ResultHandler(),
                task -> Thread.ofVirtual().name("guerdon-episodes").start(task));
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
            leftOver().forEach(episode -> listener.ended(episode.ended(FinishReason.CANCELLED, "", Usage.NONE)));
        } catch (Throwable e) {
            // The plans and the listener are the caller's code; what they threw is rethrown in await().
            pieces.fail(e);
        } finally {
            synchronized (pieces) {
                drawn = true;
                pieces.notifyAll();
            }
        }
    }

    /** Waits for room; 0 if nothing more is to be handed out and everything came back. */
    private int room(boolean more) throws InterruptedException {
        synchronized (pieces) {
            while (true) {
                boolean nothing = isStopped() || (!more && again.isEmpty());
                if (nothing && pieces.size() == 0) {
                    return 0;
                }
                int room = nothing ? 0 : players.places().room(pieces.size(), atOnce);
                if (room > 0) {
                    return room;
                }
                pieces.wait(LOOK.toMillis());
            }
        }
    }

    private boolean isStopped() {
        return stopped || pieces.isCancelled();
    }

    private List<Assignment> next(Iterator<RolloutPlan> plans, int width) {
        EpisodeCapacity places = players.places();
        int most = places.size().next(places.slots(), width);
        List<Assignment> next = new ArrayList<>();
        synchronized (pieces) {
            while (next.size() < most && !again.isEmpty() && (next.isEmpty() || !again.getFirst().alone)) {
                next.add(again.removeFirst());
                if (next.getFirst().alone) {
                    return next;
                }
            }
        }
        while (next.size() < most && plans.hasNext()) {
            next.add(new Assignment(plans.next()));
        }
        return next;
    }

    private void hand(List<Assignment> episodes, int width) throws IOException {
        if (episodes.isEmpty()) {
            return;
        }
        SubmittedPiece piece = new SubmittedPiece(episodes, Math.min(width, episodes.size()));
        synchronized (pieces) {
            if (isStopped()) {
                again.addAll(episodes.stream().filter(each -> each.started).toList());
                return;
            }
            atOnce += piece.width;
        }
        pieces.hand(List.of(piece), (one, receiver) -> {
            // It is under way by now: who hears of an episode may cancel it.
            episodes.stream().filter(each -> !each.started).forEach(each -> {
                each.started = true;
                listener.started(each.plan);
            });
            return players.work().submit(List.of(new Cluster.Piece(piece.description(), List.of())), receiver);
        });
    }

    private List<Assignment> leftOver() {
        synchronized (pieces) {
            List<Assignment> left = List.copyOf(again);
            again.clear();
            return left;
        }
    }

    private void handOutAgain(Assignment episode) {
        synchronized (pieces) {
            again.add(episode);
        }
    }

    private final class ResultHandler implements PieceDispatcher.ResultHandler<SubmittedPiece> {
        @Override
        public void done(SubmittedPiece piece, byte[] result) throws IOException {
            piece.keep(PieceCodec.read(result, PieceResult.class));
        }

        @Override
        public void failed(SubmittedPiece piece, Receiver.Failure reason) {
            piece.failed(reason);
        }

        /** Returns what is back already is not answered. */
        @Override
        public byte[] asked(SubmittedPiece piece, byte[] question) {
            synchronized (pieces) {
                if (piece.over) {
                    throw new IllegalStateException("these episodes were cancelled");
                }
                if (models == null) {
                    return SharedGate.answer(players.limits(), piece, question);
                }
            }
            return models.answer(piece.episodes.getFirst().plan, question);
        }

        @Override
        public void over(SubmittedPiece piece) {
            SharedLimits limits = players.limits();
            piece.episodes.forEach(each -> used(each.plan));
            synchronized (pieces) {
                if (!piece.over) {
                    piece.over = true;
                    if (limits != null) {
                        limits.release(piece);
                    }
                    atOnce -= piece.width;
                }
            }
        }
    }

    /** Ends the model's side of an episode, and returns what it used as far as that is known here. */
    private Usage used(RolloutPlan plan) {
        return models == null ? Usage.NONE : models.release(plan);
    }

    /** Stops the run where one piece after the other is refused. */
    private void countRefused(String message) {
        if (refused.incrementAndGet() >= MAX_REFUSED) {
            throw new GuerdonException("the cluster cannot play these episodes: " + message);
        }
    }

    @Override
    public void stopStarting() {
        synchronized (pieces) {
            stopped = true;
            pieces.notifyAll();
        }
    }

    @Override
    public void cancel() {
        pieces.cancel();
    }

    /** Cancels the piece that the episode is in. */
    @Override
    public void cancel(RolloutPlan plan) {
        for (SubmittedPiece piece : pieces.pieces()) {
            if (piece.drop(plan)) {
                pieces.cancel(piece);
            }
        }
    }

    @Override
    public void await() throws InterruptedException {
        synchronized (pieces) {
            while (!pieces.isFailed() && !(drawn && pieces.size() == 0)) {
                pieces.wait();
            }
        }
        // A pause may hold up the thread that draws, and a cluster that is gone may never answer.
        pieces.awaitFewerThan(1, GRACE);
        try {
            pieces.requireNoFailure();
        } catch (IOException e) {
            throw new GuerdonException("the episodes could not be kept: " + e, e);
        }
    }

    /** An episode on its way: handed out, or to be handed out again. One thread at a time has it. */
    private static final class Assignment {
        private final RolloutPlan plan;
        private final Instant since = Instant.now();

        /** How often the process that played it was lost. */
        private int losses;

        /** True if it goes into a piece of its own, because one that it was in did not come back. */
        private boolean alone;

        /** True if it was handed out before. */
        private boolean started;

        Assignment(RolloutPlan plan) {
            this.plan = plan;
        }

        /** Returns the rollout of an episode that was not played to its end. */
        Rollout ended(FinishReason reason, String error, Usage used) {
            Score.Unscored score = switch (reason.kind()) {
                case CANCELLED -> new Score.Unscored(Score.Reason.CANCELLED, "the rollout was cancelled");
                case ENVIRONMENT_LOST ->
                    new Score.Unscored(Score.Reason.RESOURCE, "the environment was lost: " + error);
                case ENDED, TRUNCATED, MODEL_FAILED, FAILED, UNKNOWN ->
                    new Score.Unscored(Score.Reason.ERROR, "the rollout ended in an error: " + error);
            };
            Trajectory nothing = Trajectory.builder()
                    .ids(plan.id(), plan.task().id())
                    .segments(List.of(List.of()))
                    .finishReason(reason)
                    .time(since, Duration.between(since, Instant.now()))
                    .build();
            return new Rollout(plan, nothing, "", score, List.of(), used, error);
        }
    }

    /** Episodes that one process plays, from when they are handed out until all of them have come back. */
    private final class SubmittedPiece {
        private final List<Assignment> episodes;

        /** Number of them that are played at once. */
        private final int width;

        /** The episodes of it that were cancelled by themselves. */
        private final Set<RolloutPlan> unwanted =
                Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

        /** True if it was dealt with, so that nothing it asks is answered any more. */
        private boolean over;

        SubmittedPiece(List<Assignment> episodes, int width) {
            this.episodes = episodes;
            this.width = width;
        }

        byte[] description() {
            Duration patience = Duration.ofMillis(
                    (long) (3_000 * PieceSize.goal(players.places().slots())));
            List<RolloutPlan> plans = episodes.stream().map(each -> each.plan).toList();
            return PieceCodec.bytes(new EpisodePiece(width, patience, plans));
        }

        /** Marks an episode as cancelled; returns whether it is one of this piece and was not before. */
        @SuppressWarnings("ReferenceEquality")
        boolean drop(RolloutPlan plan) {
            return episodes.stream().anyMatch(each -> each.plan == plan) && unwanted.add(plan);
        }

        void keep(PieceResult result) throws IOException {
            refused.set(0);
            lines.put(result.lines());
            players.places()
                    .size()
                    .add(result.played().size(), width, result.time().toNanos() / 1e9);
            Map<Integer, PieceResult.Played> played = new HashMap<>();
            result.played().forEach(each -> played.put(each.place(), each));
            for (int i = 0; i < episodes.size(); i++) {
                Assignment episode = episodes.get(i);
                PieceResult.Played one = played.get(i);
                if (one == null) {
                    handOutAgain(episode);
                    continue;
                }
                Rollout rollout = one.rollout(episode.plan);
                boolean ended = rollout.trajectory().finishReason() != FinishReason.CANCELLED;
                if (!ended && !pieces.isCancelled()) {
                    // Not we, but the end of its process cancelled it.
                    lost(episode, 1, "its process on " + result.host() + " ended");
                } else {
                    if (ended) {
                        keep(episode.plan, one.artifacts(), result.host());
                    }
                    rollout.turns().forEach(turn -> listener.turned(episode.plan, turn));
                    listener.ended(rollout);
                }
            }
        }

        /** Keeps the files of an episode that was played to its end on a host. */
        private void keep(RolloutPlan plan, Artifacts left, String host) throws IOException {
            Optional<Path> folder = players.scene().artifacts().apply(plan);
            if (folder.isPresent()) {
                left.writeTo(folder.get());
                if (!left.leftOut().isEmpty()) {
                    players.notices()
                            .accept("the episode " + plan.id() + " left too many bytes of files on " + host
                                    + " (the most is " + (Artifacts.MAX_BYTES >> 20) + " MiB); not brought back: "
                                    + String.join(", ", left.leftOut()));
                }
            }
        }

        void failed(Receiver.Failure reason) {
            String message = reason.message();
            switch (reason.cause()) {
                case THREW -> refused(message);
                case ENDED -> {
                    // The one episode that the process played is to blame.
                    episodes.forEach(each -> end(each, FinishReason.ERROR, message, used(each.plan)));
                    refused.set(0);
                }
                case LOST, IO_FAILED, ABANDONED -> episodes.forEach(each -> lost(each, reason.tries(), message));
                case NO_ENGINE -> {
                    episodes.forEach(EpisodeDispatcher.this::handOutAgain); // they had not begun
                    countRefused(message);
                }
                case CANCELLED -> cancelled(message);
            }
        }

        private void end(Assignment episode, FinishReason reason, String error, Usage used) {
            listener.ended(episode.ended(reason, error, used));
        }

        private void refused(String message) {
            if (episodes.size() > 1) {
                episodes.forEach(each -> {
                    each.alone = true;
                    handOutAgain(each);
                });
                return;
            }
            end(episodes.getFirst(), FinishReason.ERROR, message, Usage.NONE);
            countRefused(message);
        }

        private void lost(Assignment episode, int times, String message) {
            // One that was never by itself may not be the one that took the process with it.
            boolean alone = episode.alone || episodes.size() == 1;
            episode.losses += times;
            episode.alone = true;
            if (episode.losses < MAX_LOSSES || !alone) {
                handOutAgain(episode);
            } else {
                end(
                        episode,
                        FinishReason.ENVIRONMENT_LOST,
                        "the process that played it was lost " + episode.losses + " times, the last time because "
                                + message,
                        Usage.NONE);
            }
        }

        private void cancelled(String message) {
            boolean all = pieces.isCancelled();
            if (!all && unwanted.isEmpty()) {
                throw new GuerdonException("the cluster ended the work: " + message);
            }
            for (Assignment episode : episodes) {
                if (all || unwanted.contains(episode.plan)) {
                    end(episode, FinishReason.CANCELLED, "", Usage.NONE);
                } else {
                    handOutAgain(episode); // another one of its piece was cancelled
                }
            }
        }
    }
}
