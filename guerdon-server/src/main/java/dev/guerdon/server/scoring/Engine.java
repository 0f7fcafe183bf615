package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.Scorer;
import dev.guerdon.server.spi.ServedReward;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A reward that is served, and what runs it. */
@Internal
public final class Engine {

    /** Pieces should take about so long: short enough that others come in between, long enough to be worth the way. */
    private static final long PIECE = TimeUnit.MILLISECONDS.toNanos(2);

    /** The largest piece of a reward that never hangs. Any other gets one at a time: what is stuck holds up nothing but itself. */
    private static final int LARGEST_TRUSTED = 256;

    /** What takes no longer is scored by the thread that brings it. */
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(200);

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

    /** Scores one sample in this thread when it is its turn, where the reward never hangs and is quick lately; else gives null. */
    @Nullable
    Score scoreHere(Sample sample, String client, Here here) {
        if (!trusted || nanosEach > QUICK) {
            return null;
        }
        try {
            if (!gate.enter(client, System.nanoTime() + PATIENCE)) {
                return null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        long began = System.nanoTime();
        Score score;
        try {
            score = here.score(scorer, served.reward(), List.of(sample)).getFirst();
        } finally {
            gate.leave();
        }
        learn(System.nanoTime() - began);
        stats.answered(score);
        return score;
    }

    private void learn(long each) {
        // What became slow is seen at once; what became fast, over some pieces.
        nanosEach = each > nanosEach * 4 ? each : nanosEach - (nanosEach - each) / 8;
    }

    /** Scores some samples, once there is a place. */
    List<Score> score(List<? extends Sample> samples) {
        long began = System.nanoTime();
        List<Score> scores = scorer.scoreAll(served.reward(), samples);
        long each = (System.nanoTime() - began) / Math.max(1, samples.size());
        learn(each);
        scores.forEach(stats::answered);
        return scores;
    }
}
