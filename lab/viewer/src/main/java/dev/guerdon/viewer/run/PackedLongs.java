package dev.guerdon.viewer.run;

import java.util.Arrays;

/**
 * Whole numbers in arrays as narrow as the widest of them. One thread appends; a {@link #snapshot} never changes, since what was
 * appended stays where it is.
 */
final class PackedLongs {

    private static final int LEAST = 64;

    private byte[] bytes = new byte[LEAST];
    private short[] shorts = {};
    private int[] ints = {};
    private long[] longs = {};
    private int width = 1;
    private int size;

    PackedLongs() {}

    private PackedLongs(PackedLongs other) {
        bytes = other.bytes;
        shorts = other.shorts;
        ints = other.ints;
        longs = other.longs;
        width = other.width;
        size = other.size;
    }

    PackedLongs snapshot() {
        return new PackedLongs(this);
    }

    int size() {
        return size;
    }

    long get(int row) {
        return switch (width) {
            case 1 -> bytes[row];
            case 2 -> shorts[row];
            case 4 -> ints[row];
            default -> longs[row];
        };
    }

    void add(long value) {
        int needed = (byte) value == value ? 1 : (short) value == value ? 2 : (int) value == value ? 4 : 8;
        if (needed > width) {
            widen(needed, Math.max(LEAST, capacity()));
        } else if (size == capacity()) {
            grow(size + (size >> 1));
        }
        put(size, value);
        size++;
    }

    /** Zeros up to a size. */
    void pad(int to) {
        while (size < to) {
            add(0);
        }
    }

    private void put(int row, long value) {
        switch (width) {
            case 1 -> bytes[row] = (byte) value;
            case 2 -> shorts[row] = (short) value;
            case 4 -> ints[row] = (int) value;
            default -> longs[row] = value;
        }
    }

    private int capacity() {
        return switch (width) {
            case 1 -> bytes.length;
            case 2 -> shorts.length;
            case 4 -> ints.length;
            default -> longs.length;
        };
    }

    private void grow(int to) {
        switch (width) {
            case 1 -> bytes = Arrays.copyOf(bytes, to);
            case 2 -> shorts = Arrays.copyOf(shorts, to);
            case 4 -> ints = Arrays.copyOf(ints, to);
            default -> longs = Arrays.copyOf(longs, to);
        }
    }

    private void widen(int to, int capacity) {
        PackedLongs before = snapshot();
        width = to;
        bytes = new byte[0];
        shorts = new short[0];
        ints = new int[0];
        longs = new long[0];
        grow(size == capacity ? capacity + (capacity >> 1) : capacity);
        for (int row = 0; row < size; row++) {
            put(row, before.get(row));
        }
    }

    long memory() {
        return (long) capacity() * width;
    }
}
