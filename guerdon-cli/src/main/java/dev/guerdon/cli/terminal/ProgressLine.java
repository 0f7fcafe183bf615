package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.core.ScoreJob;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** A line on the terminal that tells how far a job is; nothing where standard error is not a terminal. */
@Internal
public final class ProgressLine implements AutoCloseable {

    private static final long INTERVAL = Duration.ofMillis(200).toNanos();

    private final PrintWriter err;
    private final boolean off;
    private final long totalBytes;
    private final long start = System.nanoTime();
    private long last = start;
    private long firstLines = -1;
    private long firstBytes;
    private boolean shown;

    /**
     * @param totalBytes the input's size, -1 where it is not known
     */
    public ProgressLine(PrintWriter err, boolean quiet, long totalBytes) {
        this.err = err;
        this.off = quiet || !StandardStreams.errorsAreTerminal();
        this.totalBytes = totalBytes;
    }

    public void show(ScoreJob.Progress progress) {
        long now = System.nanoTime();
        if (firstLines < 0) {
            firstLines = progress.lines();
            firstBytes = progress.inputBytes();
        }
        if (off || now - last < INTERVAL) {
            return;
        }
        last = now;
        shown = true;
        double seconds = (now - start) / 1e9;
        double rate = (progress.lines() - firstLines) / seconds;
        StringBuilder line = new StringBuilder();
        if (totalBytes > 0) {
            double part = Math.min(1, (double) progress.inputBytes() / totalBytes);
            int bars = (int) (part * 24);
            line.append('[')
                    .append("#".repeat(bars))
                    .append(".".repeat(24 - bars))
                    .append("] ");
            line.append(String.format(Locale.ROOT, "%3.0f %%  ", part * 100));
        }
        line.append(String.format(
                Locale.ROOT,
                "%,d lines  %,.0f/s  mean reward %.3f",
                progress.lines(),
                rate,
                progress.metrics().getFirst().mean()));
        double bytesPerSecond = (progress.inputBytes() - firstBytes) / seconds;
        if (totalBytes > 0 && bytesPerSecond > 0) {
            long left = (long) ((totalBytes - progress.inputBytes()) / bytesPerSecond * 1000);
            line.append("  ")
                    .append(Durations.format(Duration.ofMillis(Math.max(0, left))))
                    .append(" left");
        }
        err.print("\r\u001b[K" + line);
        err.flush();
    }

    /** Removes the line from the terminal. */
    @Override
    public void close() {
        if (shown) {
            err.print("\r\u001b[K");
            err.flush();
            shown = false;
        }
    }
}
