package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;
import org.jspecify.annotations.Nullable;

/** Numbers in some rows, texts in others: an extra that a reward wrote in more than one way. */
@Internal
public final class MixedColumn extends Column {

    private final RealColumn numbers;
    private final TextColumn texts;

    MixedColumn(String name, RealColumn numbers, TextColumn texts) {
        super(name, Unit.NONE);
        this.numbers = numbers;
        this.texts = texts;
    }

    /** The rows with texts. */
    public TextColumn texts() {
        return texts;
    }

    @Override
    public Kind kind() {
        return Kind.MIXED;
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public boolean missing(int row) {
        return numbers.missing(row) && texts.missing(row);
    }

    @Override
    public double number(int row) {
        return numbers.number(row);
    }

    @Override
    public @Nullable String text(int row) {
        return texts.text(row);
    }

    @Override
    public @Nullable Object value(int row) {
        return texts.missing(row) ? numbers.value(row) : texts.value(row);
    }

    @Override
    public boolean cut() {
        return texts.cut();
    }

    @Override
    public long memory() {
        return numbers.memory() + texts.memory();
    }
}
