package dev.guerdon.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.base.NativeLibrary;
import dev.guerdon.core.spi.GzipStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Compression of the pages of a Parquet column. */
enum PageCodec {
    UNCOMPRESSED,
    SNAPPY,
    GZIP,
    LZO,
    BROTLI,
    LZ4,
    ZSTD,
    LZ4_RAW;

    static PageCodec of(int number) {
        if (number < 0 || number >= values().length) {
            throw new GuerdonException("the compression number " + number + " is not known");
        }
        return values()[number];
    }

    /** Returns whether {@link #unpack} can do it. */
    boolean known() {
        return this != LZO && this != BROTLI && this != LZ4;
    }

    /**
     * Decompresses.
     *
     * @param packed the compressed bytes, from {@code start} to the end
     * @param size how many bytes it must give
     */
    byte[] unpack(byte[] packed, int start, int size) {
        if (this == UNCOMPRESSED && start == 0 && packed.length == size) {
            return packed;
        }
        byte[] out = new byte[size];
        int length = packed.length - start;
        long written = switch (this) {
            case UNCOMPRESSED -> {
                System.arraycopy(packed, start, out, 0, Math.min(size, length));
                yield length;
            }
            case SNAPPY -> SnappyDecoder.unpack(packed, start, out);
            case LZ4_RAW -> Lz4Decoder.unpack(packed, start, out);
            case GZIP -> gunzip(packed, start, out);
            case ZSTD -> unzstd(packed, start, out);
            case LZO, BROTLI, LZ4 ->
                throw new GuerdonException(
                        "compression " + this + " is not read; write the file with snappy, gzip, zstd or lz4_raw");
        };
        if (written != size) {
            throw new GuerdonException("expected " + size + " bytes from " + this + ", found " + written);
        }
        return out;
    }

    private static long gunzip(byte[] packed, int start, byte[] out) {
        try (GzipStream in = new GzipStream(new ByteArrayInputStream(packed, start, packed.length - start))) {
            int read = in.readNBytes(out, 0, out.length);
            return in.read() < 0 ? read : out.length + 1L;
        } catch (IOException e) {
            throw new GuerdonException("the gzip data is damaged: " + e.getMessage(), e);
        }
    }

    private static long unzstd(byte[] packed, int start, byte[] out) {
        NativeLibrary.ZSTANDARD.prepare();
        try {
            long written = Zstd.decompressByteArray(out, 0, out.length, packed, start, packed.length - start);
            if (Zstd.isError(written)) {
                throw new GuerdonException("the zstd data is damaged: " + Zstd.getErrorName(written));
            }
            return written;
        } catch (ZstdException e) {
            throw new GuerdonException("the zstd data is damaged: " + e.getMessage(), e);
        }
    }
}
