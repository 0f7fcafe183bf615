package dev.guerdon.cluster.rollout;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.cluster.spi.Engine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Plays the episodes of one piece, a few at a time, on the thread of the piece. */
final class PiecePlay {

    /** How often it is looked whether somebody still wants the result. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** Once a result has that many bytes of files, no further episode is started. */
    private static final long ENOUGH_BYTES = 32L << 20;

    /** No result has more bytes of files: all of it is in the memory of this process, and then of the driver. */
    private static final long MOST_BYTES = 128L << 20;

    private final EpisodeEngine engine;
    private final EpisodePiece piece;
    private final Engine.Place here;
    private final long began = System.nanoTime();
    private final Map<Integer, CompletableFuture<Rollout>> flying = new ConcurrentSkipListMap<>();
    private final Map<Integer, PieceResult.Played> played = new ConcurrentSkipListMap<>();
    private int next;
    private long bytes;

    PiecePlay(EpisodeEngine engine, EpisodePiece piece, Engine.Place here) {
        this.engine = engine;
        this.piece = piece;
        this.here = here;
    }

    PieceResult play() throws IOException, InterruptedException, ExecutionException {
        try {
            while (true) {
                while (flying.size() < piece.atOnce() && mayStart()) {
                    flying.put(next, engine.start(piece.plans().get(next), here));
                    next++;
                }
                if (flying.isEmpty()) {
                    return new PieceResult(
                            engine.hostName(),
                            Duration.ofNanos(System.nanoTime() - began),
                            played,
                            engine.changedLines());
                }
                awaitOne();
                for (Integer place : List.copyOf(flying.keySet())) {
                    CompletableFuture<Rollout> each = flying.get(place);
                    if (each != null && each.isDone()) {
                        take(place, each);
                    }
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

    private void awaitOne() throws InterruptedException {
        CompletableFuture<?> one = CompletableFuture.anyOf(flying.values().toArray(CompletableFuture<?>[]::new));
        while (true) {
            if (here.isCancelled()) {
                throw new CancellationException("nobody wants these episodes any more");
            }
            try {
                one.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                // Looks again whether it is still wanted.
            } catch (ExecutionException e) {
                return; // told when it is taken
            }
        }
    }

    private void take(int place, CompletableFuture<Rollout> ended)
            throws IOException, InterruptedException, ExecutionException {
        flying.remove(place);
        RolloutPlan plan = piece.plans().get(place);
        Artifacts artifacts = engine.take(plan, Math.min(Artifacts.MOST_BYTES, MOST_BYTES - bytes));
        Rollout rollout;
        try {
            rollout = ended.get();
        } catch (CancellationException e) {
            next = piece.plans().size(); // the process ends: what it did not play, another one does
            return;
        }
        bytes += artifacts.bytes();
        played.put(place, new PieceResult.Played(OnHost.named(rollout, engine.hostName()), artifacts));
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
