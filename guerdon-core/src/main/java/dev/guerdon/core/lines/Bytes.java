package dev.guerdon.core.lines;

import dev.guerdon.api.Internal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches in byte arrays, eight bytes at a time. */
@Internal
public final class Bytes {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Bytes() {}

    /** The first index from {@code from} below {@code to} that holds the byte, or -1. */
    public static int indexOf(byte[] bytes, int from, int to, byte wanted) {
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
