package dev.guerdon.core;

import dev.guerdon.api.Json;
import java.util.List;

/** Count, mean, extremes and standard deviation of numbers, in one pass and mergeable. */
final class Summary {

    private long count;
    private double sum;
    private double lost; // what the sum's rounding lost (Neumaier), so that the mean does not depend on the order
    private double centre; // the running mean that the squares refer to
    private double squares; // sum of squared distances from the centre
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value) {
        count++;
        addToSum(value);
        double before = value - centre;
        centre += before / count;
        squares += before * (value - centre);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    void add(Summary other) {
        if (other.count == 0) {
            return;
        }
        long all = count + other.count;
        double apart = other.centre - centre;
        squares += other.squares + apart * apart * count * other.count / all;
        centre += apart * other.count / all;
        addToSum(other.sum);
        addToSum(other.lost);
        count = all;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    private void addToSum(double value) {
        double next = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
        sum = next;
    }

    long count() {
        return count;
    }

    double mean() {
        return count == 0 ? Double.NaN : (sum + lost) / count;
    }

    double min() {
        return min;
    }

    double max() {
        return max;
    }

    /** The standard deviation of these numbers themselves (divided by n). */
    double std() {
        return count == 0 ? Double.NaN : Math.sqrt(squares / count);
    }

    List<Object> save() {
        return count == 0 ? List.of(0L) : List.of(count, sum, lost, centre, squares, min, max);
    }

    static Summary restore(Json state) {
        Summary summary = new Summary();
        List<Json> parts = state.asList();
        summary.count = parts.getFirst().asLong();
        if (summary.count > 0) {
            summary.sum = parts.get(1).asDouble();
            summary.lost = parts.get(2).asDouble();
            summary.centre = parts.get(3).asDouble();
            summary.squares = parts.get(4).asDouble();
            summary.min = parts.get(5).asDouble();
            summary.max = parts.get(6).asDouble();
        }
        return summary;
    }
}
