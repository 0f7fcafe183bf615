package dev.guerdon.cli.score;

import dev.guerdon.cli.terminal.LiveLine;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.base.DurationText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Progress of a scoring job: a line that is drawn again on a terminal, a line now and then elsewhere. */
final class ProgressLine extends LiveLine {

    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final int BARS = 20;

    private @Nullable Figures first;
    private @Nullable Figures latest;
    private String before = "";
    private long totalBytes;

    /**
     * Progress of a job. A copy, because the job continues to count while the clock's thread reads.
     *
     * @param inputBytes how much of the input is done
     * @param allBytes how much there is; 0 or less if it is unknown
     * @param lines how many lines are done
     * @param unscored how many of them have a reward that could not be computed
     * @param mean the mean reward so far; NaN before the first
     */
    record Figures(long inputBytes, long allBytes, long lines, long unscored, double mean) {
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
     * @param totalBytes the input's size; -1 if it is unknown
     */
    ProgressLine(PrintWriter err, TerminalScreen screen, boolean quiet, long totalBytes) {
        super(err, screen, ProgressMode.of(quiet, screen), System::nanoTime);
        this.totalBytes = totalBytes;
        tick(INTERVAL);
    }

    /** Takes the latest figures, those of the start first; the next tick of the clock shows them. */
    synchronized void show(ScoreJob.Progress progress) {
        if (mode != ProgressMode.NONE) {
            show(Figures.of(progress, totalBytes), "");
        }
    }

    /**
     * Takes the latest figures of a job that others do.
     *
     * @param words what to say before them
     */
    synchronized void show(Figures figures, String words) {
        totalBytes = figures.allBytes;
        before = words;
        latest = figures;
        first = first == null ? latest : first;
    }

    @Override
    public synchronized void tick() {
        if (isClosed()) {
            return;
        }
        long now = now();
        if (mode == ProgressMode.BAR) {
            draw((Double.isNaN(part()) ? "" : bar(BARS, part()) + " ") + text(now));
        } else {
            log(now, part(), () -> text(now));
        }
    }

    private double part() {
        return latest == null || totalBytes <= 0 ? Double.NaN : Math.min(1, (double) latest.inputBytes / totalBytes);
    }

    private String text(long now) {
        double seconds = seconds(now);
        String clockText = clock(seconds);
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
            line.append(", " + DurationText.format(Duration.ofSeconds(Math.max(0, left))) + " left");
        }
        return line.toString();
    }
}
