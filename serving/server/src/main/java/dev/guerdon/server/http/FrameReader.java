package dev.guerdon.server.http;

import io.helidon.common.buffers.DataReader;
import java.util.function.LongSupplier;

/**
 * Reads the frames of a WebSocket strictly, as RFC 6455 has them.
 *
 * <p>The library's own reader takes each fragment of a text for a text, ignores reserved bits and reports no lost connection. Here
 * a frame must be masked, has no reserved bits, and a control frame is short and whole.
 */
record FrameReader(DataReader reader, LongSupplier clock) {

    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    static final int NORMAL = 1000;
    static final int GOING_AWAY = 1001;
    static final int PROTOCOL_ERROR = 1002;
    static final int UNSUPPORTED = 1003;
    static final int NOT_UTF8 = 1007;
    static final int VIOLATION = 1008;
    static final int TOO_BIG = 1009;
    static final int TRY_AGAIN = 1013;

    /** Time that a frame may take to arrive: who sends it slower keeps memory, and does nothing with it. */
    static final long FRAME_NANOS = 120_000_000_000L;

    private static final int LONGEST_CONTROL = 125;

    /** The connection cannot go on, and what the client is told. */
    static final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int code;

        BrokenException(int code, String reason) {
            super(reason, null, false, false);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /**
     * The head of a frame.
     *
     * @param last whether it ends its message
     * @param kind what it is
     * @param length how many bytes follow
     * @param mask what they are masked with
     */
    record Head(boolean last, int kind, long length, int mask) {

        boolean isControl() {
            return kind >= CLOSE;
        }
    }

    /** Waits for the next frame, and reads its head. */
    Head head() {
        int first = reader.read() & 0xff;
        int second = reader.read() & 0xff;
        if ((first & 0x70) != 0) {
            throw new BrokenException(PROTOCOL_ERROR, "a reserved bit is set, and no extension was agreed on");
        }
        int kind = first & 0x0f;
        boolean last = (first & 0x80) != 0;
        if ((kind > BINARY && kind < CLOSE) || kind > PONG) {
            throw new BrokenException(PROTOCOL_ERROR, "there is no kind of frame " + kind);
        }
        if ((second & 0x80) == 0) {
            throw new BrokenException(PROTOCOL_ERROR, "a client's frames must be masked");
        }
        long length = second & 0x7f;
        if (kind >= CLOSE && (!last || length > LONGEST_CONTROL)) {
            throw new BrokenException(PROTOCOL_ERROR, "a control frame is whole and has at most 125 bytes");
        }
        if (length == 126) {
            length = number(2);
            if (length < 126) {
                throw new BrokenException(PROTOCOL_ERROR, "the length is not written in the shortest way");
            }
        } else if (length == 127) {
            length = number(8);
            if (length < 65_536) {
                throw new BrokenException(PROTOCOL_ERROR, "the length is not written in the shortest way");
            }
        }
        return new Head(last, kind, length, (int) number(4));
    }

    private long number(int bytes) {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = (number << 8) | (reader.read() & 0xff);
        }
        return number;
    }

    /** Reads what follows a head, unmasked. */
    byte[] payload(Head head) {
        byte[] all = new byte[(int) head.length()];
        long began = clock.getAsLong();
        int at = 0;
        while (at < all.length) {
            reader.ensureAvailable();
            byte[] some = reader.readBytes(Math.min(reader.available(), all.length - at));
            for (byte each : some) {
                all[at] = (byte) (each ^ (head.mask() >>> (24 - 8 * (at & 3))));
                at++;
            }
            if (clock.getAsLong() - began > FRAME_NANOS) {
                throw new BrokenException(VIOLATION, "the frame took too long to arrive");
            }
        }
        return all;
    }
}
