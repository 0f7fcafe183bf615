package dev.guerdon.viewer.index;

import dev.guerdon.api.Internal;

/** Sorts rows by keys; rows with equal keys stay in their order. Takes time in proportion to their number. */
@Internal
public final class StableSort {

    private StableSort() {}

    /** Sorts keys, and rows with them, by the keys without a sign. */
    @SuppressWarnings("ReferenceEquality") // which of the two arrays holds the rows now
    public static void unsigned(long[] keys, int[] rows) {
        int size = rows.length;
        long[] fromKeys = keys;
        int[] fromRows = rows;
        long[] toKeys = new long[size];
        int[] toRows = new int[size];
        int[][] counts = new int[8][256];
        for (int i = 0; i < size; i++) {
            for (int digit = 0; digit < 8; digit++) {
                counts[digit][(int) (keys[i] >>> (digit * 8)) & 0xff]++;
            }
        }
        for (int digit = 0; digit < 8; digit++) {
            int[] places = counts[digit];
            int shift = digit * 8;
            if (size == 0 || places[(int) (fromKeys[0] >>> shift) & 0xff] == size) {
                continue; // all have the same here
            }
            int sum = 0;
            for (int i = 0; i < 256; i++) {
                int count = places[i];
                places[i] = sum;
                sum += count;
            }
            for (int i = 0; i < size; i++) {
                int place = places[(int) (fromKeys[i] >>> shift) & 0xff]++;
                toKeys[place] = fromKeys[i];
                toRows[place] = fromRows[i];
            }
            long[] keysBefore = fromKeys;
            int[] rowsBefore = fromRows;
            fromKeys = toKeys;
            fromRows = toRows;
            toKeys = keysBefore;
            toRows = rowsBefore;
        }
        if (fromRows != rows) {
            System.arraycopy(fromRows, 0, rows, 0, size);
            System.arraycopy(fromKeys, 0, keys, 0, size);
        }
    }

    /** A number as a key; larger numbers have larger keys. */
    public static long key(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    }

    /** A whole number as a key. */
    public static long key(long value) {
        return value ^ Long.MIN_VALUE;
    }
}
