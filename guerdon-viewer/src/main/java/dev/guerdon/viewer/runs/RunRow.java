package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A run in the list of runs.
 *
 * @param info what it is
 * @param summary its figures
 * @param address where its page is
 * @param before where it is compared with the run before it; empty where there is none
 */
@Internal
public record RunRow(RunInfo info, RunSummary summary, String address, String before) {

    private static final double LEVEL = 0.95;
    private static final int COMMIT = 8;

    /** Where the mean lies, with 95 % certainty. */
    public Optional<Interval> interval() {
        return new MeanEstimate(
                        summary.averageReward(),
                        summary.standardError(),
                        summary.tasks(),
                        summary.episodes() - summary.unscored(),
                        summary.unscored())
                .interval(LEVEL);
    }

    /** The interval in figures: {@code 0.61 – 0.89}; empty where there is none. */
    public String range() {
        return interval()
                .map(each -> Figure.two(each.low()) + " – " + Figure.two(each.high()))
                .orElse("");
    }

    /** How many episodes ended in an error. */
    public long errors() {
        return Math.round(summary.errorRate() * summary.episodes());
    }

    /** How long it took, or has taken. */
    public String time() {
        boolean running = info.status() == RunInfo.Status.RUNNING;
        return info.ended()
                .or(() -> running ? Optional.of(Instant.now()) : Optional.empty())
                .map(end -> Figure.duration(Duration.between(info.started(), end)))
                .orElse(Figure.NONE);
    }

    /** The beginning of the commit, and whether there were changes on top of it. */
    public String commit() {
        String commit = info.commit();
        return (commit.length() > COMMIT ? commit.substring(0, COMMIT) : commit) + (info.dirty() ? "+" : "");
    }

    /** How far it is, in a word. */
    public String status() {
        return status(info.status());
    }

    static String status(RunInfo.Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** The kind of badge for how far it is. */
    public String badge() {
        return badge(info.status());
    }

    /** The kind of badge for a status. */
    public static String badge(RunInfo.Status status) {
        return switch (status) {
            case RUNNING -> "badge live";
            case COMPLETE -> "badge good";
            case INTERRUPTED, BUDGET -> "badge warn";
            case STOPPED, KILLED -> "badge bad";
        };
    }
}
