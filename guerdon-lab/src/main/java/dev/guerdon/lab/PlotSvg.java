package dev.guerdon.lab;

import dev.guerdon.lab.ReportDocument.Plot;
import dev.guerdon.lab.ReportDocument.Point;
import java.util.List;
import java.util.Locale;

/** Draws the average reward of each run with its interval, as a picture within the page. */
final class PlotSvg {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 300;
    private static final int LEFT = 52;
    private static final int RIGHT = 20;
    private static final int TOP = 28;
    private static final int BOTTOM = 40;

    /** Above this many runs, figures at the points would run into each other. */
    private static final int MOST_LABELLED = 16;

    private final Plot plot;
    private final double low;
    private final double high;

    PlotSvg(Plot plot) {
        this.plot = plot;
        low = Math.min(0, Math.floor(extreme(false)));
        high = Math.max(1, Math.ceil(extreme(true)));
    }

    private double extreme(boolean highest) {
        var means = plot.points().stream().mapToDouble(Point::mean);
        return (highest ? means.max() : means.min()).orElse(0);
    }

    void write(HtmlText out) {
        List<Point> points = plot.points();
        out.raw("<figure>\n<svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT
                + "\" role=\"img\" aria-labelledby=\"plot-title\">\n");
        out.element("title id=\"plot-title\"", plot.caption()).raw("\n");
        for (int i = 0; i <= 4; i++) {
            double value = low + (high - low) * i / 4;
            String y = number(y(value));
            out.raw("<line class=\"grid\" x1=\"" + LEFT + "\" x2=\"" + (WIDTH - RIGHT) + "\" y1=\"" + y + "\" y2=\"" + y
                    + "\"/>");
            out.raw("<text class=\"axis\" text-anchor=\"end\" x=\"" + (LEFT - 10) + "\" y=\"" + number(y(value) + 4)
                    + "\">");
            out.text(String.format(Locale.ROOT, high - low <= 1 ? "%.2f" : "%.1f", value))
                    .raw("</text>\n");
        }
        out.raw("<path class=\"course\" d=\"" + course(points) + "\"/>\n");
        int every = Math.max(1, (points.size() + 23) / 24);
        for (int i = 0; i < points.size(); i++) {
            point(out, i, points.get(i), i % every == 0 || i == points.size() - 1);
        }
        out.raw("</svg>\n<figcaption>").text(plot.caption());
        if (points.stream().anyMatch(point -> !point.kept())) {
            out.text(". Hollow points were rolled back");
        }
        out.raw(".</figcaption>\n</figure>\n");
    }

    private void point(HtmlText out, int i, Point point, boolean labelled) {
        String x = number(x(i));
        String kind = point.kept() ? "kept" : "back";
        out.raw("<g class=\"" + kind + "\">").element("title", point.title() + ", " + Figures.reward(point.mean()));
        if (!Double.isNaN(point.low())) {
            String top = number(y(Math.min(high, point.high())));
            String bottom = number(y(Math.max(low, point.low())));
            out.raw("<line class=\"interval\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + top + "\" y2=\"" + bottom
                    + "\"/>");
        }
        out.raw("<circle cx=\"" + x + "\" cy=\"" + number(y(point.mean())) + "\" r=\"5\"/>");
        if (plot.points().size() <= MOST_LABELLED) {
            out.raw("<text class=\"value\" x=\"" + number(x(i) + 9) + "\" y=\"" + number(y(point.mean()) - 7) + "\">");
            out.text(Figures.reward(point.mean())).raw("</text>");
        }
        if (labelled) {
            out.raw("<text class=\"axis\" text-anchor=\"middle\" x=\"" + x + "\" y=\"" + (HEIGHT - BOTTOM + 22)
                    + "\">");
            out.text(point.label()).raw("</text>");
        }
        out.raw("</g>\n");
    }

    /** The line through the runs that were kept. */
    private String course(List<Point> points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            if (points.get(i).kept()) {
                path.append(path.isEmpty() ? "M" : "L")
                        .append(number(x(i)))
                        .append(' ')
                        .append(number(y(points.get(i).mean())));
            }
        }
        return path.toString();
    }

    private double x(int i) {
        double room = WIDTH - LEFT - RIGHT - 60.0;
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
