package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import java.nio.ByteBuffer;

/** Decodes DELTA_BINARY_PACKED: whole numbers as differences, packed in blocks with a width for each part of a block. */
final class DeltaDecoder {

    private static final int LARGEST_BLOCK = 1 << 20;

    private final ByteBuffer in;
    private final int parts;
    private final int partSize;
    private final long count;
    private long left;
    private long value;
    private long smallest;
    private int[] widths = {};
    private int part;
    private int leftInPart;
    private int current;
    private int bitsLeft;
    private boolean first = true;

    /** Begins at the buffer's position and moves it on as values are read. */
    DeltaDecoder(ByteBuffer in) {
        this.in = in;
        long blockSize = varint(in);
        long partCount = varint(in);
        this.count = varint(in);
        this.value = zigzag(in);
        if (blockSize < 1
                || blockSize > LARGEST_BLOCK
                || partCount < 1
                || partCount > blockSize
                || blockSize % partCount != 0
                || blockSize / partCount % 8 != 0
                || count < 0) {
            throw new GuerdonException("blocks of " + blockSize + " differences in " + partCount + " parts");
        }
        this.parts = (int) partCount;
        this.partSize = (int) (blockSize / partCount);
        this.left = count;
        this.part = parts;
    }

    long next() {
        if (left-- <= 0) {
            throw new GuerdonException("more than the " + count + " values that were announced");
        }
        if (first) {
            first = false;
            return value;
        }
        if (leftInPart == 0) {
            nextPart();
        }
        leftInPart--;
        value += smallest + bits(widths[part]);
        return value;
    }

    /** Moves the buffer after the last value without decoding; only before the first value was read. */
    void skipAll() {
        for (long rest = count - 1; rest > 0; ) {
            nextPart();
            in.position(Math.addExact(in.position(), partSize / 8 * widths[part]));
            rest -= partSize;
        }
    }

    private void nextPart() {
        if (++part >= parts) {
            smallest = zigzag(in);
            if (widths.length == 0) {
                widths = new int[Math.min(parts, in.remaining())];
            }
            for (int i = 0; i < parts; i++) {
                widths[i] = in.get() & 0xff;
            }
            part = 0;
        }
        if (widths[part] > 64) {
            throw new GuerdonException("differences of " + widths[part] + " bits");
        }
        leftInPart = partSize;
        bitsLeft = 0;
    }

    private long bits(int width) {
        long bits = 0;
        for (int got = 0; got < width; ) {
            if (bitsLeft == 0) {
                current = in.get() & 0xff;
                bitsLeft = 8;
            }
            int taken = Math.min(bitsLeft, width - got);
            bits |= (long) (current & ((1 << taken) - 1)) << got;
            current >>>= taken;
            bitsLeft -= taken;
            got += taken;
        }
        return bits;
    }

    static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = in.get();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new GuerdonException("a number of more than 64 bits");
    }

    private static long zigzag(ByteBuffer in) {
        long value = varint(in);
        return (value >>> 1) ^ -(value & 1);
    }
}
