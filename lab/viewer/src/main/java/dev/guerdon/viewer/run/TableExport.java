package dev.guerdon.viewer.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ShownText;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a table, in its order, with its columns, without secrets. What is missing is an empty cell in CSV, and null elsewhere.
 * Durations are seconds, times are in UTC, costs are US dollars.
 */
final class TableExport {

    private final FilteredEpisodes table;
    private final List<FigureColumn> columns;

    private TableExport(FilteredEpisodes table, List<FigureColumn> columns) {
        this.table = table;
        this.columns = columns;
    }

    /**
     * Returns what is to be written.
     *
     * @param names of the columns in their order; empty for all
     */
    public static TableExport of(FilteredEpisodes table, List<String> names) {
        return new TableExport(
                table,
                names.isEmpty()
                        ? table.index().columns()
                        : names.stream().distinct().map(table.index()::column).toList());
    }

    /** Writes all rows, and leaves the stream open. */
    public void write(ExportFormat format, OutputStream out) throws IOException {
        switch (format) {
            case CSV -> csv(out);
            case JSON -> json(out, false);
            case JSON_LINES -> json(out, true);
        }
        out.flush();
    }

    private void csv(OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        for (int i = 0; i < columns.size(); i++) {
            writer.write(i == 0 ? "" : ",");
            cell(writer, heading(columns.get(i)));
        }
        writer.write("\r\n");
        for (int place = 0; place < table.size(); place++) {
            int row = table.row(place);
            for (int i = 0; i < columns.size(); i++) {
                writer.write(i == 0 ? "" : ",");
                Object value = plain(columns.get(i).value(row));
                if (value instanceof String text) {
                    cell(writer, ShownText.of(text));
                } else if (value != null) {
                    writer.write(value.toString());
                }
            }
            writer.write("\r\n");
        }
        writer.flush();
    }

    /**
     * Writes a text as a cell of CSV (RFC 4180).
     *
     * <p>A spreadsheet takes a cell that begins with one of {@code = + - @}, a tab or a carriage return for a formula, and an agent's
     * words could do harm that way. Before such a text stands an apostrophe, which spreadsheets take for "this is a text". Numbers have
     * none.
     */
    private static void cell(Writer out, String text) throws IOException {
        boolean formula = !text.isEmpty() && "=+-@\t\r\n＝＋－＠".indexOf(text.charAt(0)) >= 0;
        if (!formula && !text.isEmpty() && text.chars().noneMatch(c -> ",\"\n\r;\t".indexOf(c) >= 0)) {
            out.write(text);
        } else {
            out.write((formula ? "\"'" : "\"") + text.replace("\"", "\"\"") + "\"");
        }
    }

    private void json(OutputStream out, boolean lines) throws IOException {
        try (JsonGenerator json = JsonCodec.factory().createGenerator(unclosed(out))) {
            json.setRootValueSeparator(null);
            if (!lines) {
                json.writeStartArray();
            }
            for (int place = 0; place < table.size(); place++) {
                int row = table.row(place);
                json.writeStartObject();
                for (FigureColumn column : columns) {
                    json.writeFieldName(heading(column));
                    write(json, plain(column.value(row)));
                }
                json.writeEndObject();
                json.writeRaw(lines || place + 1 == table.size() ? "\n" : "");
            }
            if (!lines) {
                json.writeEndArray();
                json.writeRaw('\n');
            }
        }
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean flag -> json.writeBoolean(flag);
            case Long number -> json.writeNumber(number);
            // JSON has no word for what is infinite.
            case Double number when !Double.isFinite(number) -> json.writeString(number.toString());
            case Double number -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }

    /** Seconds and dollars are in the name, so that nobody has to guess. */
    private static String heading(FigureColumn column) {
        String name = ShownText.of(SecretFilter.known().redact(column.name()));
        return switch (column.unit()) {
            case SECONDS -> name + "_seconds";
            case USD -> name + "_usd";
            case NONE, FLAG, TIME -> name;
        };
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Duration duration -> duration.getSeconds() + duration.getNano() / 1e9;
            case Instant time -> time.toString();
            case String text -> SecretFilter.known().redact(text);
            case null, default -> value;
        };
    }

    /** Returns a stream that others close, of which only what waits is written. */
    private static OutputStream unclosed(OutputStream out) {
        return new BufferedOutputStream(out, 1 << 16) {
            @Override
            public void close() throws IOException {
                flush();
            }
        };
    }

    /** The kinds of files that tables become. */
    enum ExportFormat {
        CSV("csv", "text/csv; charset=utf-8; header=present"),
        JSON("json", "application/json"),
        JSON_LINES("jsonl", "application/x-ndjson");

        private final String ending;
        private final String mediaType;

        ExportFormat(String ending, String mediaType) {
            this.ending = ending;
            this.mediaType = mediaType;
        }

        /** Returns the ending of file names, by which addresses name the format. */
        public String ending() {
            return ending;
        }

        /** Returns the media type. */
        public String mediaType() {
            return mediaType;
        }

        /**
         * Returns the format with an ending.
         *
         * @throws PageProblem if there is none
         */
        public static ExportFormat of(String ending) {
            return Arrays.stream(values())
                    .filter(each -> each.ending.equals(ending.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> PageProblem.badRequest("expected csv, json or jsonl, found '" + ending + "'"
                            + NameRules.didYouMean(
                                    ending,
                                    Arrays.stream(values())
                                            .map(ExportFormat::ending)
                                            .toList())));
        }
    }
}
