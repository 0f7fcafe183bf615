package dev.guerdon.spark.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What came of a piece, as a task returns it: bytes, so that it does not matter which serializer the user has chosen.
 *
 * @param isDone whether it was done
 * @param value what the engine returned, or why it could not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PieceResult(boolean isDone, byte[] value) {

    private static final byte DONE = 1;

    static byte[] done(byte[] value) {
        return packed(DONE, value);
    }

    static byte[] failed(String message) {
        return packed((byte) 0, message.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] packed(byte kind, byte[] value) {
        byte[] packed = new byte[value.length + 1];
        packed[0] = kind;
        System.arraycopy(value, 0, packed, 1, value.length);
        return packed;
    }

    static PieceResult of(byte[] packed) {
        return new PieceResult(packed[0] == DONE, Arrays.copyOfRange(packed, 1, packed.length));
    }

    String message() {
        return new String(value, StandardCharsets.UTF_8);
    }
}
