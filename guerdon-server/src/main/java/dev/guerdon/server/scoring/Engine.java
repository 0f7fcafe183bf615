package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.Scorer;
import dev.guerdon.server.spi.ServedReward;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A reward that is served, and what runs it. */
@Internal
public final class Engine {

    /** Pieces should take about so long: short enough that others come in between, long enough to be worth the way. */
    private static final long PIECE = TimeUnit.MILLISECONDS.toNanos(2);

    /** The largest piece of a reward that never hangs. Any other gets one at a time: what is stuck holds up nothing but itself. */
    private static final int LARGEST_TRUSTED = 256;

    private final ServedReward served;
    private final Scorer scorer;
    private final FairGate gate;
    private final RewardStats stats;
    private final LineDecoder decoder;
    private final int largest;
    private volatile long nanosEach;

    Engine(ServedReward served, Scorer scorer, FairGate gate, RewardStats stats, boolean trusted) {
        this.served = served;
        this.scorer = scorer;
        this.gate = gate;
        this.stats = stats;
        this.decoder = new LineDecoder(List.of(served.reward()));
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
        return (int) Math.clamp(PIECE / Math.max(1, nanosEach), 1, largest);
    }

    /** Scores some samples, once there is a place. */
    List<Score> score(List<? extends Sample> samples) {
        long began = System.nanoTime();
        List<Score> scores = scorer.scoreAll(served.reward(), samples);
        long each = (System.nanoTime() - began) / Math.max(1, samples.size());
        // What became slow is seen at once; what became fast, over some pieces.
        nanosEach = each > nanosEach ? each : nanosEach - (nanosEach - each) / 8;
        scores.forEach(stats::answered);
        return scores;
    }
}
