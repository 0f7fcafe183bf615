package dev.guerdon.core.lines;

import dev.guerdon.api.Internal;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Some whole lines of a JSON-lines input, as bytes.
 *
 * <p>Blank lines are passed over, but count in the line numbers. Used by one thread at a time.
 */
@Internal
public final class LineBlock {

    private final byte[] bytes;
    private final int length;
    private final long offset;
    private final CompletableFuture<Long> firstNumber;
    private final CompletableFuture<Long> nextNumber = new CompletableFuture<>();
    private final long most;
    private final InputHash before;
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private long[] numbers = new long[64];
    private int count;
    private int end = -1;

    /**
     * @param bytes holds the lines from 0 to {@code length}; the last may lack its line end
     * @param offset where the first byte stands in the input
     * @param firstNumber the number of the first line, known once the block before this one was split
     * @param most no more than this many lines that are not blank
     * @param before the hash of the input up to here
     */
    LineBlock(byte[] bytes, int length, long offset, CompletableFuture<Long> firstNumber, long most, InputHash before) {
        this.bytes = bytes;
        this.length = length;
        this.offset = offset;
        this.firstNumber = firstNumber;
        this.most = most;
        this.before = before;
    }

    /**
     * Finds the lines, where that is still to do.
     *
     * <p>Not done when the block is read, because the thread that reads has enough to do; the first look at a line does it, by the
     * thread that then works on them.
     */
    private LineBlock split() {
        if (end < 0) {
            int start = 0;
            long number = firstNumber.join();
            while (start < length && count < most) {
                int found = Bytes.indexOf(bytes, start, length, (byte) '\n');
                add(start, found < 0 ? length : found, number++);
                start = found < 0 ? length : found + 1;
            }
            end = start;
            nextNumber.complete(number);
        }
        return this;
    }

    private void add(int start, int stop, long number) {
        int from = start;
        int to = stop;
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

    public byte[] bytes() {
        return bytes;
    }

    /** How many lines are not blank. */
    public int lines() {
        return split().count;
    }

    public int start(int line) {
        return starts[line];
    }

    public int end(int line) {
        return ends[line];
    }

    /** Where a line begins in the input. */
    public long offsetOf(int line) {
        return offset + starts[line];
    }

    public long number(int line) {
        return numbers[line];
    }

    /** Where the input goes on after the last line of this block. */
    public long endOffset() {
        return offset + (most == Long.MAX_VALUE ? length : split().end);
    }

    /** Where the input goes on after a line of this block. */
    public long offsetAfter(int line) {
        return line + 1 < count ? offset + starts[line + 1] : endOffset();
    }

    /** The hash of the input up to an offset within this block or at its end. */
    public InputHash hashUpTo(long inputOffset) {
        return before.and(bytes, (int) (inputOffset - offset));
    }

    /** The number of the line at which the input goes on after a line of this block. */
    public long numberAfter(int line) {
        return line + 1 < count ? numbers[line + 1] : nextNumber.join();
    }

    /** The number of the line after this block, once it was split. */
    public CompletableFuture<Long> nextNumber() {
        return nextNumber;
    }
}
