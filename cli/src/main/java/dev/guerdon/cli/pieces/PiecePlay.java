package dev.guerdon.cli.pieces;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.cli.pieces.EpisodeEngine.EpisodePiece;
import dev.guerdon.cli.pieces.PieceResult.Artifacts;
import dev.guerdon.cli.spi.PieceEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Plays the episodes of one piece, a few at a time, on the thread of the piece. */
final class PiecePlay {

    /** Interval of the checks whether the piece was cancelled. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** Once a result has that many bytes of files, no further episode is started. */
    private static final long ENOUGH_BYTES = 32L << 20;

    /** No result has more bytes of files: all of it is in the memory of this process, and then of the driver. */
    private static final long MAX_BYTES = 128L << 20;

    private final EpisodeEngine engine;
    private final EpisodePiece piece;
    private final PieceEngine.Place here;
    private final long began = System.nanoTime();
    private final Map<Integer, CompletableFuture<Rollout>> flying = new TreeMap<>();

    /** The places of those that have ended, and are still to be taken. */
    private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();

    private final List<PieceResult.Played> played = new ArrayList<>();
    private int next;
    private long bytes;

    PiecePlay(EpisodeEngine engine, EpisodePiece piece, PieceEngine.Place here) {
        this.engine = engine;
        this.piece = piece;
        this.here = here;
    }

    PieceResult play() throws IOException, InterruptedException, ExecutionException {
        try {
            while (true) {
                while (flying.size() < piece.atOnce() && mayStart()) {
                    int place = next++;
                    CompletableFuture<Rollout> one = engine.start(piece.plans().get(place), here);
                    flying.put(place, one);
                    var unused = one.whenComplete((rollout, problem) -> ended.add(place));
                }
                if (flying.isEmpty()) {
                    return new PieceResult(
                            engine.hostName(),
                            Duration.ofNanos(System.nanoTime() - began),
                            played,
                            engine.changedLines());
                }
                if (here.isCancelled()) {
                    throw new CancellationException("these episodes were cancelled");
                }
                Integer place = ended.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                CompletableFuture<Rollout> one = place == null ? null : flying.remove(place);
                if (place != null && one != null) {
                    take(place, one);
                }
            }
        } finally {
            leave();
        }
    }

    /** The first round is played whatever it takes; then only as long as there is time and room. */
    private boolean mayStart() {
        return next < piece.plans().size()
                && (next < piece.atOnce()
                        || (bytes < ENOUGH_BYTES
                                && System.nanoTime() - began < piece.patience().toNanos()));
    }

    private void take(int place, CompletableFuture<Rollout> ended)
            throws IOException, InterruptedException, ExecutionException {
        RolloutPlan plan = piece.plans().get(place);
        Artifacts artifacts = engine.take(plan, Math.min(Artifacts.MAX_BYTES, MAX_BYTES - bytes));
        Rollout rollout;
        try {
            rollout = ended.get();
        } catch (CancellationException e) {
            next = piece.plans().size(); // the process ends: what it did not play, another one does
            return;
        }
        bytes += artifacts.bytes();
        played.add(PieceResult.Played.of(place, located(rollout), artifacts));
    }

    /** Names the machine on which an environment could not be had: what is missing is missing there. */
    private Rollout located(Rollout rollout) {
        if (engine.hostName().isEmpty() || rollout.trajectory().finishReason() != FinishReason.ENVIRONMENT_LOST) {
            return rollout;
        }
        String where = " (on " + engine.hostName() + ")";
        Score score = rollout.score() instanceof Score.Unscored unscored
                ? new Score.Unscored(unscored.reason(), unscored.message() + where)
                : rollout.score();
        return new Rollout(
                rollout.plan(),
                rollout.trajectory(),
                rollout.finalResponse(),
                score,
                rollout.turns(),
                rollout.usage(),
                rollout.error() + where);
    }

    /** Ends what still flies, when something went wrong. */
    private void leave() {
        flying.forEach((place, ended) -> {
            RolloutPlan plan = piece.plans().get(place);
            engine.cancel(plan);
            // Its files go once it has ended; until then it writes.
            var unused = ended.whenComplete((rollout, problem) -> {
                try {
                    engine.take(plan, 0);
                } catch (IOException e) {
                    // They go with the folder of the engine.
                }
            });
        });
    }
}
