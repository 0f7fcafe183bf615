package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.util.Map;

/** Way in which a command shows its progress. */
@Internal
public enum ProgressMode {
    /** Not at all. */
    NONE,
    /** A line now and then, for a log. */
    LINES,
    /** One line that is drawn again and again. */
    BAR;

    /** Set to {@code no}, it turns the progress off everywhere. */
    public static final String VARIABLE = "GUERDON_PROGRESS";

    public static ProgressMode of(boolean quiet, TerminalScreen err) {
        return of(quiet, err, System.getenv());
    }

    static ProgressMode of(boolean quiet, TerminalScreen err, Map<String, String> environment) {
        if (quiet || environment.getOrDefault(VARIABLE, "").equals("no")) {
            return NONE;
        }
        return err.cursor() ? BAR : LINES;
    }

    /**
     * When a log gets its next line about a job: after ten seconds, then with each tenth of the work that is done, but not more often than
     * every ten seconds, and at least once a minute.
     */
    @Internal
    public static final class LogPace {

        private static final long MIN_INTERVAL = Duration.ofSeconds(10).toNanos();
        private static final long MAX_INTERVAL = Duration.ofSeconds(60).toNanos();
        private static final double STEP = 0.1;

        private long last;
        private double shown;
        private boolean begun;

        public LogPace(long now) {
            this.last = now;
        }

        /**
         * Returns whether it is time for a line.
         *
         * @param part how much of the work is done, from 0 to 1; NaN if it is unknown
         */
        public boolean isDue(long now, double part) {
            long passed = now - last;
            boolean due = passed >= MIN_INTERVAL && (!begun || passed >= MAX_INTERVAL || part - shown >= STEP);
            if (due) {
                begun = true;
                last = now;
                shown = Double.isNaN(part) ? 0 : part;
            }
            return due;
        }
    }
}
