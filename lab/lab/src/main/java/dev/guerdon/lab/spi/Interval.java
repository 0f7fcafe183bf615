package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.util.Locale;

/** A range made by a method that holds the true value as often as its level says. */
@Experimental
public record Interval(double low, double high) {

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Returns the part of it that lies within bounds. */
    public Interval within(double lowest, double highest) {
        return new Interval(Math.max(lowest, low), Math.min(highest, high));
    }

    public double width() {
        return high - low;
    }

    /** {@code 0.031 to 0.214}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f to %.3f", low, high);
    }
}
