package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One message of the engine protocol: how long it is, what it is, which request it belongs to, and what it says.
 *
 * <p>On the line: the number of bytes after this number (4 bytes, the highest first), the kind (1 byte), the id (4 bytes), the
 * payload. Worker processes and the engine behind standard input and output both speak it.
 *
 * @param kind one of the constants here
 * @param id the batch or other request that it belongs to; 0 for none
 * @param payload UTF-8 text, a JSON object or lines of them
 */
@Internal
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EngineFrame(byte kind, int id, byte[] payload) {

    /** The version of the protocol that both ends name first. */
    public static final int VERSION = 1;

    /** The first frame of each end. */
    public static final byte HELLO = 'H';

    /** Calls to make: a line that says how, and the samples, a line each. */
    public static final byte SCORE = 'S';

    /** Results, a line each. */
    public static final byte RESULTS = 'R';

    /** Whole lines of a score job as they are written: a line that says which calls they answer, and the lines. */
    public static final byte LINES = 'L';

    /** A call has begun; sent if several run at once. */
    public static final byte BEGUN = 'B';

    /** Everything that was asked for in this batch has been answered. */
    public static final byte DONE = 'D';

    /** A fatal error; the sender ends. */
    public static final byte ERROR = 'E';

    /** A request that is no batch, such as for the rewards there are. */
    public static final byte QUERY = 'Q';

    /** The answer to such a request. */
    public static final byte ANSWER = 'A';

    /** A request that is no longer wanted. */
    public static final byte CANCEL = 'C';

    /** The longest frame that is read: the longest line there is, decoded and reported, fits. */
    public static final int MAX_LENGTH = 256 << 20;

    private static final int HEAD = 5;

    /** A frame that is longer than it may be. It has been passed over, and the next can be read. */
    public static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;
        private final byte kind;
        private final int id;

        TooLongException(byte kind, int id, String message) {
            super(message);
            this.kind = kind;
            this.id = id;
        }

        public byte kind() {
            return kind;
        }

        public int id() {
            return id;
        }
    }

    /** Reads the next frame, or null if the other end has left between two frames. */
    public static @Nullable EngineFrame read(InputStream in) throws IOException {
        return read(in, MAX_LENGTH);
    }

    /**
     * Reads the next frame, or null if the other end has left between two frames.
     *
     * @param most how long it may be here
     * @throws TooLongException if it is longer than that, and not longer than any may be
     */
    public static @Nullable EngineFrame read(InputStream in, int most) throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length == 0) {
            return null;
        }
        if (length.length < 4) {
            throw new EOFException("the line ended within a frame");
        }
        int size = number(length, 0);
        if (size < HEAD || size > MAX_LENGTH) {
            throw new IOException(
                    "a frame of " + Integer.toUnsignedString(size) + " bytes; expected " + HEAD + " to " + MAX_LENGTH);
        }
        byte[] head = in.readNBytes(HEAD);
        if (size > most && head.length == HEAD) {
            in.skipNBytes(size - HEAD);
            throw new TooLongException(
                    head[0], number(head, 1), "a frame of " + size + " bytes; there is room for " + most);
        }
        byte[] payload = payload(in, size - HEAD);
        if (head.length + payload.length < size) {
            throw new EOFException("the line ended within a frame");
        }
        return new EngineFrame(head[0], number(head, 1), payload);
    }

    /** Memory for a length that only the other end vouches for is taken as the bytes come. */
    private static byte[] payload(InputStream in, int length) throws IOException {
        if (length > 1 << 20) {
            return in.readNBytes(length);
        }
        byte[] payload = new byte[length];
        int read = in.readNBytes(payload, 0, length);
        return read == length ? payload : Arrays.copyOf(payload, read);
    }

    /** Returns the end of the first line of the payload. */
    public int firstLine() {
        int end = 0;
        while (end < payload.length && payload[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Writes a frame and sends it off. */
    public void write(OutputStream out) throws IOException {
        byte[] head = head(kind, id, payload.length);
        if (payload.length < 8192) {
            // One packet, where it is small.
            byte[] all = new byte[head.length + payload.length];
            System.arraycopy(head, 0, all, 0, head.length);
            System.arraycopy(payload, 0, all, head.length, payload.length);
            out.write(all);
        } else {
            out.write(head);
            out.write(payload);
        }
        out.flush();
    }

    /** Returns the bytes before the payload. */
    public static byte[] head(byte kind, int id, int length) {
        int size = HEAD + length;
        return new byte[] {
            (byte) (size >> 24),
            (byte) (size >> 16),
            (byte) (size >> 8),
            (byte) size,
            kind,
            (byte) (id >> 24),
            (byte) (id >> 16),
            (byte) (id >> 8),
            (byte) id
        };
    }

    private static int number(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
