package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** Numbers, some of which may be missing. */
@Internal
public final class RealColumn extends Column {

    private final PackedDoubles values;

    RealColumn(String name, Unit unit, PackedDoubles values) {
        super(name, unit);
        this.values = values;
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
        return Double.isNaN(values.get(row));
    }

    @Override
    public double number(int row) {
        return values.get(row);
    }

    @Override
    public @Nullable String text(int row) {
        return null;
    }

    @Override
    public @Nullable Object value(int row) {
        double number = values.get(row);
        return Double.isNaN(number) ? null : unit() == Unit.FLAG ? (Object) (number != 0) : (Object) number;
    }

    @Override
    public long memory() {
        return values.memory();
    }
}
