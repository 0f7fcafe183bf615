package dev.guerdon.server.scoring;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.core.LineDecoder;
import dev.guerdon.core.Scorer;
import dev.guerdon.server.spi.RewardService.ServedReward;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A reward that is served, and what runs it. */
final class RewardEngine {

    /** Pieces should take about so long: short enough that others come in between, long enough to be worth the way. */
    private static final long PIECE = TimeUnit.MILLISECONDS.toNanos(2);

    /** The largest piece of a reward that never hangs. Any other gets one at a time: what is stuck holds up nothing but itself. */
    private static final int LARGEST_TRUSTED = 1024;

    /** Time up to which a sample is scored by the thread that brings it. */
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(200);

    /** Time from which samples are worth several threads. */
    private static final long LONGEST_HERE = 5 * PIECE;

    private final ServedReward served;
    private final Scorer scorer;
    private final FairGate gate;
    private final RewardStats stats;
    private final LineDecoder decoder;
    private final int largest;
    private final boolean trusted;
    private volatile long nanosEach;

    RewardEngine(ServedReward served, Scorer scorer, FairGate gate, RewardStats stats, boolean trusted) {
        this.served = served;
        this.scorer = scorer;
        this.gate = gate;
        this.stats = stats;
        this.decoder = new LineDecoder(List.of(served.reward()));
        this.trusted = trusted;
        this.largest = trusted ? LARGEST_TRUSTED : 1;
        this.nanosEach = trusted ? TimeUnit.MICROSECONDS.toNanos(20) : PIECE;
    }

    ServedReward served() {
        return served;
    }

    /** Reads records for this reward, only as far as it needs. */
    LineDecoder decoder() {
        return decoder;
    }

    RewardStats stats() {
        return stats;
    }

    FairGate gate() {
        return gate;
    }

    /** Returns how many calls passed their deadline and still run, of all rewards that share its threads. */
    int stuckCalls() {
        return scorer.stuckCalls();
    }

    /** Counts a completed call. */
    void called(SlowLog slow, Sample sample, Score score, long nanos) {
        stats.called(nanos);
        if (slow.isSlow(nanos)) {
            stats.slow();
            slow.tell(served.name(), sample, score, nanos);
        }
    }

    /** Returns how many samples should go together, by what they took lately. */
    int pieceSize() {
        return Math.clamp(PIECE / Math.max(1, nanosEach), 1, largest);
    }

    /** Returns a place for the quick calls of one thread; null where each call must be made by another. */
    Scorer.@Nullable Here here() {
        return trusted ? scorer.here() : null;
    }

    /** Returns whether calls of it may be made by the thread that brings the samples: it never hangs, and is quick lately. */
    boolean isQuick() {
        return trusted && nanosEach <= QUICK;
    }

    /** Returns whether so many samples are not worth several threads: all of them together should be quick. */
    boolean isShort(int samples) {
        return isQuick() && nanosEach * samples <= LONGEST_HERE;
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
    List<Score> score(List<? extends Sample> samples, Scorer.@Nullable Here here) {
        long began = System.nanoTime();
        List<Score> scores = here != null && isQuick()
                ? here.scoreAll(served.reward(), samples)
                : scorer.scoreAll(served.reward(), samples);
        learn((System.nanoTime() - began) / Math.max(1, samples.size()));
        scores.forEach(stats::answered);
        return scores;
    }

    /**
     * Log of the calls that were slow: of which reward, for which sample, and how long. It never tells what a sample holds, because that may be
     * a gold answer. Tells at most a few a second, and how many it left out.
     */
    static final class SlowLog {

        private static final Logger LOG = System.getLogger("dev.guerdon.server.slow");
        private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
        private static final int LONGEST_ID = 80;

        private final long thresholdNanos;
        private final AtomicLong next = new AtomicLong(System.nanoTime());
        private final AtomicLong leftOut = new AtomicLong();

        SlowLog(Duration threshold) {
            this.thresholdNanos = threshold.toNanos();
        }

        boolean isSlow(long nanos) {
            return nanos >= thresholdNanos;
        }

        void tell(String reward, Sample sample, Score score, long nanos) {
            long now = System.nanoTime();
            long due = next.get();
            if (now - due < 0 || !next.compareAndSet(due, now + PAUSE)) {
                leftOut.incrementAndGet();
                return;
            }
            long others = leftOut.getAndSet(0);
            LOG.log(
                    Logger.Level.WARNING,
                    String.format(
                            Locale.ROOT,
                            "slow: %s took %.3f s for sample %s (%s)%s",
                            reward,
                            nanos / 1e9,
                            shown(sample.id()),
                            score instanceof Score.Unscored unscored
                                    ? unscored.reason().name()
                                    : "scored",
                            others == 0 ? "" : "; " + others + " more slow calls before it"));
        }

        /** Returns an id for the log. It comes from the client, and must not look like another line. */
        static String shown(String id) {
            StringBuilder out = new StringBuilder("'");
            id.codePoints()
                    .limit(LONGEST_ID)
                    .forEach(c -> out.appendCodePoint(c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\'' ? '?' : c));
            return out.append(id.length() > LONGEST_ID ? "...'" : "'").toString();
        }
    }
}
