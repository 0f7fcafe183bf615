package dev.guerdon.viewer.table;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.query.Selection;
import java.util.Arrays;
import java.util.List;

/** The episodes of a run that a filter chooses, in order. It never changes. */
@Internal
public final class EpisodeTable {

    private final EpisodeIndex index;
    private final Selection selection;
    private final int[] rows;

    private EpisodeTable(EpisodeIndex index, Selection selection, int[] rows) {
        this.index = index;
        this.selection = selection;
        this.rows = rows;
    }

    /**
     * Filters and sorts.
     *
     * @param filter as users write it, empty for all
     * @param sort as addresses have it, empty for the order in which episodes finished
     */
    public static EpisodeTable of(EpisodeIndex index, String filter, String sort) {
        // A reader who scrolls does not wait for a sort each time.
        return index.remembered(
                new Key(filter, sort), () -> of(index, Selection.of(index, filter), SortKey.parse(sort)));
    }

    private record Key(String filter, String sort) {}

    static EpisodeTable of(EpisodeIndex index, Selection selection, List<SortKey> keys) {
        int[] rows = selection.rows();
        RowOrder.sort(index, rows, keys);
        return new EpisodeTable(index, selection, rows);
    }

    /** What it is a table of. */
    public EpisodeIndex index() {
        return index;
    }

    /** What the filter chose, and of how many episodes it could not tell. */
    public Selection selection() {
        return selection;
    }

    /** How many rows it has. */
    public int size() {
        return rows.length;
    }

    /** The row of the index at a place of the table, from 0. */
    public int row(int place) {
        return rows[place];
    }

    /** The rows of the index at some places: as many as there are, where an end is beyond the last. */
    public int[] window(int offset, int limit) {
        int from = Math.clamp(offset, 0, rows.length);
        int to = Math.clamp((long) from + Math.max(0, limit), from, rows.length);
        return Arrays.copyOfRange(rows, from, to);
    }

    /** All rows of the index in the table's order. */
    public int[] rows() {
        return rows.clone();
    }
}
