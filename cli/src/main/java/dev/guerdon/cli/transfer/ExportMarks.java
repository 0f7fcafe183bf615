package dev.guerdon.cli.transfer;

import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.SecretFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text that stands in an exported file where a secret was: {@code ***a} for the first, {@code ***b} for the next. The same secret has the
 * same mark throughout the file, and different ones differ: an answer that is not the gold does not become it.
 */
final class ExportMarks {

    private static final int LETTERS = 26;

    private final Map<String, String> marks = new HashMap<>();
    private int hidden;

    /** Returns a value without secrets. */
    @Nullable
    Object hide(@Nullable Object value) {
        return SecretFilter.known().redactValue(value, secret -> {
            hidden++;
            return marks.computeIfAbsent(secret, one -> SecretFilter.HIDDEN + letters(marks.size()));
        });
    }

    /** Returns a row without secrets. */
    List<@Nullable Object> hide(List<@Nullable Object> row) {
        List<@Nullable Object> out = new ArrayList<>(row.size());
        for (Object cell : row) {
            out.add(
                    switch (cell) {
                        case Json json -> JsonCodec.write(hide(json.value()));
                        case String text -> hide((Object) text);
                        case null, default -> cell;
                    });
        }
        return out;
    }

    /** Returns how many texts were hidden so far. */
    int hidden() {
        return hidden;
    }

    /** A cell that is written as JSON; the names in it say what is a secret. */
    record Json(@Nullable Object value) {}

    private static String letters(int number) {
        String last = String.valueOf((char) ('a' + number % LETTERS));
        return number < LETTERS ? last : letters(number / LETTERS - 1) + last;
    }
}
