package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import java.util.List;
import java.util.Optional;

/**
 * How the average reward went over a series of runs; a run in which nothing was scored has no average and no place in it.
 *
 * @param initial the average of the first run
 * @param best the highest average
 * @param bestRun the name of the earliest run that had it
 * @param last the average of the last run
 */
@Experimental
public record RunSeries(double initial, double best, String bestRun, double last) {

    /** A run of the series. */
    public record Point(String run, double averageReward) {}

    /** The series of some runs in order, empty where there is none. */
    public static Optional<RunSeries> of(List<Point> points) {
        List<Point> known = points.stream()
                .filter(point -> Double.isFinite(point.averageReward()))
                .toList();
        return known.stream()
                .reduce((a, b) -> b.averageReward() > a.averageReward() ? b : a)
                .map(best -> new RunSeries(
                        known.getFirst().averageReward(),
                        best.averageReward(),
                        best.run(),
                        known.getLast().averageReward()));
    }

    /** From the first to the last. */
    public double change() {
        return last - initial;
    }
}
