package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.ScoreJob;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells how far a scoring job is: a line that is drawn again on a terminal, a line now and then elsewhere. */
@Internal
public final class ProgressLine implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int BARS = 20;

    private final PrintWriter err;
    private final Screen screen;
    private final ProgressMode mode;
    private final LongSupplier clock;
    private final long start;
    private final LogPace pace;
    private final @Nullable Ticker ticker;
    private @Nullable Figures first;
    private @Nullable Figures latest;
    private String before = "";
    private long totalBytes;
    private boolean shown;
    private boolean closed;

    /**
     * How far a job is. A copy, because the job goes on counting while the clock's thread reads.
     *
     * @param inputBytes how much of the input is done
     * @param allBytes how much there is; 0 or less if nobody knows it
     * @param lines how many lines are done
     * @param unscored how many of them have a reward that could not be computed
     * @param mean the mean reward so far; NaN before the first
     */
    public record Figures(long inputBytes, long allBytes, long lines, long unscored, double mean) {
        static Figures of(ScoreJob.Progress progress, long allBytes) {
            Metrics metrics = progress.metrics().getFirst();
            return new Figures(
                    progress.inputBytes(),
                    allBytes,
                    progress.lines(),
                    progress.unscored(),
                    metrics.scored() == 0 ? Double.NaN : metrics.mean());
        }
    }

    /**
     * @param totalBytes the input's size; -1 if nobody knows it
     */
    public ProgressLine(PrintWriter err, Screen screen, boolean quiet, long totalBytes) {
        this(err, screen, ProgressMode.of(quiet, screen), totalBytes, System::nanoTime, true);
    }

    ProgressLine(
            PrintWriter err, Screen screen, ProgressMode mode, long totalBytes, LongSupplier clock, boolean ticking) {
        this.err = err;
        this.screen = screen;
        this.mode = mode;
        this.totalBytes = totalBytes;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.pace = new LogPace(start);
        this.ticker = mode == ProgressMode.NONE || !ticking ? null : new Ticker(INTERVAL, this::tick);
    }

    /** Takes the latest figures, those of the start first; the next tick of the clock shows them. */
    public synchronized void show(ScoreJob.Progress progress) {
        if (mode != ProgressMode.NONE) {
            show(Figures.of(progress, totalBytes), "");
        }
    }

    /**
     * Takes the latest figures of a job that others do.
     *
     * @param words what to say before them
     */
    public synchronized void show(Figures figures, String words) {
        totalBytes = figures.allBytes;
        before = words;
        latest = figures;
        first = first == null ? latest : first;
    }

    /** Prints a line of its own, in the place of the progress, which is drawn again below it. */
    public synchronized void print(String text) {
        err.println((shown ? "\r\u001b[K" : "") + text);
        err.flush();
    }

    synchronized void tick() {
        if (mode == ProgressMode.NONE || closed) {
            return;
        }
        long now = clock.getAsLong();
        if (mode == ProgressMode.BAR) {
            shown = true;
            err.print("\r\u001b[K" + TextWidth.cut(bar() + text(now), screen.width() - 1));
            err.flush();
        } else if (pace.isDue(now, part())) {
            err.println("guerdon: " + text(now));
            err.flush();
        }
    }

    private double part() {
        return latest == null || totalBytes <= 0 ? Double.NaN : Math.min(1, (double) latest.inputBytes / totalBytes);
    }

    private String bar() {
        if (Double.isNaN(part())) {
            return "";
        }
        int bars = (int) (part() * BARS);
        return "[" + "#".repeat(bars) + ".".repeat(BARS - bars) + "] ";
    }

    private String text(long now) {
        double seconds = Math.max(1e-9, (now - start) / 1e9);
        String clockText = seconds < 1 ? "0s" : Durations.format(Duration.ofSeconds((long) seconds));
        Figures from = first;
        Figures to = latest;
        if (from == null || to == null) {
            return "no line scored yet, " + clockText;
        }
        StringBuilder line = new StringBuilder(before);
        if (!Double.isNaN(part())) {
            line.append(String.format(Locale.ROOT, "%.0f %%, ", part() * 100));
        }
        line.append(String.format(
                Locale.ROOT,
                "%,d lines, %,.0f/s, mean reward %s",
                to.lines,
                (to.lines - from.lines) / seconds,
                Double.isNaN(to.mean) ? "n/a" : String.format(Locale.ROOT, "%.3f", to.mean)));
        if (to.unscored > 0) {
            line.append(String.format(Locale.ROOT, ", %,d unscored", to.unscored));
        }
        line.append(", ").append(clockText);
        double bytesPerSecond = (to.inputBytes - from.inputBytes) / seconds;
        if (totalBytes > 0 && bytesPerSecond > 0) {
            long left = (long) ((totalBytes - to.inputBytes) / bytesPerSecond);
            line.append(", ")
                    .append(Durations.format(Duration.ofSeconds(Math.max(0, left))))
                    .append(" left");
        }
        return line.toString();
    }

    /** Removes the line from the terminal. */
    @Override
    public synchronized void close() {
        if (ticker != null) {
            ticker.close();
        }
        if (shown) {
            err.print("\r\u001b[K");
            err.flush();
            shown = false;
        }
        closed = true;
    }
}
