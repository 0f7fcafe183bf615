package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;
import java.nio.ByteBuffer;

/**
 * Decodes Parquet's hybrid of runs and bit-packed groups, value by value.
 *
 * <p>A run of a billion equal values takes no more memory than its few bytes.
 */
final class RleDecoder {

    private final ByteBuffer in;
    private final int width;
    private long left;
    private boolean packed;
    private int value;
    private long bits;
    private int bitCount;

    /**
     * @param in stands at the first run
     * @param width the bits of each value
     */
    RleDecoder(ByteBuffer in, int width) {
        if (width < 0 || width > 32) {
            throw new GuerdonException("values of " + width + " bits, where 0 to 32 are possible");
        }
        this.in = in;
        this.width = width;
    }

    int next() {
        while (left == 0) {
            begin();
        }
        left--;
        return packed ? unpack() : value;
    }

    private void begin() {
        long header = DeltaDecoder.varint(in);
        packed = (header & 1) == 1;
        if (packed) {
            left = (header >>> 1) * 8;
            bits = 0;
            bitCount = 0;
        } else {
            left = header >>> 1;
            value = 0;
            for (int shift = 0; shift < width; shift += 8) {
                value |= (in.get() & 0xff) << shift;
            }
        }
        if (left < 0) {
            throw new GuerdonException("a run of " + left + " values");
        }
    }

    private int unpack() {
        while (bitCount < width) {
            bits |= (in.get() & 0xffL) << bitCount;
            bitCount += 8;
        }
        int unpacked = (int) (bits & ((1L << width) - 1));
        bits >>>= width;
        bitCount -= width;
        return unpacked;
    }
}
