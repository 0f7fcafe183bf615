package dev.guerdon.cli.terminal;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.terminal.ProgressMode.LogPace;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.OwnThread;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Progress of a job: a line that is drawn again and again on a terminal, and a line now and then elsewhere. Its lock guards what it shows. */
@Internal
public abstract class LiveLine implements AutoCloseable {

    /** Removes what was drawn. */
    private static final String CLEAR = "\r\u001b[K";

    protected final PrintWriter err;
    protected final TerminalScreen screen;
    protected final ProgressMode mode;
    protected final long start;
    private final LongSupplier clock;
    private final LogPace pace;
    private final CountDownLatch end = new CountDownLatch(1);
    private boolean drawn;

    /**
     * @param clock nanoseconds from any moment on
     */
    protected LiveLine(PrintWriter err, TerminalScreen screen, ProgressMode mode, LongSupplier clock) {
        this.err = err;
        this.screen = screen;
        this.mode = mode;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.pace = new LogPace(start);
    }

    /** Draws the line so often from now on, so that its clock runs while nothing else happens. */
    protected final void tick(Duration period) {
        if (mode != ProgressMode.NONE) {
            OwnThread.start("guerdon-clock", () -> {
                try {
                    while (!end.await(period.toMillis(), TimeUnit.MILLISECONDS)) {
                        tick();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    public abstract void tick();

    protected final long now() {
        return clock.getAsLong();
    }

    protected final boolean isClosed() {
        return end.getCount() == 0;
    }

    /** Draws the line of a terminal. */
    protected final void draw(String line) {
        drawn = true;
        err.print(CLEAR + TextWidth.cut(line, screen.width() - 1));
        err.flush();
    }

    /** Prints a line of its own, in the place of the one that is drawn, which comes again below it. */
    public synchronized void print(String line) {
        err.println((drawn ? CLEAR : "") + line);
        err.flush();
    }

    /** Prints a line of a log if its time has come; the part that is done is NaN if it is unknown. */
    protected final void log(long now, double part, Supplier<String> line) {
        if (pace.isDue(now, part)) {
            print("guerdon: " + line.get());
        }
    }

    protected static String bar(int bars, double part) {
        int full = (int) (part * bars);
        return "[" + "#".repeat(full) + ".".repeat(bars - full) + "]";
    }

    protected final double seconds(long now) {
        return Math.max(1e-9, (now - start) / 1e9);
    }

    protected static String clock(double seconds) {
        return seconds < 1 ? "0s" : DurationText.format(Duration.ofSeconds((long) seconds));
    }

    /** Removes the line from the terminal. */
    @Override
    public synchronized void close() {
        end.countDown();
        if (drawn) {
            err.print(CLEAR);
            err.flush();
            drawn = false;
        }
    }
}
