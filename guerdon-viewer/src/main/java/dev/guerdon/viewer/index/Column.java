package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/**
 * One figure of every episode of a run, by row from 0. It never changes.
 *
 * <p>A value is a number or a text, or it is missing. In a column of {@link Kind#MIXED} some rows have numbers, and others texts.
 */
@Internal
public abstract sealed class Column permits WholeColumn, RealColumn, TextColumn, SetColumn, MixedColumn {

    /** What values are. */
    @Internal
    public enum Kind {
        /** Numbers. */
        NUMBER,
        /** Texts. */
        TEXT,
        /** Several texts, such as tags. */
        SET,
        /** Numbers in some rows, texts in others. */
        MIXED
    }

    /** What numbers mean. */
    @Internal
    public enum Unit {
        /** A plain number. */
        NONE,
        /** 1 for yes, 0 for no. */
        FLAG,
        /** Seconds. */
        SECONDS,
        /** US dollars. */
        USD,
        /** Seconds since 1970. */
        TIME
    }

    private final String name;
    private final Unit unit;

    Column(String name, Unit unit) {
        this.name = name;
        this.unit = unit;
    }

    /** Its name, as filters say it. */
    public final String name() {
        return name;
    }

    /** What its numbers mean. */
    public final Unit unit() {
        return unit;
    }

    /** What its values are. */
    public abstract Kind kind();

    /** Whether its numbers are whole. */
    public boolean whole() {
        return this instanceof WholeColumn;
    }

    /** How many rows it has. */
    public abstract int size();

    /** Whether a row has no value. */
    public abstract boolean missing(int row);

    /** The number of a row, in its {@link #unit}; NaN where it has none. */
    public abstract double number(int row);

    /** The text of a row; null where it has none. */
    public abstract @Nullable String text(int row);

    /** The value of a row: a Long, Double, Boolean, Instant, Duration or String; null where it is missing. */
    public abstract @Nullable Object value(int row);

    /** Whether it has more different texts than are held; the others are present, but nobody can tell what they are. */
    public boolean cut() {
        return false;
    }

    /** About how many bytes it takes. */
    public abstract long memory();

    @Override
    public final String toString() {
        return name;
    }
}
