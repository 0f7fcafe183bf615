package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.viewer.page.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * How the mean reward went over the runs of a suite, as a drawing: the oldest left.
 *
 * @param points the runs with a mean
 * @param ticks the values that the scale names
 * @param path the line through the points
 */
@Internal
public record Trend(List<Point> points, List<Tick> ticks, String path) {

    /** How wide the drawing is. */
    public static final int WIDTH = 960;

    /** How high the drawing is. */
    public static final int HEIGHT = 190;

    private static final int LEFT = 44;
    private static final int RIGHT = 16;
    private static final int TOP = 14;
    private static final int BOTTOM = 30;
    private static final int MOST_LABELS = 14;

    /** A run: where it is drawn, where its interval begins and ends, and what is said of it. */
    public record Point(int x, int y, int low, int high, String address, String title, String label) {}

    /** A value of the scale, and where it is drawn. */
    public record Tick(int y, String label) {}

    public Trend {
        points = List.copyOf(points);
        ticks = List.copyOf(ticks);
    }

    /** The drawing for some runs, the newest first. */
    static Trend of(List<RunRow> rows) {
        List<RunRow> scored = rows.reversed().stream()
                .filter(row -> !Double.isNaN(row.summary().averageReward()))
                .toList();
        double low = 0;
        double high = 1;
        for (RunRow row : scored) {
            double mean = row.summary().averageReward();
            low = Math.min(low, mean);
            high = Math.max(high, mean);
        }
        List<Point> points = new ArrayList<>();
        StringBuilder path = new StringBuilder();
        int every = Math.max(1, (scored.size() + MOST_LABELS - 1) / MOST_LABELS);
        for (int i = 0; i < scored.size(); i++) {
            RunRow row = scored.get(i);
            double mean = row.summary().averageReward();
            Interval interval = row.interval().orElse(new Interval(mean, mean));
            int x = scored.size() == 1
                    ? WIDTH / 2
                    : LEFT + Math.round((WIDTH - LEFT - RIGHT) * (i + 0.5f) / scored.size());
            Point point = new Point(
                    x,
                    y(mean, low, high),
                    y(Math.max(low, interval.low()), low, high),
                    y(Math.min(high, interval.high()), low, high),
                    row.address(),
                    row.info().name() + ": " + Figure.reward(mean)
                            + (row.range().isEmpty() ? "" : " (" + row.range() + ")")
                            + (row.commit().isEmpty() ? "" : ", commit " + row.commit()),
                    i % every == 0 ? row.commit() : "");
            points.add(point);
            path.append(i == 0 ? "M" : "L").append(point.x()).append(' ').append(point.y());
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            ticks.add(new Tick(y(value, low, high), Figure.two(value)));
        }
        return new Trend(points, ticks, path.toString());
    }

    private static int y(double value, double low, double high) {
        return (int) Math.round(HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - BOTTOM - TOP));
    }
}
