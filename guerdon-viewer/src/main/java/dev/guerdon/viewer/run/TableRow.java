package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.page.Links;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An episode as a row of a table.
 *
 * @param place its place in the table, from 1
 * @param address where the episode is
 */
@Internal
public record TableRow(int place, String address, List<Cell> cells) {

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

    public TableRow {
        cells = List.copyOf(cells);
    }

    static TableRow of(EpisodeIndex index, int row, int place, List<Column> columns, Links links) {
        List<Cell> cells = new ArrayList<>();
        for (Column column : columns) {
            cells.add(cell(column, row));
        }
        String address = links.episode(index.run().name(), index.task(row), index.repeat(row), -1);
        return new TableRow(place, address, cells);
    }

    private static Cell cell(Column column, int row) {
        if (column.name().equals("task")) {
            return new Cell("task", Figure.line(String.valueOf(column.text(row)), LONGEST), -1);
        }
        Object value = column.value(row);
        return switch (value) {
            case null -> new Cell("none", Figure.NONE, -1);
            case Duration time -> new Cell("number", Figure.duration(time), -1);
            case Instant time -> new Cell("text", Figure.time(time), -1);
            case Boolean flag -> new Cell("text", flag ? "yes" : "no", -1);
            case Double number -> number(column, number);
            case Long number -> new Cell("number", number(column, number), -1);
            default ->
                new Cell(column.name().equals("error") ? "bad" : "text", Figure.line(value.toString(), LONGEST), -1);
        };
    }

    private static String number(Column column, long value) {
        return column.name().equals("seed") || column.name().equals("repeat")
                ? Long.toString(value)
                : Figure.count(value);
    }

    private static Cell number(Column column, double value) {
        boolean share = column.unit() == Column.Unit.NONE && value >= 0 && value <= 1;
        String text = column.unit() == Column.Unit.USD
                ? Figure.money(value)
                : Double.isFinite(value) && Math.abs(value) < 1e9
                        ? value == Math.rint(value) && Math.abs(value) >= 2
                                ? Figure.count((long) value)
                                : Figure.reward(value)
                        : String.format(Locale.ROOT, "%s", value);
        return column.name().equals("reward")
                ? new Cell("reward", text, share ? (int) Math.round(BAR * value) : -1)
                : new Cell("number", text, -1);
    }
}
