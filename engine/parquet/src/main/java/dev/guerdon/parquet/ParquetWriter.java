package dev.guerdon.parquet;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a flat table as a Parquet file: plain values, compressed with zstd, every column optional.
 *
 * <p>Rows are written in groups of some megabytes, so memory does not grow with the file. Without {@link #close} there is no file that
 * others could read. Not thread-safe.
 */
@Experimental
public final class ParquetWriter implements AutoCloseable {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP_BYTES = 16 << 20;
    private static final int GROUP_ROWS = 100_000;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int OPTIONAL = 1;
    private static final int ZSTD = 6;

    /** Type of a column. */
    public enum Type {
        TEXT(6, 0),
        /** Texts that are JSON. */
        JSON(6, 19),
        DOUBLE(5, -1),
        LONG(2, -1),
        BOOLEAN(0, -1),
        /** Instants, to the microsecond. */
        TIME(2, 10);

        private final int physical;
        private final int converted;

        Type(int physical, int converted) {
            this.physical = physical;
            this.converted = converted;
        }
    }

    /** A column. */
    public record Field(String name, Type type) {}

    private record Chunk(long start, long bytes, long values, long unpacked) {}

    private record Group(long rows, List<Chunk> chunks) {}

    private final OutputStream out;
    private final List<Field> fields;
    private final List<ColumnBuffer> columns;
    private final List<Group> groups = new ArrayList<>();
    private long position;
    private long rows;
    private int groupRows;
    private boolean closed;

    /**
     * Begins a file.
     *
     * @param out gets the file, and is closed with it
     */
    public ParquetWriter(OutputStream out, List<Field> fields) throws IOException {
        if (fields.isEmpty()) {
            throw new GuerdonException("a Parquet file needs at least one column");
        }
        this.out = out;
        this.fields = List.copyOf(fields);
        this.columns = fields.stream().map(ColumnBuffer::new).toList();
        write(MAGIC);
    }

    private void write(byte[] bytes) throws IOException {
        out.write(bytes);
        position += bytes.length;
    }

    /**
     * Adds a row.
     *
     * @param row a value for each column in their order, null if there is none
     */
    public void add(List<? extends @Nullable Object> row) throws IOException {
        if (row.size() != columns.size()) {
            throw new GuerdonException("expected " + columns.size() + " values in a row, found " + row.size());
        }
        int waiting = 0;
        for (int i = 0; i < columns.size(); i++) {
            ColumnBuffer column = columns.get(i);
            column.add(row.get(i));
            waiting += column.size();
        }
        rows++;
        groupRows++;
        if (waiting >= GROUP_BYTES || groupRows == GROUP_ROWS) {
            endGroup();
        }
    }

    private void endGroup() throws IOException {
        if (groupRows == 0) {
            return;
        }
        List<Chunk> chunks = new ArrayList<>();
        for (ColumnBuffer column : columns) {
            ColumnBuffer.Part part = column.end();
            chunks.add(new Chunk(position, part.bytes().length, part.values(), part.unpacked()));
            write(part.bytes());
        }
        groups.add(new Group(groupRows, chunks));
        groupRows = 0;
    }

    /** Writes the end of the file, by which it is read. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            endGroup();
            byte[] footer = footer();
            write(footer);
            write(ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(footer.length)
                    .array());
            write(MAGIC);
        }
    }

    private byte[] footer() {
        ThriftWriter thrift = new ThriftWriter();
        thrift.struct(() -> {
            thrift.i32(1, 1);
            thrift.structs(2, fields.size() + 1);
            thrift.struct(() -> {
                thrift.text(4, "schema");
                thrift.i32(5, fields.size());
            });
            fields.forEach(field -> thrift.struct(() -> {
                thrift.i32(1, field.type().physical);
                thrift.i32(3, OPTIONAL);
                thrift.text(4, field.name());
                if (field.type().converted >= 0) {
                    thrift.i32(6, field.type().converted);
                }
            }));
            thrift.i64(3, rows);
            thrift.structs(4, groups.size());
            groups.forEach(group -> thrift.struct(() -> group(thrift, group)));
            thrift.text(6, "Guerdon");
        });
        return thrift.bytes();
    }

    private void group(ThriftWriter thrift, Group group) {
        thrift.structs(1, fields.size());
        for (int i = 0; i < fields.size(); i++) {
            Chunk chunk = group.chunks().get(i);
            Field field = fields.get(i);
            thrift.struct(() -> {
                thrift.i64(2, chunk.start());
                thrift.struct(3, () -> {
                    thrift.i32(1, field.type().physical);
                    thrift.numbers(2, PLAIN, RLE);
                    thrift.texts(3, field.name());
                    thrift.i32(4, ZSTD);
                    thrift.i64(5, chunk.values());
                    thrift.i64(6, chunk.unpacked());
                    thrift.i64(7, chunk.bytes());
                    thrift.i64(9, chunk.start());
                });
            });
        }
        thrift.i64(2, group.chunks().stream().mapToLong(Chunk::unpacked).sum());
        thrift.i64(3, group.rows());
    }
}
