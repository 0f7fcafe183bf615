package dev.guerdon.cli.run;

import dev.guerdon.agent.spi.Rollout;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.agent.spi.RolloutPlan;
import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.ModelWait;
import dev.guerdon.api.agent.Turn;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.terminal.LiveLine;
import dev.guerdon.cli.terminal.ProgressMode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.MeanEstimate.RunningMean;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a run for the user.
 *
 * <p>On a terminal: a line for each episode that ended, and below them how far the run is. In a pipe or a log: a line now and then.
 */
final class RunProgress extends LiveLine implements RolloutListener {

    private static final long INTERVAL = Duration.ofMillis(100).toNanos();
    private static final Duration CLOCK = Duration.ofMillis(500);
    private static final long BETWEEN_WAITS = Duration.ofSeconds(10).toNanos();
    private static final int BARS = 16;

    private final int total;
    private final RunningMean mean = new RunningMean();
    private final InFlight inFlight = new InFlight();
    private final Set<String> failed = new HashSet<>();
    private final int before;
    private Usage usage = Usage.NONE;
    private int done;
    private long lastShown;
    private long lastWait;

    /**
     * @param mode how to show it
     * @param total how many episodes the run has
     * @param finished those that were finished before
     */
    RunProgress(PrintWriter err, TerminalScreen screen, ProgressMode mode, int total, List<Episode> finished) {
        this(err, screen, mode, total, finished, System::nanoTime, true);
    }

    /**
     * @param clock nanoseconds from any moment on
     * @param ticking whether the clock runs while nothing happens
     */
    RunProgress(
            PrintWriter err,
            TerminalScreen screen,
            ProgressMode mode,
            int total,
            List<Episode> finished,
            LongSupplier clock,
            boolean ticking) {
        super(err, screen, mode, clock);
        this.total = total;
        this.lastShown = start - INTERVAL;
        this.lastWait = start - BETWEEN_WAITS;
        for (Episode episode : finished) {
            add(episode.task(), episode.score(), episode.usage());
        }
        this.before = done;
        if (ticking) {
            tick(CLOCK);
        }
    }

    private void add(String task, Score score, Usage used) {
        mean.add(task, score);
        usage = usage.plus(used);
        done++;
    }

    @Override
    public synchronized void started(RolloutPlan plan) {
        inFlight.started(plan.id(), now());
        show(false);
    }

    @Override
    public synchronized void turned(RolloutPlan plan, Turn turn) {
        inFlight.turned(plan.id(), turn.index() + 1, now());
        show(false);
    }

    @Override
    public synchronized void waiting(RolloutPlan plan, ModelWait wait) {
        long now = now();
        inFlight.waiting(plan.id(), wait, now);
        if (mode == ProgressMode.LINES && !isClosed() && now - lastWait >= BETWEEN_WAITS) {
            lastWait = now;
            print("guerdon: " + InFlight.words(wait.pause(), wait) + " (" + InFlight.name(plan.id()) + ")");
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
        if (mode == ProgressMode.BAR && !isClosed()) {
            String line = screen.fit(line(rollout));
            print(scored ? line : screen.paint(Style.WARNING, line));
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
                DurationText.format(rollout.trajectory().duration()),
                rollout.score() instanceof Score.Unscored unscored ? task + ": " + unscored.message() : task));
    }

    @Override
    public synchronized void tick() {
        show(false);
    }

    private void show(boolean now) {
        long time = now();
        if (isClosed()) {
            return;
        }
        switch (mode) {
            case NONE -> {}
            case LINES -> log(time, total == 0 ? 1 : (double) done / total, () -> figures(time));
            case BAR -> {
                if (now || time - lastShown >= INTERVAL) {
                    lastShown = time;
                    draw(status(time));
                }
            }
        }
    }

    /** Returns the line at the bottom of a terminal. */
    String status(long time) {
        return bar(BARS, total == 0 ? 0 : (double) done / total) + " " + figures(time) + inFlight.text(time);
    }

    /** Returns how far the run is: mean with its interval, the time it took and takes, what it cost. */
    private String figures(long time) {
        double seconds = seconds(time);
        int own = done - before;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%d/%d  reward ", done, total));
        MeanEstimate estimate = mean.estimate();
        line.append(RunOutput.reward(estimate.mean()));
        mean.interval(0.95)
                .ifPresent(interval ->
                        line.append(String.format(Locale.ROOT, " [%.3f, %.3f]", interval.low(), interval.high())));
        if (estimate.missing() > 0) {
            line.append("  ").append(estimate.missing()).append(" unscored");
        }
        line.append("  ").append(clock(seconds));
        if (own > 0 && done < total) {
            Duration left = Duration.ofSeconds((long) Math.ceil(seconds / own * (total - done)));
            line.append(", ").append(DurationText.format(left)).append(" left");
        }
        if (usage.usd() > 0 && usage.costKnown()) {
            line.append(String.format(Locale.ROOT, "  $%.4f", usage.usd()));
        } else if (usage.tokens() > 0) {
            line.append(String.format(Locale.ROOT, "  %,d tokens", usage.tokens()));
        }
        return line.toString();
    }

    /** The episodes that are under way: how many steps each has taken, and what it waits for. */
    static final class InFlight {

        /** An episode that has been silent for longer shows for how long. */
        private static final Duration SILENCE = Duration.ofSeconds(10);

        private record Flight(
                int steps, long since, @Nullable ModelWait pause) {}

        private final Map<String, Flight> flights = new LinkedHashMap<>();

        void started(String id, long now) {
            flights.put(id, new Flight(0, now, null));
        }

        void turned(String id, int steps, long now) {
            flights.computeIfPresent(id, (key, flight) -> new Flight(steps, now, null));
        }

        void waiting(String id, ModelWait wait, long now) {
            flights.computeIfPresent(id, (key, flight) -> new Flight(flight.steps, now, wait));
        }

        void ended(String id) {
            flights.remove(id);
        }

        /** Returns what the line at the bottom of a terminal says: waits first, because they explain why nothing moves. */
        String text(long now) {
            StringBuilder waits = new StringBuilder();
            StringBuilder steps = new StringBuilder();
            int waiting = 0;
            for (Map.Entry<String, Flight> entry : flights.entrySet()) {
                Flight flight = entry.getValue();
                Duration silent = Duration.ofSeconds((now - flight.since) / 1_000_000_000L);
                ModelWait wait = flight.pause;
                if (wait != null && silent.compareTo(wait.pause()) < 0) {
                    waiting++;
                    if (waiting == 1) {
                        waits.append("  ").append(words(wait.pause().minus(silent), wait));
                    }
                }
                steps.append("  ").append(name(entry.getKey())).append(':').append(flight.steps);
                if (silent.compareTo(SILENCE) >= 0) {
                    steps.append(" (").append(DurationText.format(silent)).append(')');
                }
            }
            if (waiting > 1) {
                waits.append(", and ").append(waiting - 1).append(" more");
            }
            return plain(waits.append(steps).toString());
        }

        /** {@code waiting 12 s for the model: rate limited, retry 2 of 5}. */
        static String words(Duration left, ModelWait wait) {
            long seconds = Math.max(1, (left.toMillis() + 999) / 1000);
            return "waiting " + seconds + " s for the model: " + wait.reason()
                    + (wait.retry() == 0 ? "" : ", retry " + wait.retry() + " of " + wait.retries());
        }

        /** Returns the task of an episode, with the number of its repeat only from the second on. */
        static String name(String id) {
            return plain(id.endsWith("#0") ? id.substring(0, id.length() - 2) : id);
        }

        /** Without what would move the cursor: a task's id is data. */
        static String plain(String text) {
            return text.replaceAll("\\p{Cntrl}", " ");
        }
    }
}
