package dev.guerdon.parquet;

import com.github.luben.zstd.Zstd;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NativeLibrary;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Collects the values of one column, and makes pages of them: plain values, compressed, with a bit for each that is there. */
final class ColumnBuffer {

    private static final int PAGE = 1 << 20;
    private static final int LEVEL = 3;
    private static final int RLE = 3;

    private final ParquetWriter.Field field;
    private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private final ByteArrayOutputStream levels = new ByteArrayOutputStream();
    private final ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    private int pageRows;
    private long rows;
    private long unpacked;
    private int run;
    private int runLevel;
    private int bits;
    private int bitCount;

    ColumnBuffer(ParquetWriter.Field field) {
        this.field = field;
    }

    void add(@Nullable Object value) {
        level(value == null ? 0 : 1);
        if (value != null) {
            put(value);
        }
        pageRows++;
        if (values.size() >= PAGE) {
            endPage();
        }
    }

    private void put(Object value) {
        try {
            switch (field.type()) {
                case TEXT, JSON -> {
                    byte[] utf8 = ((String) value).getBytes(StandardCharsets.UTF_8);
                    values.write(number.putInt(0, utf8.length).array(), 0, 4);
                    values.writeBytes(utf8);
                }
                case DOUBLE ->
                    values.writeBytes(
                            number.putDouble(0, ((Number) value).doubleValue()).array());
                case LONG ->
                    values.writeBytes(
                            number.putLong(0, ((Number) value).longValue()).array());
                case TIME ->
                    values.writeBytes(number.putLong(0, micros((Instant) value)).array());
                case BOOLEAN -> bit((Boolean) value);
            }
        } catch (ClassCastException e) {
            throw new GuerdonException(
                    "the column " + field.name() + " holds " + field.type() + ", found "
                            + value.getClass().getSimpleName(),
                    e);
        }
    }

    private static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000L);
    }

    /** Booleans are packed from the lowest bit on. */
    private void bit(boolean value) {
        bits |= (value ? 1 : 0) << bitCount;
        if (++bitCount == 8) {
            values.write(bits);
            bits = 0;
            bitCount = 0;
        }
    }

    private void level(int present) {
        if (present != runLevel || run == 0) {
            endRun();
            runLevel = present;
        }
        run++;
    }

    private void endRun() {
        if (run > 0) {
            long header = (long) run << 1;
            while ((header & ~0x7FL) != 0) {
                levels.write((int) ((header & 0x7F) | 0x80));
                header >>>= 7;
            }
            levels.write((int) header);
            levels.write(runLevel);
        }
        run = 0;
    }

    private void endPage() {
        endRun();
        if (pageRows == 0) {
            return;
        }
        if (bitCount > 0) {
            values.write(bits);
            bits = 0;
            bitCount = 0;
        }
        byte[] plain = ByteBuffer.allocate(4 + levels.size() + values.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(levels.size())
                .put(levels.toByteArray())
                .put(values.toByteArray())
                .array();
        NativeLibrary.ZSTANDARD.prepare();
        byte[] packed = Zstd.compress(plain, LEVEL);
        ThriftWriter header = new ThriftWriter();
        int count = pageRows;
        header.struct(() -> {
            header.i32(1, 0);
            header.i32(2, plain.length);
            header.i32(3, packed.length);
            header.struct(5, () -> {
                header.i32(1, count);
                header.i32(2, 0);
                header.i32(3, RLE);
                header.i32(4, RLE);
            });
        });
        pages.writeBytes(header.bytes());
        pages.writeBytes(packed);
        unpacked += header.bytes().length + plain.length;
        rows += pageRows;
        pageRows = 0;
        levels.reset();
        values.reset();
    }

    /** Returns how many bytes wait to be written. */
    int size() {
        return pages.size() + values.size();
    }

    /**
     * A finished part of the column.
     *
     * @param bytes its pages
     * @param values how many values it has, those that are missing among them
     * @param unpacked how many bytes it has without compression
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on once, and never compared
    record Part(byte[] bytes, long values, long unpacked) {}

    /** Gives what was collected, and begins anew. */
    Part end() {
        endPage();
        Part part = new Part(pages.toByteArray(), rows, unpacked);
        pages.reset();
        rows = 0;
        unpacked = 0;
        return part;
    }
}
