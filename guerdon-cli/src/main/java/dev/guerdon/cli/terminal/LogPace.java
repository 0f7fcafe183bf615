package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.time.Duration;

/**
 * When a log gets its next line about a job: after ten seconds, then with each tenth of the work that is done, but not more often than
 * every ten seconds, and at least once a minute.
 */
@Internal
public final class LogPace {

    private static final long SHORTEST = Duration.ofSeconds(10).toNanos();
    private static final long LONGEST = Duration.ofSeconds(60).toNanos();
    private static final double STEP = 0.1;

    private long last;
    private double shown;
    private boolean begun;

    public LogPace(long now) {
        this.last = now;
    }

    /**
     * Whether it is time for a line.
     *
     * @param part how much of the work is done, from 0 to 1; not a number if nobody knows
     */
    public boolean isDue(long now, double part) {
        long passed = now - last;
        boolean due = passed >= SHORTEST && (!begun || passed >= LONGEST || part - shown >= STEP);
        if (due) {
            begun = true;
            last = now;
            shown = Double.isNaN(part) ? 0 : part;
        }
        return due;
    }
}
