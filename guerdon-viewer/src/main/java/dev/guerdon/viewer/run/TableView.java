package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.table.EpisodeTable;
import dev.guerdon.viewer.table.SortKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Some rows of a table with their columns.
 *
 * @param size how many rows the table has
 * @param from the place of the first row that is here, from 0
 * @param heads the columns
 * @param rows the rows
 */
@Internal
public record TableView(int size, int from, List<Head> heads, List<TableRow> rows) {

    private static final int USUAL_EXTRAS = 12;

    /** Those that every table begins with; the others come where some episode has a value. */
    private static final List<String> ALWAYS = List.of("task", "reward");

    private static final List<String> WHERE_PRESENT = List.of(
            "repeat",
            "unscored",
            "cause",
            "error",
            "domain",
            "finish",
            "steps",
            "duration",
            "cost",
            "tokens",
            "tag",
            "note");

    /**
     * A column.
     *
     * @param name its name
     * @param number whether its values are numbers
     * @param order {@code ascending}, {@code descending} or {@code none}
     * @param address the table sorted by it; empty where it cannot be sorted
     */
    public record Head(String name, boolean number, String order, String address) {}

    public TableView {
        heads = List.copyOf(heads);
        rows = List.copyOf(rows);
    }

    /** The place of the last row that is here, from 1. */
    public int to() {
        return from + rows.size();
    }

    static TableView of(EpisodeTable table, TableAddress address, List<Column> columns, int limit, Links links) {
        List<SortKey> keys = SortKey.parse(address.sort());
        List<Head> heads = columns.stream()
                .map(column -> head(column, keys, address, links))
                .toList();
        int from = Math.min(address.offset(), table.size());
        List<TableRow> rows = new ArrayList<>();
        for (int row : table.window(from, limit)) {
            rows.add(TableRow.of(table.index(), row, from + rows.size() + 1, columns, links));
        }
        return new TableView(table.size(), from, heads, rows);
    }

    private static Head head(Column column, List<SortKey> keys, TableAddress address, Links links) {
        boolean number = column.kind() == Column.Kind.NUMBER
                && column.unit() != Column.Unit.FLAG
                && column.unit() != Column.Unit.TIME;
        boolean first = !keys.isEmpty() && keys.getFirst().column().equals(column.name());
        boolean descending = first && keys.getFirst().descending();
        String next = !links.served()
                ? ""
                : address.sorted(SortKey.format(List.of(new SortKey(column.name(), first && !descending))))
                        .page(links);
        return new Head(column.name(), number, first ? descending ? "descending" : "ascending" : "none", next);
    }

    /** The columns that are asked for, or the usual ones: every further reward and extra, and what some episode has. */
    static List<Column> columns(EpisodeIndex index, List<String> names) {
        if (!names.isEmpty()) {
            return names.stream().map(index::column).distinct().toList();
        }
        Set<Column> out = new LinkedHashSet<>();
        ALWAYS.forEach(name -> index.find(name).ifPresent(out::add));
        WHERE_PRESENT.forEach(
                name -> index.find(name).filter(column -> says(column, name)).ifPresent(out::add));
        index.extras().stream()
                .filter(column -> column.kind() == Column.Kind.NUMBER)
                .limit(USUAL_EXTRAS)
                .forEach(out::add);
        index.extras().stream()
                .filter(column -> column.kind() != Column.Kind.NUMBER)
                .limit(USUAL_EXTRAS)
                .forEach(out::add);
        return List.copyOf(out);
    }

    /** Whether a column says something: not for every episode that it is missing, empty, or the first repeat. */
    private static boolean says(Column column, String name) {
        boolean zero = name.equals("repeat") || name.equals("cost") || name.equals("tokens");
        for (int row = 0; row < column.size(); row++) {
            if (!column.missing(row) && !(zero && column.number(row) == 0) && !"".equals(column.text(row))) {
                return true;
            }
        }
        return false;
    }
}
