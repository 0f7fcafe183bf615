package dev.guerdon.viewer.run;

import dev.guerdon.viewer.page.PageNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A histogram as a drawing.
 *
 * @param name the column's name
 * @param bars from the lowest to the highest
 * @param labels what the axis says
 * @param note what has no bar
 */
record HistogramDrawing(String name, List<Bar> bars, List<Label> labels, String note) {

    /** How wide the drawing is. */
    public static final int WIDTH = 320;

    /** How high the drawing is. */
    public static final int HEIGHT = 120;

    private static final int BASE = 100;
    private static final int TOP = 8;
    private static final int GAP = 2;

    /**
     * A bar.
     *
     * @param address the page with its episodes only; empty if there is none
     * @param title what it is, in words
     */
    public record Bar(int x, int y, int width, int height, String address, String title) {}

    /** A word below the axis. */
    public record Label(int x, String anchor, String text) {}

    /**
     * Returns the drawing for a column of a table.
     *
     * @param address where the episodes of a filter are
     */
    static HistogramDrawing of(FilteredEpisodes table, FigureColumn column, Function<String, String> address) {
        ColumnHistogram histogram = ColumnHistogram.of(table, column.name());
        List<Bar> bars = new ArrayList<>();
        int n = histogram.bins().size();
        for (int i = 0; i < n; i++) {
            ColumnHistogram.Bin bin = histogram.bins().get(i);
            int from = WIDTH * i / n;
            int to = WIDTH * (i + 1) / n;
            int height = bin.count() == 0
                    ? 0
                    : Math.max(2, (int) Math.round((BASE - TOP) * (double) bin.count() / histogram.highest()));
            bars.add(new Bar(
                    from + GAP / 2,
                    BASE - height,
                    Math.max(1, Math.min(60, to - from - GAP)),
                    height,
                    bin.count() == 0 ? "" : address.apply(histogram.filter(bin)),
                    PageNumber.times(bin.count(), "episode") + " with " + column.name() + " "
                            + (bin.from() == bin.to()
                                    ? words(column, bin.from())
                                    : words(column, bin.from()) + " to " + words(column, bin.to()))));
        }
        List<Label> labels = new ArrayList<>();
        if (n > 0) {
            labels.add(new Label(
                    0, "start", words(column, histogram.bins().getFirst().from())));
            double last = histogram.bins().getLast().to();
            if (n > 1) {
                labels.add(new Label(WIDTH, "end", words(column, last)));
            }
        }
        List<String> notes = new ArrayList<>();
        if (histogram.missing() > 0) {
            notes.add(PageNumber.count(histogram.missing()) + " without");
        }
        if (histogram.infinite() > 0) {
            notes.add(PageNumber.count(histogram.infinite()) + " infinite");
        }
        if (histogram.logarithmic()) {
            notes.add("growing bins");
        }
        return new HistogramDrawing(column.name(), bars, labels, String.join(", ", notes));
    }

    static String words(FigureColumn column, double value) {
        return switch (column.unit()) {
            case SECONDS -> PageNumber.seconds(value);
            case USD -> PageNumber.money(value);
            case NONE, FLAG, TIME -> value == Math.rint(value) ? PageNumber.count((long) value) : PageNumber.two(value);
        };
    }
}
