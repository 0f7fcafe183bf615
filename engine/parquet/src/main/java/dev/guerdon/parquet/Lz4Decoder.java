package dev.guerdon.parquet;

import dev.guerdon.api.GuerdonException;

/**
 * Decompresses one raw LZ4 block.
 *
 * <p>By hand, because the format is simpler than a dependency: a token, literals, and a copy, with every length checked.
 */
final class Lz4Decoder {

    private static final int MIN_COPY = 4;

    private final byte[] in;
    private int at;

    private Lz4Decoder(byte[] in, int start) {
        this.in = in;
        this.at = start;
    }

    /** Fills {@code out} from the bytes after {@code start}; returns how many bytes it wrote. */
    static long unpack(byte[] in, int start, byte[] out) {
        return new Lz4Decoder(in, start).unpack(out);
    }

    private long unpack(byte[] out) {
        int written = 0;
        while (at < in.length) {
            int token = next();
            int literals = length(token >>> 4);
            if (literals > in.length - at || literals > out.length - written) {
                throw new GuerdonException("the LZ4 data is damaged after " + written + " bytes");
            }
            System.arraycopy(in, at, out, written, literals);
            at += literals;
            written += literals;
            if (at == in.length) {
                break;
            }
            int distance = next() | next() << 8;
            int copied = length(token & 15) + MIN_COPY;
            SnappyDecoder.copy(out, written, distance, copied);
            written += copied;
        }
        return written;
    }

    private int length(int nibble) {
        long length = nibble;
        if (nibble == 15) {
            int more;
            do {
                more = next();
                length += more;
            } while (more == 255);
        }
        return (int) Math.min(length, Integer.MAX_VALUE - MIN_COPY);
    }

    private int next() {
        if (at >= in.length) {
            throw new GuerdonException("the LZ4 data ends too early");
        }
        return in[at++] & 0xff;
    }
}
