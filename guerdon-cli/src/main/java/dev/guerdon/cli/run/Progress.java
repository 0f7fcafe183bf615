package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.ModelWait;
import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.Durations;
import dev.guerdon.cli.terminal.LogPace;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Style;
import dev.guerdon.cli.terminal.TextWidth;
import dev.guerdon.cli.terminal.Ticker;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.RunningMean;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a user sees while a run goes on.
 *
 * <p>On a terminal: a line for each episode that ended, and below them how far the run is. In a pipe or a log: a line now and then.
 */
@Internal
public final class Progress implements RolloutListener, AutoCloseable {

    private static final long INTERVAL = Duration.ofMillis(100).toNanos();
    private static final Duration CLOCK = Duration.ofMillis(500);
    private static final long BETWEEN_WAITS = Duration.ofSeconds(10).toNanos();
    private static final int BARS = 16;

    private final PrintWriter err;
    private final Screen screen;
    private final ProgressMode mode;
    private final int total;
    private final LongSupplier clock;
    private final long start;
    private final LogPace pace;
    private final @Nullable Ticker ticker;
    private final RunningMean mean = new RunningMean();
    private final InFlight inFlight = new InFlight();
    private Usage usage = Usage.NONE;
    private int done;
    private final Set<String> failed = new HashSet<>();
    private final int before;
    private long lastShown;
    private long lastWait;
    private boolean closed;

    /**
     * @param mode how to show it
     * @param total how many episodes the run has
     * @param finished those that were finished before
     */
    public Progress(PrintWriter err, Screen screen, ProgressMode mode, int total, List<Episode> finished) {
        this(err, screen, mode, total, finished, System::nanoTime, true);
    }

    /**
     * @param clock nanoseconds from any moment on
     * @param ticking whether the clock goes on while nothing happens
     */
    Progress(
            PrintWriter err,
            Screen screen,
            ProgressMode mode,
            int total,
            List<Episode> finished,
            LongSupplier clock,
            boolean ticking) {
        this.err = err;
        this.screen = screen;
        this.mode = mode;
        this.total = total;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.pace = new LogPace(start);
        this.lastShown = start - INTERVAL;
        this.lastWait = start - BETWEEN_WAITS;
        for (Episode episode : finished) {
            add(episode.task(), episode.score(), episode.usage());
        }
        this.before = done;
        this.ticker = mode == ProgressMode.NONE || !ticking ? null : new Ticker(CLOCK, this::tick);
    }

    private void add(String task, Score score, Usage used) {
        mean.add(task, score);
        usage = usage.plus(used);
        done++;
    }

    @Override
    public synchronized void started(RolloutPlan plan) {
        inFlight.started(plan.id(), clock.getAsLong());
        show(false);
    }

    @Override
    public synchronized void turned(RolloutPlan plan, Turn turn) {
        inFlight.turned(plan.id(), turn.index() + 1, clock.getAsLong());
        show(false);
    }

    @Override
    public synchronized void waiting(RolloutPlan plan, ModelWait wait) {
        long now = clock.getAsLong();
        inFlight.waiting(plan.id(), wait, now);
        if (mode == ProgressMode.LINES && !closed && now - lastWait >= BETWEEN_WAITS) {
            lastWait = now;
            err.println("guerdon: " + InFlight.words(wait.pause(), wait) + " (" + InFlight.name(plan.id()) + ")");
            err.flush();
        }
        show(false);
    }

    @Override
    public synchronized void ended(Rollout rollout) {
        inFlight.ended(rollout.plan().id());
        if (rollout.trajectory().finishReason() == FinishReason.CANCELLED) {
            return;
        }
        boolean scored = rollout.score() instanceof Score.Scored;
        if (failed.remove(rollout.plan().id())) {
            // It failed before in this run, and was run again.
            mean.forgetMissing();
            done--;
        }
        if (rollout.trajectory().finishReason().failed()) {
            failed.add(rollout.plan().id());
        }
        add(rollout.plan().task().id(), rollout.score(), rollout.usage());
        if (mode == ProgressMode.BAR && !closed) {
            String line = TextWidth.cut(line(rollout), screen.width());
            err.print("\r\u001b[K");
            err.println(scored ? line : screen.paint(Style.WARNING, line));
        }
        show(true);
    }

    private static String line(Rollout rollout) {
        String task = rollout.plan().repeat() == 0
                ? rollout.plan().task().id()
                : rollout.plan().id();
        return InFlight.plain(String.format(
                Locale.ROOT,
                "  %-12s %3d steps  %6s  %s",
                rollout.score() instanceof Score.Scored scored
                        ? String.format(
                                Locale.ROOT, "reward %.3f", scored.result().reward())
                        : "unscored",
                rollout.turns().size(),
                Durations.format(rollout.trajectory().duration()),
                rollout.score() instanceof Score.Unscored unscored ? task + ": " + unscored.message() : task));
    }

    synchronized void tick() {
        show(false);
    }

    private void show(boolean now) {
        long time = clock.getAsLong();
        if (closed) {
            return;
        }
        switch (mode) {
            case NONE -> {}
            case LINES -> {
                if (pace.isDue(time, total == 0 ? 1 : (double) done / total)) {
                    err.println("guerdon: " + figures(time));
                    err.flush();
                }
            }
            case BAR -> {
                if (now || time - lastShown >= INTERVAL) {
                    lastShown = time;
                    err.print("\r\u001b[K" + TextWidth.cut(status(time), screen.width() - 1));
                    err.flush();
                }
            }
        }
    }

    /** The line at the bottom of a terminal. */
    String status(long time) {
        return bar() + " " + figures(time) + inFlight.text(time);
    }

    /** How far the run is: mean with its interval, the time it took and takes, what it cost. */
    private String figures(long time) {
        double seconds = Math.max(1e-9, (time - start) / 1e9);
        int own = done - before;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%d/%d  reward ", done, total));
        MeanEstimate estimate = mean.estimate();
        line.append(RunOutput.reward(estimate.mean()));
        estimate.interval(0.95)
                .ifPresent(interval ->
                        line.append(String.format(Locale.ROOT, " [%.3f, %.3f]", interval.low(), interval.high())));
        if (estimate.missing() > 0) {
            line.append("  ").append(estimate.missing()).append(" unscored");
        }
        line.append("  ").append(seconds < 1 ? "0s" : Durations.format(Duration.ofSeconds((long) seconds)));
        if (own > 0 && done < total) {
            Duration left = Duration.ofSeconds((long) Math.ceil(seconds / own * (total - done)));
            line.append(", ").append(Durations.format(left)).append(" left");
        }
        if (usage.usd() > 0 && usage.costKnown()) {
            line.append(String.format(Locale.ROOT, "  $%.4f", usage.usd()));
        } else if (usage.tokens() > 0) {
            line.append(String.format(Locale.ROOT, "  %,d tokens", usage.tokens()));
        }
        return line.toString();
    }

    private String bar() {
        int bars = total == 0 ? 0 : (int) ((long) BARS * done / total);
        return "[" + "#".repeat(bars) + ".".repeat(BARS - bars) + "]";
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (ticker != null) {
            ticker.close();
        }
        if (mode == ProgressMode.BAR) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
