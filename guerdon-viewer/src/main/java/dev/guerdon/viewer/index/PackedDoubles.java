package dev.guerdon.viewer.index;

import java.util.Arrays;

/**
 * Numbers as codes of a few distinct ones, as long as they are few; else as they are. NaN is a number that is missing. One thread
 * appends; a {@link #snapshot} never changes.
 */
final class PackedDoubles {

    /** More distinct numbers than this are no few. */
    private static final int MOST = 1 << 16;

    private static final int EMPTY = -1;

    private PackedLongs codes = new PackedLongs();
    private double[] distinct = new double[16];
    private int distinctCount;
    private int[] table = emptyTable(64);
    private double[] raw = {};
    private int size;
    private boolean coded = true;

    PackedDoubles() {}

    private PackedDoubles(PackedDoubles other) {
        codes = other.codes.snapshot();
        distinct = other.distinct;
        distinctCount = other.distinctCount;
        table = new int[0]; // nothing is added to a snapshot
        raw = other.raw;
        size = other.size;
        coded = other.coded;
    }

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, EMPTY);
        return table;
    }

    PackedDoubles snapshot() {
        return new PackedDoubles(this);
    }

    int size() {
        return size;
    }

    double get(int row) {
        return coded ? distinct[(int) codes.get(row)] : raw[row];
    }

    void add(double value) {
        double plain = value == 0 ? 0.0 : value; // no negative zero
        if (coded) {
            int code = code(plain);
            if (code >= 0) {
                codes.add(code);
                size++;
                return;
            }
            spill();
        }
        if (size == raw.length) {
            raw = Arrays.copyOf(raw, size + Math.max(64, size >> 1));
        }
        raw[size++] = plain;
    }

    /** Missing ones up to a size. */
    void pad(int to) {
        while (size < to) {
            add(Double.NaN);
        }
    }

    /** The code of a number, -1 where there are too many already. */
    private int code(double value) {
        long bits = Double.doubleToLongBits(value);
        int mask = table.length - 1;
        int slot = mix(bits) & mask;
        while (table[slot] != EMPTY) {
            if (Double.doubleToLongBits(distinct[table[slot]]) == bits) {
                return table[slot];
            }
            slot = (slot + 1) & mask;
        }
        if (distinctCount == MOST) {
            return -1;
        }
        if (distinctCount == distinct.length) {
            distinct = Arrays.copyOf(distinct, distinctCount * 2);
        }
        distinct[distinctCount] = value;
        table[slot] = distinctCount++;
        if (distinctCount * 2 > table.length) {
            rehash();
        }
        return distinctCount - 1;
    }

    private void rehash() {
        table = emptyTable(table.length * 2);
        int mask = table.length - 1;
        for (int code = 0; code < distinctCount; code++) {
            int slot = mix(Double.doubleToLongBits(distinct[code])) & mask;
            while (table[slot] != EMPTY) {
                slot = (slot + 1) & mask;
            }
            table[slot] = code;
        }
    }

    private static int mix(long bits) {
        long mixed = bits * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    private void spill() {
        double[] all = new double[Math.max(64, size + (size >> 1))];
        for (int row = 0; row < size; row++) {
            all[row] = get(row);
        }
        coded = false;
        raw = all;
        codes = new PackedLongs();
        distinct = new double[0];
        table = new int[0];
    }

    long memory() {
        return coded ? codes.memory() + 8L * distinct.length + 4L * table.length : 8L * raw.length;
    }
}
