package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;

/**
 * Decompresses Snappy's raw format: literals, and copies of what was written before.
 *
 * <p>By hand, because the format is a page long and only unpacking is needed, with every length checked; the usual
 * library brings native code for each platform.
 */
final class SnappyDecoder {

    private SnappyDecoder() {}

    /** Fills {@code out} from the bytes after {@code start}; returns the length that the data itself claims. */
    static long unpack(byte[] in, int start, byte[] out) {
        int at = start;
        long claimed = 0;
        for (int shift = 0; ; shift += 7) {
            if (shift > 28 || at >= in.length) {
                throw new GuerdonException("the snappy data has no length");
            }
            int b = in[at++];
            claimed |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                break;
            }
        }
        if (claimed != out.length) {
            return claimed;
        }
        int written = 0;
        while (at < in.length) {
            int tag = in[at++] & 0xff;
            int length;
            if ((tag & 3) == 0) {
                length = tag >>> 2;
                if (length >= 60) {
                    int width = length - 59;
                    length = little(in, at, width);
                    at += width;
                }
                length++;
                if (length <= 0 || length > in.length - at || length > out.length - written) {
                    throw damaged(written);
                }
                System.arraycopy(in, at, out, written, length);
                at += length;
                written += length;
                continue;
            }
            int distance;
            switch (tag & 3) {
                case 1 -> {
                    length = 4 + (tag >>> 2 & 7);
                    distance = (tag >>> 5) << 8 | little(in, at, 1);
                    at += 1;
                }
                case 2 -> {
                    length = 1 + (tag >>> 2);
                    distance = little(in, at, 2);
                    at += 2;
                }
                default -> {
                    length = 1 + (tag >>> 2);
                    distance = little(in, at, 4);
                    at += 4;
                }
            }
            copy(out, written, distance, length);
            written += length;
        }
        return written;
    }

    /** Copies from what was written; where the source reaches into the target, it repeats. */
    static void copy(byte[] out, int written, int distance, int length) {
        if (distance <= 0 || distance > written || length < 0 || length > out.length - written) {
            throw damaged(written);
        }
        if (distance >= length) {
            System.arraycopy(out, written - distance, out, written, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            out[written + i] = out[written + i - distance];
        }
    }

    private static int little(byte[] in, int at, int width) {
        if (width > in.length - at) {
            throw new GuerdonException("the snappy data ends too early");
        }
        int value = 0;
        for (int i = 0; i < width; i++) {
            value |= (in[at + i] & 0xff) << (8 * i);
        }
        return value;
    }

    private static GuerdonException damaged(int written) {
        return new GuerdonException("the compressed data is damaged after " + written + " bytes");
    }
}
