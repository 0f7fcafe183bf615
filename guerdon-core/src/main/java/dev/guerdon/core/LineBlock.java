package dev.guerdon.core;

import java.util.Arrays;

/**
 * Some whole lines of a JSON-lines input, as bytes.
 *
 * <p>Blank lines are passed over, but count in the line numbers.
 */
final class LineBlock {

    private final byte[] bytes;
    private final long offset;
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private long[] numbers = new long[64];
    private int count;
    private final long nextNumber;
    private final int length;

    /**
     * @param bytes holds the lines from 0 to {@code length}; the last may lack its line end
     * @param offset where the first byte stands in the input
     * @param firstNumber the number of the first line
     * @param most no more than this many lines that are not blank
     */
    LineBlock(byte[] bytes, int length, long offset, long firstNumber, long most) {
        this.bytes = bytes;
        this.offset = offset;
        int start = 0;
        long number = firstNumber;
        while (start < length && count < most) {
            int end = Bytes.indexOf(bytes, start, length, (byte) '\n');
            int stop = end < 0 ? length : end;
            add(start, stop, number++);
            start = end < 0 ? length : end + 1;
        }
        this.length = start;
        this.nextNumber = number;
    }

    private void add(int start, int end, long number) {
        int from = start;
        int to = end;
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (from < to && isBlank(bytes[to - 1])) {
            to--;
        }
        if (from == to) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        starts[count] = from;
        ends[count] = to;
        numbers[count++] = number;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    byte[] bytes() {
        return bytes;
    }

    /** How many lines are not blank. */
    int lines() {
        return count;
    }

    int start(int line) {
        return starts[line];
    }

    int end(int line) {
        return ends[line];
    }

    long number(int line) {
        return numbers[line];
    }

    /** Where the input goes on after the last line of this block. */
    long endOffset() {
        return offset + length;
    }

    /** Where the input goes on after a line of this block. */
    long offsetAfter(int line) {
        return line + 1 < count ? offset + starts[line + 1] : endOffset();
    }

    /** The number of the line after this block. */
    long nextNumber() {
        return nextNumber;
    }
}
