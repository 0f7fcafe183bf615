package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whole numbers, none of which is missing; times are in nanoseconds, so that nothing is rounded. */
@Internal
public final class WholeColumn extends Column {

    private static final long NANOS = 1_000_000_000L;

    private final PackedLongs values;
    private final long perUnit;

    WholeColumn(String name, Unit unit, PackedLongs values) {
        super(name, unit);
        this.values = values;
        this.perUnit = unit == Unit.SECONDS || unit == Unit.TIME ? NANOS : 1;
    }

    /** The number as it is stored. */
    public long raw(int row) {
        return values.get(row);
    }

    /** How many stored ones make one of the {@link #unit}. */
    public long perUnit() {
        return perUnit;
    }

    @Override
    public Kind kind() {
        return Kind.NUMBER;
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public boolean missing(int row) {
        return false;
    }

    @Override
    public double number(int row) {
        long raw = values.get(row);
        return perUnit == 1 ? raw : raw / (double) perUnit;
    }

    @Override
    public @Nullable String text(int row) {
        return null;
    }

    @Override
    public Object value(int row) {
        long raw = values.get(row);
        return switch (unit()) {
            case FLAG -> raw != 0;
            case SECONDS -> Duration.ofNanos(raw);
            case TIME -> Instant.ofEpochSecond(Math.floorDiv(raw, NANOS), Math.floorMod(raw, NANOS));
            case NONE, USD -> raw;
        };
    }

    @Override
    public long memory() {
        return values.memory();
    }
}
