package dev.guerdon.rewards.overlap;

import dev.guerdon.rewards.grading.GradingSteps;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Krippendorff's alpha: 1 less the observed disagreement over the one that chance would make.
 *
 * <p>Units with fewer than two ratings say nothing about agreement and are left out.
 */
final class KrippendorffAlpha {

    /** Meaning of differences between ratings. */
    enum Level {
        NOMINAL,
        ORDINAL,
        INTERVAL,
        RATIO
    }

    private final Level level;
    private final double[] values;
    private final GradingSteps steps;

    /** How often each value occurs in units with at least two ratings. */
    private final double[] totals;

    /** {@link #totals} summed up to each value, for ranks. */
    private final double[] sums;

    private KrippendorffAlpha(Level level, double[] values, double[] totals, GradingSteps steps) {
        this.level = level;
        this.values = values;
        this.totals = totals;
        this.steps = steps;
        sums = new double[totals.length + 1];
        for (int i = 0; i < totals.length; i++) {
            sums[i + 1] = sums[i] + totals[i];
        }
    }

    /**
     * Returns the coefficient, at most 1; NaN where chance would make no disagreement.
     *
     * @param units the ratings of each unit
     */
    static double of(List<double[]> units, Level level, GradingSteps steps) {
        TreeMap<Double, Integer> domain = new TreeMap<>();
        units.forEach(unit -> {
            steps.spend(unit.length);
            for (double rating : unit) {
                // Adding 0 makes one zero of both.
                domain.put(rating + 0.0, 0);
            }
        });
        double[] values = new double[domain.size()];
        int next = 0;
        for (var entry : domain.entrySet()) {
            values[next] = entry.getKey();
            entry.setValue(next++);
        }
        double[] totals = new double[values.length];
        for (double[] unit : units) {
            if (unit.length > 1) {
                for (double rating : unit) {
                    totals[Objects.requireNonNull(domain.get(rating + 0.0))]++;
                }
            }
        }
        KrippendorffAlpha alpha = new KrippendorffAlpha(level, values, totals, steps);
        double observed = 0;
        for (double[] unit : units) {
            if (unit.length > 1) {
                observed += alpha.within(unit, domain);
            }
        }
        return 1 - observed / alpha.byChance();
    }

    private double within(double[] unit, Map<Double, Integer> domain) {
        int[] ranks = new int[unit.length];
        for (int i = 0; i < unit.length; i++) {
            ranks[i] = Objects.requireNonNull(domain.get(unit[i] + 0.0));
        }
        steps.spend((long) unit.length * unit.length);
        double sum = 0;
        for (int one : ranks) {
            for (int two : ranks) {
                sum += difference(one, two);
            }
        }
        return sum / (unit.length - 1);
    }

    private double byChance() {
        steps.spend((long) values.length * values.length);
        double sum = 0;
        for (int one = 0; one < values.length; one++) {
            for (int two = 0; two < values.length; two++) {
                sum += totals[one] * totals[two] * difference(one, two);
            }
        }
        return sum / (sums[values.length] - 1);
    }

    private double difference(int one, int two) {
        if (one == two) {
            return 0;
        }
        double a = values[one];
        double b = values[two];
        return switch (level) {
            case NOMINAL -> 1;
            case ORDINAL -> {
                int low = Math.min(one, two);
                int high = Math.max(one, two);
                double between = sums[high + 1] - sums[low] - (totals[low] + totals[high]) / 2;
                yield between * between;
            }
            case INTERVAL -> (a - b) * (a - b);
            case RATIO -> (a - b) / (a + b) * ((a - b) / (a + b));
        };
    }
}
