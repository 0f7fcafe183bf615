package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.report.Document.Plot;
import dev.guerdon.lab.report.Document.Point;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where things stand in the picture of the average rewards of runs; the template {@code plot.jte} draws it. */
@Internal
public final class PlotSvg {

    private static final int WIDE = 760;

    /** As wide as a phone shows it, so that its text is as large there as all other text. */
    private static final int NARROW = 360;

    private static final int HEIGHT = 300;
    private static final int LEFT = 52;
    private static final int RIGHT = 20;
    private static final int TOP = 28;
    private static final int BOTTOM = 40;

    /** What a figure at a point needs, and a number below the axis: above that they would run into each other. */
    private static final int ROOM_OF_A_FIGURE = 47;

    private static final int ROOM_OF_A_LABEL = 31;

    /** A line of the grid with its label. */
    public record GridLine(String y, String textY, String label) {}

    /** The interval of a run, cut at the edges of the picture. */
    public record Bar(String top, String bottom) {}

    /**
     * A run.
     *
     * @param value its average at the point, null where there is no room
     * @param label its number below the axis, null where there is no room
     */
    public record Mark(
            String title,
            boolean kept,
            String x,
            String y,
            @Nullable Bar bar,
            @Nullable String value,
            String valueX,
            String valueY,
            @Nullable String label) {}

    private final Plot plot;
    private final boolean narrow;
    private final double low;
    private final double high;

    /**
     * @param narrow whether it is the picture for phones
     */
    public PlotSvg(Plot plot, boolean narrow) {
        this.plot = plot;
        this.narrow = narrow;
        low = Math.min(0, Math.floor(extreme(false)));
        high = Math.max(1, Math.ceil(extreme(true)));
    }

    private double extreme(boolean highest) {
        var means = plot.points().stream().mapToDouble(Point::mean).filter(Double::isFinite);
        return (highest ? means.max() : means.min()).orElse(0);
    }

    public int width() {
        return narrow ? NARROW : WIDE;
    }

    /** Its class: a style shows one picture or the other. */
    public String style() {
        return narrow ? "narrow" : "wide";
    }

    public int height() {
        return HEIGHT;
    }

    /** Where the grid begins. */
    public int left() {
        return LEFT;
    }

    /** Where the grid ends. */
    public int right() {
        return width() - RIGHT;
    }

    /** The base line of the labels below the axis. */
    public int labelY() {
        return HEIGHT - BOTTOM + 22;
    }

    public String caption() {
        return plot.caption();
    }

    public boolean anyRolledBack() {
        return plot.points().stream().anyMatch(point -> !point.kept());
    }

    public List<GridLine> lines() {
        List<GridLine> lines = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            String label = String.format(Locale.ROOT, high - low <= 1 ? "%.2f" : "%.1f", value);
            lines.add(new GridLine(number(y(value)), number(y(value) + 4), label));
        }
        return lines;
    }

    public List<Mark> marks() {
        List<Point> points = plot.points();
        int most = Math.max(1, width() / ROOM_OF_A_LABEL);
        int every = Math.max(1, (points.size() + most - 1) / most);
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            if (Double.isFinite(points.get(i).mean())) { // a run in which nothing was scored has no place
                marks.add(mark(i, points.get(i), i % every == 0 || i == points.size() - 1));
            }
        }
        return marks;
    }

    private Mark mark(int i, Point point, boolean labelled) {
        String value = Figures.reward(point.mean());
        Bar bar = Double.isNaN(point.low())
                ? null
                : new Bar(number(y(Math.min(high, point.high()))), number(y(Math.max(low, point.low()))));
        return new Mark(
                point.title() + ", " + value,
                point.kept(),
                number(x(i)),
                number(y(point.mean())),
                bar,
                plot.points().size() <= width() / ROOM_OF_A_FIGURE ? value : null,
                number(x(i) + 9),
                number(y(point.mean()) - 7),
                labelled ? point.label() : null);
    }

    /** The line through the runs that were kept. */
    public String course() {
        StringBuilder path = new StringBuilder();
        List<Point> points = plot.points();
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).kept() && Double.isFinite(points.get(i).mean())) {
                path.append(path.isEmpty() || !points.get(i).joined() ? "M" : "L")
                        .append(number(x(i)))
                        .append(' ')
                        .append(number(y(points.get(i).mean())));
            }
        }
        return path.toString();
    }

    private double x(int i) {
        double room = width() - LEFT - RIGHT - 60.0;
        int gaps = plot.points().size() - 1;
        return gaps == 0 ? LEFT + (room + 60) / 2 : LEFT + 24 + room * i / gaps;
    }

    private double y(double value) {
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
