package dev.guerdon.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the compact form of Thrift in which Parquet describes itself; as much of it as a writer of flat tables needs. */
final class ThriftWriter {

    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    /** Content of a struct. */
    interface Body {
        void write();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void field(int id, int type) {
        out.write((id - last) << 4 | type); // ids ascend and are close together
        last = id;
    }

    void i32(int id, int value) {
        field(id, I32);
        varint((long) value << 1 ^ value >> 31);
    }

    void i64(int id, long value) {
        field(id, I64);
        varint(value << 1 ^ value >> 63);
    }

    void text(int id, String value) {
        field(id, BINARY);
        text(value);
    }

    private void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        out.writeBytes(utf8);
    }

    void struct(int id, Body body) {
        field(id, STRUCT);
        struct(body);
    }

    /** A struct that is an element of a list, or the whole. */
    void struct(Body body) {
        int outer = last;
        last = 0;
        body.write();
        out.write(0);
        last = outer;
    }

    void structs(int id, int size) {
        list(id, size, STRUCT);
    }

    void texts(int id, String value) {
        list(id, 1, BINARY);
        text(value);
    }

    void numbers(int id, int... values) {
        list(id, values.length, I32);
        for (int value : values) {
            varint((long) value << 1);
        }
    }

    private void list(int id, int size, int type) {
        field(id, LIST);
        if (size < 15) {
            out.write(size << 4 | type);
        } else {
            out.write(0xF0 | type);
            varint(size);
        }
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
