package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.agent.spi.Turn;
import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.base.Durations;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.RunningMean;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/** What a terminal shows while a run goes on: a line for each episode that ended, and below them how far the run is. */
@Internal
public final class Progress implements RolloutListener, AutoCloseable {

    private static final long INTERVAL = Duration.ofMillis(100).toNanos();
    private static final int WIDTH = 110;

    private final PrintWriter err;
    private final boolean off;
    private final int total;
    private final LongSupplier clock;
    private final long start;
    private final RunningMean mean = new RunningMean();
    private final Map<String, Integer> inFlight = new LinkedHashMap<>();
    private Usage usage = Usage.NONE;
    private int done;
    private int before;
    private long lastShown;

    /**
     * @param off whether nothing is shown
     * @param total how many episodes the run has
     * @param finished those that were finished before
     * @param clock nanoseconds from any moment on
     */
    public Progress(PrintWriter err, boolean off, int total, List<Episode> finished, LongSupplier clock) {
        this.err = err;
        this.off = off;
        this.total = total;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.lastShown = start - INTERVAL;
        for (Episode episode : finished) {
            add(episode.task(), episode.reward(), episode.usage());
        }
        this.before = done;
    }

    private void add(String task, double reward, Usage used) {
        mean.add(task, reward);
        usage = usage.plus(used);
        done++;
    }

    @Override
    public synchronized void started(RolloutPlan plan) {
        inFlight.put(plan.id(), 0);
        redraw(false);
    }

    @Override
    public synchronized void turned(RolloutPlan plan, Turn turn) {
        inFlight.computeIfPresent(plan.id(), (id, steps) -> turn.index() + 1);
        redraw(false);
    }

    @Override
    public synchronized void ended(Rollout rollout) {
        inFlight.remove(rollout.plan().id());
        if (rollout.trajectory().finishReason() == FinishReason.CANCELLED) {
            return;
        }
        double reward =
                rollout.score() instanceof Score.Scored scored ? scored.result().reward() : 0;
        add(rollout.plan().task().id(), reward, rollout.usage());
        if (!off) {
            err.print("\r\u001b[K");
            err.println(line(rollout));
            redraw(true);
        }
    }

    private static String line(Rollout rollout) {
        String outcome = switch (rollout.score()) {
            case Score.Scored scored ->
                String.format(Locale.ROOT, "reward %.3f", scored.result().reward());
            case Score.Unscored unscored -> "unscored: " + unscored.message();
        };
        String text = String.format(
                Locale.ROOT,
                "  %-28s %3d steps  %6s  %s",
                rollout.plan().repeat() == 0
                        ? rollout.plan().task().id()
                        : rollout.plan().id(),
                rollout.turns().size(),
                Durations.format(rollout.trajectory().duration()),
                outcome);
        return shortened(text);
    }

    private static String shortened(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() > WIDTH ? plain.substring(0, WIDTH - 3) + "..." : plain;
    }

    private void redraw(boolean now) {
        long time = clock.getAsLong();
        if (off || (!now && time - lastShown < INTERVAL)) {
            return;
        }
        lastShown = time;
        err.print("\r\u001b[K" + status(time));
        err.flush();
    }

    /** How far the run is: mean with its interval, rate, time left, cost, and what is under way. */
    String status(long time) {
        double seconds = Math.max(1e-9, (time - start) / 1e9);
        int own = done - before;
        MeanEstimate estimate = mean.estimate();
        StringBuilder line = new StringBuilder(bar());
        line.append(String.format(Locale.ROOT, " %d/%d  reward %.3f", done, total, estimate.mean()));
        estimate.interval(0.95)
                .ifPresent(interval ->
                        line.append(String.format(Locale.ROOT, " [%.3f, %.3f]", interval.low(), interval.high())));
        if (own > 0) {
            Duration left = Duration.ofMillis((long) (seconds / own * (total - done) * 1000));
            line.append(String.format(Locale.ROOT, "  %.1f/s  %s left", own / seconds, Durations.format(left)));
        }
        if (usage.usd() > 0 && usage.costKnown()) {
            line.append(String.format(Locale.ROOT, "  $%.4f", usage.usd()));
        } else if (usage.tokens() > 0) {
            line.append(String.format(Locale.ROOT, "  %,d tokens", usage.tokens()));
        }
        inFlight.forEach((id, steps) -> line.append("  ").append(id).append(':').append(steps));
        return shortened(line.toString());
    }

    private String bar() {
        int bars = total == 0 ? 0 : (int) (16L * done / total);
        return "[" + "#".repeat(bars) + ".".repeat(16 - bars) + "]";
    }

    @Override
    public synchronized void close() {
        if (!off) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
