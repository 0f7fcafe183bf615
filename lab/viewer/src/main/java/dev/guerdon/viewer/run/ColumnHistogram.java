package dev.guerdon.viewer.run;

import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Distribution of the numbers of a column over some rows.
 *
 * @param column the column's name
 * @param bins from the lowest to the highest, those without rows among them; empty where no row has a number
 * @param missing how many rows have no number
 * @param infinite how many rows have one that is in no bin, because it is infinite
 * @param logarithmic whether bins grow with their numbers, because a few rows have far more than the others
 */
record ColumnHistogram(String column, List<Bin> bins, int missing, int infinite, boolean logarithmic) {

    private static final int MOST_BINS = 20;
    private static final int MOST_WHOLE_BINS = 30;

    /** From here on a few rows have far more than the others. */
    private static final double SKEWED = 20;

    /**
     * A part of the numbers.
     *
     * @param from the lowest number in it
     * @param to the lowest number above it; the last bin has this one too
     */
    public record Bin(double from, double to, int count) {}

    /** Returns the most that a bin has. */
    public int highest() {
        return bins.stream().mapToInt(Bin::count).max().orElse(0);
    }

    /** Returns a filter for the rows of a bin. */
    public String filter(Bin bin) {
        boolean last = bin.equals(bins.getLast());
        String name = EpisodeSelection.name(column);
        return bin.from() == bin.to()
                ? name + " = " + EpisodeSelection.number(bin.from())
                : name + " >= " + EpisodeSelection.number(bin.from()) + " and " + name + (last ? " <= " : " < ")
                        + EpisodeSelection.number(bin.to());
    }

    /** Returns the histogram of a column over the rows of a table. */
    public static ColumnHistogram of(FilteredEpisodes table, String column) {
        return of(table.index().column(column), table.rows());
    }

    static ColumnHistogram of(FigureColumn column, int[] rows) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double sum = 0;
        double lowestPositive = Double.POSITIVE_INFINITY;
        int finite = 0;
        int missing = 0;
        for (int row : rows) {
            double number = column.number(row);
            if (Double.isNaN(number)) {
                missing++;
            } else if (Double.isFinite(number)) {
                finite++;
                sum += number;
                low = Math.min(low, number);
                high = Math.max(high, number);
                lowestPositive = number > 0 ? Math.min(lowestPositive, number) : lowestPositive;
            }
        }
        int infinite = rows.length - missing - finite;
        if (finite == 0) {
            return new ColumnHistogram(column.name(), List.of(), missing, infinite, false);
        }
        boolean whole = column instanceof WholeColumn wholes && wholes.perUnit() == 1;
        boolean skewed = !whole && low >= 0 && high > 1e-9 && high > SKEWED * sum / finite;
        double[] edges = low == high
                ? new double[] {low, low}
                : skewed ? growing(low, lowestPositive, high) : even(low, high, whole);
        return new ColumnHistogram(column.name(), count(column, rows, edges), missing, infinite, skewed && low < high);
    }

    private static List<Bin> count(FigureColumn column, int[] rows, double[] edges) {
        int[] counts = new int[edges.length - 1];
        for (int row : rows) {
            double number = column.number(row);
            if (Double.isFinite(number)) {
                counts[place(edges, number)]++;
            }
        }
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            bins.add(new Bin(edges[i], edges[i + 1], counts[i]));
        }
        return bins;
    }

    /** Returns the last bin that begins at a number or below it. */
    private static int place(double[] edges, double number) {
        int low = 0;
        int high = edges.length - 2;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (number >= edges[middle]) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Edges at round numbers, each as far from the last. Rewards are mostly between 0 and 1, and always shown in the same bins then. */
    private static double[] even(double low, double high, boolean whole) {
        if (whole && high - low < MOST_WHOLE_BINS) {
            double[] edges = new double[(int) (high - low) + 2];
            for (int i = 0; i < edges.length; i++) {
                edges[i] = low + i;
            }
            return edges;
        }
        boolean unit = !whole && low >= 0 && high <= 1 && high > 0.05;
        double from = unit ? 0 : low;
        double to = unit ? 1 : high;
        // Halves first: the difference of two large numbers may be beyond every double.
        double rough = to / MOST_BINS - from / MOST_BINS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough <= power * 1.000001 ? 1 : rough <= power * 2 ? 2 : rough <= power * 5 ? 5 : 10);
        step = whole ? Math.max(1, step) : step;
        if (!(step > 4 * Math.ulp(Math.max(Math.abs(from), Math.abs(to))))) {
            return new double[] {from, to}; // no room for round numbers between them
        }
        double first = Math.floor(from / step + 1e-9);
        int bins = Math.max(1, (int) Math.ceil(to / step - first - 1e-9));
        double[] edges = new double[bins + 1];
        for (int i = 0; i <= bins; i++) {
            edges[i] = Math.clamp(rounded((first + i) * step, step), -Double.MAX_VALUE, Double.MAX_VALUE);
        }
        edges[0] = Math.min(edges[0], low);
        edges[bins] = Math.max(edges[bins], high);
        return edges;
    }

    /** Without the dust that multiplication leaves: 0.15 and not 0.15000000000000002. */
    private static double rounded(double value, double step) {
        double inverse = 1 / step;
        double whole = Math.rint(inverse);
        return Math.abs(inverse - whole) < 1e-6 * whole && whole > 1 ? Math.rint(value * whole) / whole : value;
    }

    /** Edges at 1, 2 and 5 times powers of ten, and one at 0 where some rows have that. */
    private static double[] growing(double low, double lowestPositive, double high) {
        List<Double> edges = new ArrayList<>();
        if (low == 0) {
            edges.add(0.0);
        }
        double start = Math.max(lowestPositive, high * 1e-6);
        int power = (int) Math.floor(Math.log10(start));
        double edge = 0;
        for (; edge < high; power++) {
            for (int times : new int[] {1, 2, 5}) {
                edge = power < 0 ? times / Math.pow(10, -power) : times * Math.pow(10, power);
                double next = times == 1 ? edge * 2 : times == 2 ? edge * 2.5 : edge * 2;
                if (next > start && (edges.isEmpty() || edges.getLast() < high)) {
                    edges.add(edge);
                }
            }
        }
        if (edges.getLast() < high) {
            edges.add(high);
        }
        double[] out = edges.stream().mapToDouble(Double::doubleValue).toArray();
        out[0] = Math.min(out[0], low);
        return out;
    }
}
