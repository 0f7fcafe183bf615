package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Builds a table column by column, each with what its cells say of a row. */
final class TableBuilder<T> {

    private final List<Column> columns = new ArrayList<>();
    private final List<Function<T, String>> cells = new ArrayList<>();

    TableBuilder<T> text(String heading, Function<T, String> cell) {
        return add(Column.text(heading), cell);
    }

    TableBuilder<T> name(String heading, Function<T, String> cell) {
        return add(Column.name(heading), cell);
    }

    TableBuilder<T> number(String heading, Function<T, String> cell) {
        return add(Column.number(heading), cell);
    }

    private TableBuilder<T> add(Column column, Function<T, String> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    DataTable build(String caption, List<T> rows) {
        return new DataTable(
                caption,
                List.copyOf(columns),
                rows.stream()
                        .map(row -> cells.stream().map(cell -> cell.apply(row)).toList())
                        .toList());
    }
}
