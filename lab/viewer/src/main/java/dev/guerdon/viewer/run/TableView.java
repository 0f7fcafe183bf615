package dev.guerdon.viewer.run;

import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Some rows of a table with their columns.
 *
 * @param size how many rows the table has
 * @param from the place of the first row that is here, from 0
 * @param heads the columns
 * @param rows the rows
 */
record TableView(int size, int from, List<Head> heads, List<TableRow> rows) {

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

    /** Returns the place of the last row that is here, from 1. */
    public int to() {
        return from + rows.size();
    }

    static TableView of(
            FilteredEpisodes table, TableAddress address, List<FigureColumn> columns, int limit, PageLinks links) {
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

    private static Head head(FigureColumn column, List<SortKey> keys, TableAddress address, PageLinks links) {
        boolean number = column.kind() == FigureColumn.Kind.NUMBER
                && column.unit() != FigureColumn.Unit.FLAG
                && column.unit() != FigureColumn.Unit.TIME;
        boolean first = !keys.isEmpty() && keys.getFirst().column().equals(column.name());
        boolean descending = first && keys.getFirst().descending();
        String next = !links.served()
                ? ""
                : address.sorted(SortKey.format(List.of(new SortKey(column.name(), first && !descending))))
                        .page(links);
        return new Head(column.name(), number, first ? descending ? "descending" : "ascending" : "none", next);
    }

    /** Returns the columns that are asked for, or the usual ones: every further reward and extra, and what some episode has. */
    static List<FigureColumn> columns(EpisodeIndex index, List<String> names) {
        if (!names.isEmpty()) {
            return names.stream().map(index::column).distinct().toList();
        }
        Set<FigureColumn> out = new LinkedHashSet<>();
        ALWAYS.forEach(name -> index.find(name).ifPresent(out::add));
        WHERE_PRESENT.forEach(
                name -> index.find(name).filter(column -> says(column, name)).ifPresent(out::add));
        index.extras().stream()
                .filter(column -> column.kind() == FigureColumn.Kind.NUMBER)
                .limit(USUAL_EXTRAS)
                .forEach(out::add);
        index.extras().stream()
                .filter(column -> column.kind() != FigureColumn.Kind.NUMBER)
                .limit(USUAL_EXTRAS)
                .forEach(out::add);
        return List.copyOf(out);
    }

    /** Returns whether a column says something: not for every episode that it is missing, empty, or the first repeat. */
    private static boolean says(FigureColumn column, String name) {
        boolean zero = name.equals("repeat") || name.equals("cost") || name.equals("tokens");
        for (int row = 0; row < column.size(); row++) {
            if (!column.missing(row) && !(zero && column.number(row) == 0) && !"".equals(column.text(row))) {
                return true;
            }
        }
        return false;
    }

    /**
     * An episode as a row of a table.
     *
     * @param place its place in the table, from 1
     * @param address where the episode is
     */
    record TableRow(int place, String address, List<Cell> cells) {

        private static final int LONGEST = 160;
        private static final int BAR = 36;

        /**
         * A cell.
         *
         * @param kind how it looks: {@code text}, {@code number}, {@code task}, {@code reward}, {@code none} or {@code bad}
         * @param text what it says
         * @param bar how long the bar of a reward is, from 0 to 36; -1 for none
         */
        public record Cell(String kind, String text, int bar) {}

        static TableRow of(EpisodeIndex index, int row, int place, List<FigureColumn> columns, PageLinks links) {
            List<Cell> cells = new ArrayList<>();
            for (FigureColumn column : columns) {
                cells.add(cell(column, row));
            }
            String address = links.episode(index.run().name(), index.task(row), index.repeat(row), -1);
            return new TableRow(place, address, cells);
        }

        private static Cell cell(FigureColumn column, int row) {
            if (column.name().equals("task")) {
                return new Cell("task", PageNumber.line(String.valueOf(column.text(row)), LONGEST), -1);
            }
            Object value = column.value(row);
            return switch (value) {
                case null -> new Cell("none", PageNumber.NONE, -1);
                case Duration time -> new Cell("number", PageNumber.duration(time), -1);
                case Instant time -> new Cell("text", PageNumber.time(time), -1);
                case Boolean flag -> new Cell("text", flag ? "yes" : "no", -1);
                case Double number -> number(column, number);
                case Long number -> new Cell("number", number(column, number), -1);
                default ->
                    new Cell(
                            column.name().equals("error") ? "bad" : "text",
                            PageNumber.line(value.toString(), LONGEST),
                            -1);
            };
        }

        private static String number(FigureColumn column, long value) {
            return column.name().equals("seed") || column.name().equals("repeat")
                    ? Long.toString(value)
                    : PageNumber.count(value);
        }

        private static Cell number(FigureColumn column, double value) {
            boolean share = column.unit() == FigureColumn.Unit.NONE && value >= 0 && value <= 1;
            String text = column.unit() == FigureColumn.Unit.USD
                    ? PageNumber.money(value)
                    : Double.isFinite(value) && Math.abs(value) < 1e9
                            ? value == Math.rint(value) && Math.abs(value) >= 2
                                    ? PageNumber.count((long) value)
                                    : PageNumber.reward(value)
                            : String.format(Locale.ROOT, "%s", value);
            return column.name().equals("reward")
                    ? new Cell("reward", text, share ? (int) Math.round(BAR * value) : -1)
                    : new Cell("number", text, -1);
        }
    }
}
