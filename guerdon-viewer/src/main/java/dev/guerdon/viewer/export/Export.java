package dev.guerdon.viewer.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.parquet.ParquetWriter;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.table.EpisodeTable;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of a table, in its order, with its columns. What is missing is an empty cell in CSV, and null elsewhere. Durations are
 * seconds, times are in UTC, costs are US dollars.
 */
@Internal
public final class Export {

    private final EpisodeTable table;
    private final List<Column> columns;

    private Export(EpisodeTable table, List<Column> columns) {
        this.table = table;
        this.columns = columns;
    }

    /**
     * What is to be written.
     *
     * @param names of the columns in their order; empty for all
     */
    public static Export of(EpisodeTable table, List<String> names) {
        return new Export(
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
            case PARQUET -> parquet(out);
        }
        out.flush();
    }

    private void csv(OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
        for (int i = 0; i < columns.size(); i++) {
            writer.write(i == 0 ? "" : ",");
            Csv.cell(writer, heading(columns.get(i)));
        }
        writer.write("\r\n");
        for (int place = 0; place < table.size(); place++) {
            int row = table.row(place);
            for (int i = 0; i < columns.size(); i++) {
                writer.write(i == 0 ? "" : ",");
                Object value = plain(columns.get(i).value(row));
                if (value instanceof String text) {
                    Csv.cell(writer, text);
                } else if (value != null) {
                    writer.write(value.toString());
                }
            }
            writer.write("\r\n");
        }
        writer.flush();
    }

    private void json(OutputStream out, boolean lines) throws IOException {
        try (JsonGenerator json =
                JsonCodec.factory().createGenerator(new Unclosed(new BufferedOutputStream(out, 1 << 16)))) {
            json.setRootValueSeparator(null);
            if (!lines) {
                json.writeStartArray();
            }
            for (int place = 0; place < table.size(); place++) {
                int row = table.row(place);
                json.writeStartObject();
                for (Column column : columns) {
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

    private void parquet(OutputStream out) throws IOException {
        List<ParquetWriter.Field> fields = columns.stream()
                .map(column -> new ParquetWriter.Field(heading(column), type(column)))
                .toList();
        try (ParquetWriter writer = new ParquetWriter(new Unclosed(new BufferedOutputStream(out, 1 << 16)), fields)) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int place = 0; place < table.size(); place++) {
                int row = table.row(place);
                values.clear();
                for (int i = 0; i < columns.size(); i++) {
                    values.add(stored(columns.get(i).value(row), fields.get(i).type()));
                }
                writer.add(values);
            }
        }
    }

    private static ParquetWriter.Type type(Column column) {
        return switch (column.kind()) {
            case TEXT, SET, MIXED -> ParquetWriter.Type.TEXT;
            case NUMBER ->
                switch (column.unit()) {
                    case FLAG -> ParquetWriter.Type.BOOLEAN;
                    case TIME -> ParquetWriter.Type.TIME;
                    case SECONDS, USD -> ParquetWriter.Type.DOUBLE;
                    case NONE -> column.whole() ? ParquetWriter.Type.LONG : ParquetWriter.Type.DOUBLE;
                };
        };
    }

    private static @Nullable Object stored(@Nullable Object value, ParquetWriter.Type type) {
        return switch (type) {
            case TEXT, JSON -> value == null ? null : value.toString();
            case TIME -> value;
            case DOUBLE, LONG, BOOLEAN -> plain(value);
        };
    }

    /** Seconds and dollars are in the name, so that nobody has to guess. */
    private static String heading(Column column) {
        return switch (column.unit()) {
            case SECONDS -> column.name() + "_seconds";
            case USD -> column.name() + "_usd";
            case NONE, FLAG, TIME -> column.name();
        };
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Duration duration -> duration.getSeconds() + duration.getNano() / 1e9;
            case Instant time -> time.toString();
            case null, default -> value;
        };
    }

    /** A stream that others close, of which only what waits is written. */
    private static final class Unclosed extends OutputStream {

        private final OutputStream out;

        Unclosed(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }
}
