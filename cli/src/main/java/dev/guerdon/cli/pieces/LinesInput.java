package dev.guerdon.cli.pieces;

import dev.guerdon.cli.pieces.ScoringPlan.Span;
import java.io.IOException;
import java.io.InputStream;

/**
 * The lines that begin in a span of a file, as a stream: what is left of the line before is passed over, and the last line is read to
 * its end, wherever that is.
 *
 * <p>A span in which no line begins is empty, however long the line around it is: no more than the span is read of it.
 */
final class LinesInput extends InputStream {

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final long to;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int filled;
    private long position;
    private long firstLine;
    private boolean ended;

    /**
     * @param in the file, standing one byte before the span, or at its beginning where the span begins there
     */
    LinesInput(InputStream in, Span span) throws IOException {
        this.in = in;
        this.to = span.to();
        this.position = Math.max(0, span.from() - 1);
        this.firstLine = span.before() + 1;
        if (span.from() > 0) {
            findFirst(span.from());
        }
        ended |= position >= to;
    }

    /** A line begins after a line end; the last place for one is the last byte but one of the span. */
    private void findFirst(long from) throws IOException {
        while (position < to - 1) {
            if (at == filled && !fill()) {
                ended = true;
                return;
            }
            position++;
            if (buffer[at++] == '\n') {
                firstLine += position > from ? 1 : 0;
                return;
            }
        }
        ended = true;
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, in.read(buffer, 0, buffer.length));
        return filled > 0;
    }

    /** Returns where the stream stands in the file; at first, where the first line begins. */
    long position() {
        return position;
    }

    /** Returns the number of the first line. */
    long firstLine() {
        return firstLine;
    }

    boolean isAtEnd() {
        return ended;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ended || length == 0) {
            return ended ? -1 : 0;
        }
        int count;
        if (at == filled && position < to) {
            count = in.read(target, offset, (int) Math.min(length, to - position));
        } else if (at < filled || fill()) {
            count = Math.min(length, filled - at);
            count = position < to ? (int) Math.min(count, to - position) : upToLineEnd(count);
            System.arraycopy(buffer, at, target, offset, count);
            at += count;
        } else {
            count = -1;
        }
        if (count <= 0) {
            ended = true;
            return -1;
        }
        position += count;
        ended = position >= to && target[offset + count - 1] == '\n';
        return count;
    }

    private int upToLineEnd(int most) {
        for (int i = 0; i < most; i++) {
            if (buffer[at + i] == '\n') {
                return i + 1;
            }
        }
        return most;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
