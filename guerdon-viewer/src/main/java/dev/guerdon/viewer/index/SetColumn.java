package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Several texts in a row, such as tags; equal sets are held once. */
@Internal
public final class SetColumn extends Column {

    private final int size;
    private final int[] rows;
    private final int[] codes;
    private final List<SortedSet<String>> sets;

    private SetColumn(String name, int size, int[] rows, int[] codes, List<SortedSet<String>> sets) {
        super(name, Unit.NONE);
        this.size = size;
        this.rows = rows;
        this.codes = codes;
        this.sets = sets;
    }

    /** A column of so many rows, a few of which have something. */
    public static SetColumn of(String name, int size, Map<Integer, ? extends SortedSet<String>> few) {
        int[] rows = few.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .mapToInt(Map.Entry::getKey)
                .sorted()
                .toArray();
        int[] codes = new int[rows.length];
        List<SortedSet<String>> sets = new ArrayList<>();
        Map<SortedSet<String>, Integer> known = new HashMap<>();
        for (int i = 0; i < rows.length; i++) {
            SortedSet<String> set = new TreeSet<>(few.get(rows[i]));
            codes[i] = known.computeIfAbsent(set, each -> {
                sets.add(each);
                return sets.size() - 1;
            });
        }
        return new SetColumn(name, size, rows, codes, List.copyOf(sets));
    }

    /** The different sets. */
    public List<SortedSet<String>> sets() {
        return sets;
    }

    /** The code of a row's set, -1 where it has none. */
    public int code(int row) {
        int place = Arrays.binarySearch(rows, row);
        return place < 0 ? -1 : codes[place];
    }

    @Override
    public Kind kind() {
        return Kind.SET;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean missing(int row) {
        return code(row) < 0;
    }

    @Override
    public double number(int row) {
        return Double.NaN;
    }

    @Override
    public @Nullable String text(int row) {
        int code = code(row);
        return code < 0 ? null : String.join(", ", sets.get(code));
    }

    @Override
    public @Nullable Object value(int row) {
        return text(row);
    }

    @Override
    public long memory() {
        return 8L * rows.length + 200L * sets.size();
    }
}
