package dev.guerdon.core;

import dev.guerdon.core.LineReader.InputHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Some whole lines of a JSON-lines input, as bytes.
 *
 * <p>Blank lines are passed over, but count in the line numbers. Used by one thread at a time.
 */
final class LineBlock {

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
    private int from;
    private boolean keepsBlank;

    /**
     * Lines in memory, from an offset to the end.
     *
     * @param keepsBlank whether blank lines are among them; else they only count in the numbers
     */
    static LineBlock of(byte[] bytes, int from, long firstNumber, boolean keepsBlank) {
        LineBlock block = new LineBlock(
                bytes, bytes.length, 0, CompletableFuture.completedFuture(firstNumber), Long.MAX_VALUE, InputHash.OFF);
        block.keepsBlank = keepsBlank;
        block.from = from;
        return block.split();
    }

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
     * Finds the lines, if that is still to do.
     *
     * <p>Not done when the block is read, because the thread that reads has enough to do; the first look at a line does it, by the
     * thread that then works on them.
     */
    private LineBlock split() {
        if (end < 0) {
            int start = from;
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
        int first = start;
        int to = stop;
        while (first < to && isBlank(bytes[first])) {
            first++;
        }
        while (first < to && isBlank(bytes[to - 1])) {
            to--;
        }
        if (first == to && !keepsBlank) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        starts[count] = first;
        ends[count] = to;
        numbers[count++] = number;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns how many lines there are; blank ones do not count, unless they are kept. */
    int lines() {
        return split().count;
    }

    int start(int line) {
        return starts[line];
    }

    int end(int line) {
        return ends[line];
    }

    /** Returns where a line begins in the input. */
    long offsetOf(int line) {
        return offset + starts[line];
    }

    long number(int line) {
        return numbers[line];
    }

    /** Returns the offset in the input after this block. */
    long endOffset() {
        return offset + (most == Long.MAX_VALUE ? length : split().end);
    }

    /** Returns the offset in the input after a line of this block. */
    long offsetAfter(int line) {
        return line + 1 < count ? offset + starts[line + 1] : endOffset();
    }

    /** Returns the hash of the input up to an offset within this block or at its end. */
    InputHash hashUpTo(long inputOffset) {
        return before.and(bytes, (int) (inputOffset - offset));
    }

    /** Returns the number of the line that follows a line of this block. */
    long numberAfter(int line) {
        return line + 1 < count ? numbers[line + 1] : nextNumber.join();
    }

    /** Returns the number of the line after this block, once it was split. */
    CompletableFuture<Long> nextNumber() {
        return nextNumber;
    }

    /**
     * Position in the input after the lines that are done.
     *
     * @param inputBytes the offset in the uncompressed input
     * @param nextLine the number of the next line
     * @param hash the hash of the input up to there
     */
    record Place(long inputBytes, long nextLine, InputHash hash) {

        /** Returns the position after a line of a block; -1 for a block without lines. */
        static Place after(LineBlock block, int line) {
            long offset = block.offsetAfter(line);
            return new Place(offset, block.numberAfter(line), block.hashUpTo(offset));
        }
    }

    /** Searches in byte arrays, eight bytes at a time. */
    static final class Bytes {

        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final long ONES = 0x0101010101010101L;
        private static final long HIGHS = 0x8080808080808080L;

        private Bytes() {}

        /** Returns the first index from {@code from} below {@code to} that holds the byte, or -1. */
        static int indexOf(byte[] bytes, int from, int to, byte wanted) {
            long pattern = ONES * (wanted & 0xff);
            int i = from;
            for (; i <= to - 8; i += 8) {
                long x = (long) LONGS.get(bytes, i) ^ pattern;
                long hit = (x - ONES) & ~x & HIGHS;
                if (hit != 0) {
                    return i + (Long.numberOfTrailingZeros(hit) >>> 3);
                }
            }
            for (; i < to; i++) {
                if (bytes[i] == wanted) {
                    return i;
                }
            }
            return -1;
        }
    }
}
