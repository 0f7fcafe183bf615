package dev.guerdon.viewer.data;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.RunInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the reward of comparable runs went over time.
 *
 * @param suite the suite of all of them
 * @param reward the reward of all of them
 * @param points the runs in the order in which they were made; those without a scored episode have no place in it
 */
@Internal
public record Trend(String suite, String reward, List<Point> points) {

    private static final double LEVEL = 0.95;

    public Trend {
        points = List.copyOf(points);
    }

    /**
     * A run in a trend.
     *
     * @param run what it is
     * @param summary its figures
     * @param interval where its mean reward lies with a certainty of 95 %; empty where there are too few tasks to tell
     */
    @Internal
    public record Point(RunInfo run, RunSummary summary, Optional<Interval> interval) {

        /** The mean reward. */
        public double mean() {
            return summary.averageReward();
        }
    }

    /** The trends of some runs, one for each suite and reward, in the order in which these first appear. */
    public static List<Trend> of(RunData data, List<RunInfo> runs) {
        record Key(String suite, String reward) {}
        Map<Key, List<Point>> trends = new LinkedHashMap<>();
        for (RunInfo run : runs) {
            RunSummary summary = data.summary(run);
            if (Double.isFinite(summary.averageReward())) {
                trends.computeIfAbsent(new Key(run.suite(), run.reward()), key -> new ArrayList<>())
                        .add(new Point(run, summary, interval(summary)));
            }
        }
        return trends.entrySet().stream()
                .map(entry -> new Trend(entry.getKey().suite(), entry.getKey().reward(), entry.getValue()))
                .toList();
    }

    private static Optional<Interval> interval(RunSummary summary) {
        return new MeanEstimate(
                        summary.averageReward(),
                        summary.standardError(),
                        summary.tasks(),
                        summary.episodes() - summary.unscored(),
                        summary.unscored())
                .interval(LEVEL);
    }
}
