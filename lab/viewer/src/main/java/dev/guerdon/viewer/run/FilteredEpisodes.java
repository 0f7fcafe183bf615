package dev.guerdon.viewer.run;

import java.util.Arrays;
import java.util.List;

/** The episodes of a run that a filter chooses, in order. It never changes. */
final class FilteredEpisodes {

    private final EpisodeIndex index;
    private final EpisodeSelection selection;
    private final int[] rows;

    private FilteredEpisodes(EpisodeIndex index, EpisodeSelection selection, int[] rows) {
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
    public static FilteredEpisodes of(EpisodeIndex index, String filter, String sort) {
        // A reader who scrolls does not wait for a sort each time.
        return index.remembered(
                new Key(filter, sort), () -> of(index, EpisodeSelection.of(index, filter), SortKey.parse(sort)));
    }

    private record Key(String filter, String sort) {}

    static FilteredEpisodes of(EpisodeIndex index, EpisodeSelection selection, List<SortKey> keys) {
        int[] rows = selection.rows();
        SortKey.sort(index, rows, keys);
        return new FilteredEpisodes(index, selection, rows);
    }

    /** Returns what it is a table of. */
    public EpisodeIndex index() {
        return index;
    }

    /** Returns what the filter chose, and of how many episodes it could not tell. */
    public EpisodeSelection selection() {
        return selection;
    }

    /** Returns how many rows it has. */
    public int size() {
        return rows.length;
    }

    /** Returns the row of the index at a place of the table, from 0. */
    public int row(int place) {
        return rows[place];
    }

    /** Returns the rows of the index at some places: as many as there are, where an end is beyond the last. */
    public int[] window(int offset, int limit) {
        int from = Math.clamp(offset, 0, rows.length);
        int to = Math.clamp((long) from + Math.max(0, limit), from, rows.length);
        return Arrays.copyOfRange(rows, from, to);
    }

    /** Returns all rows of the index in the table's order. */
    public int[] rows() {
        return rows.clone();
    }
}
