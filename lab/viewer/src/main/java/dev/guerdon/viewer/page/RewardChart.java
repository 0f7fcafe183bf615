package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A drawing of rewards, the oldest left: a point for each run or candidate, its interval, and lines between points.
 *
 * @param caption what it shows
 * @param ticks the values that the scale names
 * @param path the lines between points
 * @param marks the points, where they are drawn
 */
@Internal
public record RewardChart(Shape shape, String caption, List<Tick> ticks, String path, List<Mark> marks) {

    private static final int LEFT = 48;
    private static final int RIGHT = 20;
    private static final int TOP = 24;
    private static final int BOTTOM = 32;

    /** The room that a figure at a point needs. */
    private static final int FIGURE = 47;

    /** Size of a drawing, and the room that the word below a point needs. */
    public enum Shape {
        TREND(960, 190, 64, false),
        WIDE(760, 300, 34, true),
        /** As wide as a phone, so that its text is as large there as all other text. */
        NARROW(360, 300, 34, true);

        private final int width;
        private final int height;
        private final int label;
        private final boolean figures;

        Shape(int width, int height, int label, boolean figures) {
            this.width = width;
            this.height = height;
            this.label = label;
            this.figures = figures;
        }
    }

    /**
     * A point.
     *
     * @param title what is said of it
     * @param label the word below it
     * @param address where it leads; empty for nowhere
     * @param reward its reward; one without is not drawn
     * @param kept whether it stands; a point that does not is hollow
     * @param from the places of the points from which a line leads to it
     */
    public record Point(
            String title,
            String label,
            String address,
            double reward,
            Optional<Interval> interval,
            boolean kept,
            List<Integer> from) {}

    /** A value of the scale, and where it is drawn. */
    public record Tick(int y, String label) {}

    /** A point, where it and its interval are drawn; the figure and the label are empty if there is no room for them. */
    public record Mark(Point point, int x, int y, int low, int high, String figure, String label) {}

    /** Draws points. */
    public static RewardChart of(Shape shape, String caption, List<Point> points) {
        double low = Math.min(0, Math.floor(extreme(points, -1)));
        double high = Math.max(1, Math.ceil(extreme(points, 1)));
        ToDoubleFunction<Double> scale =
                value -> TOP + (shape.height - TOP - BOTTOM) * (high - Math.clamp(value, low, high)) / (high - low);
        int most = Math.max(1, (shape.width - LEFT - RIGHT) / shape.label);
        int every = Math.max(1, (points.size() + most - 1) / most);
        boolean figures = shape.figures && points.size() <= shape.width / FIGURE;
        List<Mark> marks = new ArrayList<>();
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            if (!Double.isFinite(point.reward())) {
                continue;
            }
            int x = x(shape, i, points.size());
            int y = (int) Math.round(scale.applyAsDouble(point.reward()));
            Interval interval = point.interval().orElse(new Interval(point.reward(), point.reward()));
            marks.add(new Mark(
                    point,
                    x,
                    y,
                    (int) Math.round(scale.applyAsDouble(interval.low())),
                    (int) Math.round(scale.applyAsDouble(interval.high())),
                    figures ? PageNumber.reward(point.reward()) : "",
                    i % every == 0 || (shape.figures && i == points.size() - 1) ? point.label() : ""));
            for (int from : point.from()) {
                double before = points.get(from).reward();
                if (Double.isFinite(before)) {
                    path.append(String.format(
                            Locale.ROOT,
                            "M%d %.0fL%d %d",
                            x(shape, from, points.size()),
                            scale.applyAsDouble(before),
                            x,
                            y));
                }
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            ticks.add(new Tick((int) Math.round(scale.applyAsDouble(value)), PageNumber.two(value)));
        }
        return new RewardChart(shape, caption, ticks, path.toString(), marks);
    }

    private static double extreme(List<Point> points, int sign) {
        return sign
                * points.stream()
                        .mapToDouble(Point::reward)
                        .filter(Double::isFinite)
                        .map(value -> sign * value)
                        .max()
                        .orElse(0);
    }

    private static int x(Shape shape, int place, int points) {
        double room = shape.width - LEFT - RIGHT;
        return (int) Math.round(LEFT + room * (place + 0.5) / points);
    }

    /** Returns the words for styles. */
    public String look() {
        return "chart " + shape.name().toLowerCase(Locale.ROOT);
    }

    public int width() {
        return shape.width;
    }

    public int height() {
        return shape.height;
    }

    /** Returns where the grid begins. */
    public int left() {
        return LEFT;
    }

    /** Returns where the grid ends. */
    public int right() {
        return shape.width - RIGHT;
    }
}
