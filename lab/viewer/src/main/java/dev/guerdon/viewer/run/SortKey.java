package dev.guerdon.viewer.run;

import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.run.FigureColumn.MixedColumn;
import dev.guerdon.viewer.run.FigureColumn.RealColumn;
import dev.guerdon.viewer.run.FigureColumn.SetColumn;
import dev.guerdon.viewer.run.FigureColumn.WholeColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column by which rows are sorted.
 *
 * @param column its name
 * @param descending whether the largest come first; rows without a value come last either way
 */
record SortKey(String column, boolean descending) {

    private static final int MOST = 8;

    /**
     * Reads keys as addresses have them: {@code -reward,task} is the highest reward first, and by tasks among equals. A name with a comma
     * stands in backticks.
     */
    public static List<SortKey> parse(String text) {
        List<SortKey> keys = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        boolean descending = false;
        boolean quoted = false;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (i == text.length() && quoted) {
                throw PageProblem.badRequest("the sort '" + text + "' lacks a backtick at the end of a name");
            }
            if (c == '`') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                if (!name.toString().isBlank()) {
                    keys.add(new SortKey(name.toString().strip(), descending));
                }
                name.setLength(0);
                descending = false;
            } else if (c == '-' && !quoted && name.toString().isBlank() && !descending) {
                descending = true;
            } else {
                name.append(c);
            }
        }
        if (keys.size() > MOST) {
            throw PageProblem.badRequest("expected at most " + MOST + " columns to sort by, found " + keys.size());
        }
        return List.copyOf(keys);
    }

    /** Keys as addresses have them. */
    public static String format(List<SortKey> keys) {
        return keys.stream()
                .map(key -> (key.descending ? "-" : "") + quoted(key.column))
                .collect(Collectors.joining(","));
    }

    private static String quoted(String name) {
        return name.startsWith("-") || name.contains(",") ? "`" + name + "`" : name;
    }

    /** Sorts rows by keys, the last key first, so that equal rows stay as the keys behind left them. */
    static void sort(EpisodeIndex index, int[] rows, List<SortKey> keys) {
        for (SortKey key : keys.reversed()) {
            sort(rows, index.column(key.column()), key.descending());
        }
    }

    private interface Keys {
        long at(int row);
    }

    private static void sort(int[] rows, FigureColumn column, boolean descending) {
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

    private static Keys keys(FigureColumn column) {
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

    /** Sorts rows by keys; rows with equal keys stay in their order. Takes time in proportion to their number. */
    static final class StableSort {

        private StableSort() {}

        /** Sorts keys, and rows with them, by the keys without a sign. */
        @SuppressWarnings("ReferenceEquality") // which of the two arrays holds the rows now
        public static void unsigned(long[] keys, int[] rows) {
            int size = rows.length;
            long[] fromKeys = keys;
            int[] fromRows = rows;
            long[] toKeys = new long[size];
            int[] toRows = new int[size];
            int[][] counts = new int[8][256];
            for (int i = 0; i < size; i++) {
                for (int digit = 0; digit < 8; digit++) {
                    counts[digit][(int) (keys[i] >>> (digit * 8)) & 0xff]++;
                }
            }
            for (int digit = 0; digit < 8; digit++) {
                int[] places = counts[digit];
                int shift = digit * 8;
                if (size == 0 || places[(int) (fromKeys[0] >>> shift) & 0xff] == size) {
                    continue; // all have the same here
                }
                int sum = 0;
                for (int i = 0; i < 256; i++) {
                    int count = places[i];
                    places[i] = sum;
                    sum += count;
                }
                for (int i = 0; i < size; i++) {
                    int place = places[(int) (fromKeys[i] >>> shift) & 0xff]++;
                    toKeys[place] = fromKeys[i];
                    toRows[place] = fromRows[i];
                }
                long[] keysBefore = fromKeys;
                int[] rowsBefore = fromRows;
                fromKeys = toKeys;
                fromRows = toRows;
                toKeys = keysBefore;
                toRows = rowsBefore;
            }
            if (fromRows != rows) {
                System.arraycopy(fromRows, 0, rows, 0, size);
                System.arraycopy(fromKeys, 0, keys, 0, size);
            }
        }

        /** Returns a number as a key; larger numbers have larger keys. */
        public static long key(double value) {
            long bits = Double.doubleToLongBits(value);
            return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
        }

        /** Returns a whole number as a key. */
        public static long key(long value) {
            return value ^ Long.MIN_VALUE;
        }
    }
}
