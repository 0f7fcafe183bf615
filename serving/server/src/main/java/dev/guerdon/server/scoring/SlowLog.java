package dev.guerdon.server.scoring;

import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells which calls were slow: of which reward, for which sample, and how long. It never tells what a sample holds, because that may be
 * a gold answer. Tells at most a few a second, and how many it left out.
 */
final class SlowLog {

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

    /** An id comes from the client: it must not look like another line of the log. */
    static String shown(String id) {
        StringBuilder out = new StringBuilder("'");
        id.codePoints()
                .limit(LONGEST_ID)
                .forEach(c -> out.appendCodePoint(c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\'' ? '?' : c));
        return out.append(id.length() > LONGEST_ID ? "...'" : "'").toString();
    }
}
