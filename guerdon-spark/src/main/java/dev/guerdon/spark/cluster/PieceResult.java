package dev.guerdon.spark.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What came of a piece, as a task returns it: bytes, so that it does not matter which serializer the user has chosen.
 *
 * @param kind whether it was done
 * @param value what the engine returned, or why it could not
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PieceResult(Kind kind, byte[] value) {

    /** What can come of a piece. */
    enum Kind {
        /** The engine returned. */
        DONE,
        /** The engine threw. */
        THREW,
        /** Something could not be read or written. */
        IO_FAILED,
        /** There is no engine, and would be none elsewhere. */
        UNOPENED
    }

    static byte[] done(byte[] value) {
        return packed(Kind.DONE, value);
    }

    /** A piece that was not done, and why. */
    static byte[] of(Kind kind, String message) {
        return packed(kind, message.getBytes(StandardCharsets.UTF_8));
    }

    @SuppressWarnings("EnumOrdinal") // both sides are of one version
    private static byte[] packed(Kind kind, byte[] value) {
        byte[] packed = new byte[value.length + 1];
        packed[0] = (byte) kind.ordinal();
        System.arraycopy(value, 0, packed, 1, value.length);
        return packed;
    }

    static PieceResult of(byte[] packed) {
        return new PieceResult(Kind.values()[packed[0]], Arrays.copyOfRange(packed, 1, packed.length));
    }

    boolean isDone() {
        return kind == Kind.DONE;
    }

    String message() {
        return new String(value, StandardCharsets.UTF_8);
    }
}
