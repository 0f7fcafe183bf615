package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import java.nio.charset.StandardCharsets;

/**
 * Reads Thrift's compact protocol from a byte array, as far as Parquet needs it.
 *
 * <p>Nothing is allocated by a length that the bytes only claim: every length is checked against what is left.
 */
final class ThriftReader {

    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int I16 = 4;
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;

    private static final int MAX_DEPTH = 64;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int type = STRUCT;
    private int depth;

    ThriftReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.at = start;
        this.end = end;
    }

    /** The bytes ended before the value did; with more of them it may be complete. */
    static final class EndedEarly extends GuerdonException {
        EndedEarly() {
            super("the metadata ends too early");
        }
    }

    /** Takes the fields of a struct or the elements of a list: each call must read or skip one value. */
    @FunctionalInterface
    interface Taker {
        void take(int number);
    }

    int position() {
        return at;
    }

    /** Reads a struct; the taker gets each field's id. */
    void struct(Taker fields) {
        expect(type == STRUCT, "a struct");
        enter();
        int id = 0;
        while (true) {
            int header = next();
            if ((header & 0x0f) == STOP) {
                break;
            }
            int delta = header >>> 4;
            type = header & 0x0f;
            id = delta == 0 ? (int) zigzag() : id + delta;
            fields.take(id);
        }
        depth--;
    }

    /** Reads a list; the taker gets each element's index. */
    void list(Taker elements) {
        expect(type == LIST || type == SET, "a list");
        enter();
        int header = next();
        int size = header >>> 4 == 15 ? length(varint()) : header >>> 4;
        int elementType = header & 0x0f;
        for (int i = 0; i < size; i++) {
            type = elementType;
            elements.take(i);
        }
        depth--;
    }

    int i32() {
        expect(type == I32 || type == I16, "a whole number of 32 bits");
        return (int) zigzag();
    }

    long i64() {
        expect(type == I64, "a whole number of 64 bits");
        return zigzag();
    }

    boolean bool() {
        expect(type == TRUE || type == FALSE, "a boolean");
        return type == TRUE;
    }

    String string() {
        expect(type == BINARY, "a text");
        int size = length(varint());
        String text = new String(bytes, at, size, StandardCharsets.UTF_8);
        at += size;
        return text;
    }

    /** Passes over the value. */
    void skip() {
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> next();
            case I16, I32, I64 -> varint();
            case DOUBLE -> at += length(8);
            case BINARY -> {
                int size = length(varint());
                at += size;
            }
            case LIST, SET -> list(i -> skipElement());
            case MAP -> skipMap();
            case STRUCT -> struct(id -> skip());
            default -> throw new GuerdonException("the metadata has a value of the unknown type " + type);
        }
    }

    /** In a list a boolean takes a byte of its own; as a field its type is its value. */
    private void skipElement() {
        if (type == TRUE || type == FALSE) {
            next();
        } else {
            skip();
        }
    }

    private void skipMap() {
        enter();
        int size = length(varint());
        int types = size == 0 ? 0 : next();
        for (int i = 0; i < size; i++) {
            type = types >>> 4;
            skipElement();
            type = types & 0x0f;
            skipElement();
        }
        depth--;
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw new GuerdonException("the metadata is nested more than " + MAX_DEPTH + " deep");
        }
    }

    private int next() {
        if (at >= end) {
            throw new EndedEarly();
        }
        return bytes[at++] & 0xff;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = next();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new GuerdonException("the metadata has a number of more than 64 bits");
    }

    private long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Returns a length or count that the bytes claim: each unit takes a byte at least. */
    private int length(long claimed) {
        if (claimed < 0 || claimed > Integer.MAX_VALUE) {
            throw new GuerdonException("the metadata has a length of " + Long.toUnsignedString(claimed));
        }
        if (claimed > end - at) {
            throw new EndedEarly();
        }
        return (int) claimed;
    }

    private void expect(boolean found, String expected) {
        if (!found) {
            throw new GuerdonException("the metadata should have " + expected + ", and has type " + type);
        }
    }
}
