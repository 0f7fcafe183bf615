package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.server.spi.ServedReward;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A reward that is served, and what runs it. */
@Internal
public final class Engine {

    /** Pieces should take about so long: short enough that others come in between, long enough to be worth the way. */
    private static final long PIECE = TimeUnit.MILLISECONDS.toNanos(2);

    /** The largest piece of a reward that never hangs. Any other gets one at a time: what is stuck holds up nothing but itself. */
    private static final int LARGEST_TRUSTED = 1024;

    /** What takes no longer is scored by the thread that brings it. */
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(200);

    /** What takes longer together is worth several threads. */
    private static final long LONGEST_HERE = 5 * PIECE;

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final ServedReward served;
    private final Scorer scorer;
    private final FairGate gate;
    private final RewardStats stats;
    private final LineDecoder decoder;
    private final int largest;
    private final boolean trusted;
    private volatile long nanosEach;

    Engine(ServedReward served, Scorer scorer, FairGate gate, RewardStats stats, boolean trusted) {
        this.served = served;
        this.scorer = scorer;
        this.gate = gate;
        this.stats = stats;
        this.decoder = new LineDecoder(List.of(served.reward()));
        this.trusted = trusted;
        this.largest = trusted ? LARGEST_TRUSTED : 1;
        this.nanosEach = trusted ? TimeUnit.MICROSECONDS.toNanos(20) : PIECE;
    }

    public ServedReward served() {
        return served;
    }

    /** Reads records for this reward, only as far as it needs. */
    public LineDecoder decoder() {
        return decoder;
    }

    public RewardStats stats() {
        return stats;
    }

    FairGate gate() {
        return gate;
    }

    /** How many calls passed their deadline and still run, of all rewards that share its threads. */
    int stuckCalls() {
        return scorer.stuckCalls();
    }

    /** A call of it was decided. */
    void called(SlowLog slow, Sample sample, Score score, long nanos) {
        stats.called(nanos);
        if (slow.isSlow(nanos)) {
            stats.slow();
            slow.tell(served.name(), sample, score, nanos);
        }
    }

    /** How many samples should go together, by what they took lately. */
    int pieceSize() {
        return Math.clamp(PIECE / Math.max(1, nanosEach), 1, largest);
    }

    /** A place for the calls of one thread; made where the first is needed. */
    public static final class Here implements AutoCloseable {
        private @Nullable Scorer of;
        private Scorer.@Nullable Here place;

        private List<Score> score(Scorer scorer, RewardEntry reward, List<? extends Sample> samples) {
            Scorer.Here own = place;
            if (own == null || of != scorer) {
                close();
                own = scorer.here();
                of = scorer;
                place = own;
            }
            return own.scoreAll(reward, samples);
        }

        @Override
        public void close() {
            if (place != null) {
                place.close();
                place = null;
                of = null;
            }
        }
    }

    /** Whether calls of it may be made by the thread that brings the samples: it never hangs, and is quick lately. */
    boolean isQuick() {
        return trusted && nanosEach <= QUICK;
    }

    /**
     * Scores samples in this thread, a piece at a time when it is its client's turn, where the reward never hangs and all of them should be
     * quick; else gives null, and nothing is counted.
     */
    @Nullable
    List<Score> scoreHere(List<? extends Sample> samples, String client, Here here) {
        if (!isQuick() || nanosEach * samples.size() > LONGEST_HERE) {
            return null;
        }
        long until = System.nanoTime() + PATIENCE;
        List<Score> scores = List.of();
        int from = 0;
        while (from < samples.size()) {
            int to = Math.min(samples.size(), from + pieceSize());
            try {
                if (!isQuick() || !gate.enter(client, until)) {
                    return null;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
            List<Score> some;
            try {
                some = callHere(samples.subList(from, to), here);
            } finally {
                gate.leave();
            }
            if (to == samples.size() && from == 0) {
                scores = some;
            } else {
                scores = from == 0 ? new ArrayList<>(samples.size()) : scores;
                scores.addAll(some);
            }
            from = to;
        }
        scores.forEach(stats::answered);
        return scores;
    }

    /** Makes calls in this thread. Nothing is counted as answered yet. */
    private List<Score> callHere(List<? extends Sample> samples, Here here) {
        long began = System.nanoTime();
        List<Score> scores = here.score(scorer, served.reward(), samples);
        learn((System.nanoTime() - began) / Math.max(1, samples.size()));
        return scores;
    }

    private void learn(long each) {
        // What became slow is seen at once; what became fast, over some pieces.
        nanosEach = each > nanosEach * 4 ? each : nanosEach - (nanosEach - each) / 8;
    }

    /**
     * Scores some samples, once there is a place.
     *
     * @param here where calls that are quick may be made
     */
    List<Score> score(List<? extends Sample> samples, Here here) {
        List<Score> scores;
        if (isQuick()) {
            scores = callHere(samples, here);
        } else {
            long began = System.nanoTime();
            scores = scorer.scoreAll(served.reward(), samples);
            learn((System.nanoTime() - began) / Math.max(1, samples.size()));
        }
        scores.forEach(stats::answered);
        return scores;
    }
}
