package dev.guerdon.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/**
 * A writer of answers that leaves out the bodies of answers to HEAD.
 *
 * <p>The library knows no HEAD: it answers what it takes for a GET, with the headers of that, and this lets nothing else pass.
 */
final class HeadWriter implements DataWriter {

    private static final byte[] END = {'\r', '\n', '\r', '\n'};
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final DataWriter to;
    private boolean headOnly;
    private int seen;
    private int matched;
    private boolean interim;

    HeadWriter(DataWriter to) {
        this.to = to;
    }

    /** The next answer is one to HEAD, or it is not. */
    void next(boolean isHead) {
        headOnly = isHead;
        seen = 0;
        matched = 0;
    }

    boolean isHeadOnly() {
        return headOnly;
    }

    /** Returns what may pass of the next bytes of an answer. */
    private BufferData head(BufferData answer) {
        byte[] bytes = answer.readBytes();
        int end = 0;
        while (end < bytes.length && matched < END.length) {
            byte c = bytes[end++];
            if (seen++ == STATUS_AT) {
                interim = c == '1';
            }
            matched = c == END[matched] ? matched + 1 : c == END[0] ? 1 : 0;
            if (matched == END.length && interim) {
                next(true);
            }
        }
        return BufferData.create(bytes, 0, end);
    }

    @Override
    public void write(BufferData... buffers) {
        for (BufferData each : buffers) {
            write(each);
        }
    }

    @Override
    public void write(BufferData buffer) {
        to.write(headOnly ? head(buffer) : buffer);
    }

    @Override
    public void writeNow(BufferData... buffers) {
        for (BufferData each : buffers) {
            writeNow(each);
        }
    }

    @Override
    public void writeNow(BufferData buffer) {
        to.writeNow(headOnly ? head(buffer) : buffer);
    }

    @Override
    public void flush() {
        to.flush();
    }

    @Override
    public void close() {
        to.close();
    }
}
