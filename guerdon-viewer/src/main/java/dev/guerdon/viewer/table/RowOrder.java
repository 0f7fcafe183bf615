package dev.guerdon.viewer.table;

import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.MixedColumn;
import dev.guerdon.viewer.index.NaturalOrder;
import dev.guerdon.viewer.index.RealColumn;
import dev.guerdon.viewer.index.SetColumn;
import dev.guerdon.viewer.index.StableSort;
import dev.guerdon.viewer.index.TextColumn;
import dev.guerdon.viewer.index.WholeColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Puts rows in order. */
final class RowOrder {

    private RowOrder() {}

    /** Sorts rows by keys, the last key first, so that equal rows stay as the keys behind left them. */
    static void sort(EpisodeIndex index, int[] rows, List<SortKey> keys) {
        for (SortKey key : keys.reversed()) {
            sort(rows, index.column(key.column()), key.descending());
        }
    }

    private interface Keys {
        long at(int row);
    }

    private static void sort(int[] rows, Column column, boolean descending) {
        Keys keys = keys(column);
        long[] all = new long[rows.length];
        int[] sorted = new int[rows.length];
        int present = 0;
        for (int row : rows) {
            if (!column.missing(row)) {
                sorted[present] = row;
                all[present++] = descending ? ~keys.at(row) : keys.at(row);
            }
        }
        int missing = present;
        for (int row : rows) {
            if (column.missing(row)) {
                sorted[missing++] = row;
            }
        }
        if (present < rows.length) {
            int[] some = Arrays.copyOf(sorted, present);
            StableSort.unsigned(Arrays.copyOf(all, present), some);
            System.arraycopy(some, 0, sorted, 0, present);
        } else {
            StableSort.unsigned(all, sorted);
        }
        System.arraycopy(sorted, 0, rows, 0, rows.length);
    }

    private static Keys keys(Column column) {
        return switch (column) {
            case WholeColumn whole -> row -> StableSort.key(whole.raw(row));
            case RealColumn real -> row -> StableSort.key(real.number(row));
            case TextColumn texts -> ranks(texts);
            case SetColumn sets -> ranks(sets);
            case MixedColumn mixed -> {
                // Numbers before texts.
                Keys texts = ranks(mixed.texts());
                yield row -> mixed.texts().missing(row)
                        ? StableSort.key(mixed.number(row)) >>> 1
                        : Long.MIN_VALUE | texts.at(row);
            }
        };
    }

    private static Keys ranks(TextColumn texts) {
        int[] ranks = texts.ranks();
        return row -> {
            int code = texts.code(row);
            return code < 0 ? ranks.length : ranks[code];
        };
    }

    private static Keys ranks(SetColumn sets) {
        List<String> names = new ArrayList<>();
        sets.sets().forEach(set -> names.add(String.join(", ", set)));
        List<String> sorted = names.stream().sorted(NaturalOrder::compare).toList();
        int[] ranks = names.stream().mapToInt(sorted::indexOf).toArray();
        return row -> ranks[sets.code(row)];
    }
}
