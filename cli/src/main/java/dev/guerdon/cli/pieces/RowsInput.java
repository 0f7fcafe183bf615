package dev.guerdon.cli.pieces;

import dev.guerdon.cli.pieces.ScoringPlan.Span;
import java.io.InputStream;
import java.util.Iterator;

/** Rows as lines: each is followed by a line end. */
final class RowsInput extends InputStream {

    private static final byte[] LINE_END = {'\n'};

    private final Iterator<byte[]> rows;
    private final long to;
    private long next;
    private byte[] current = {};
    private int at;
    private boolean behindRow;

    /**
     * @param rows the rows of the partition
     * @param span which of them are read
     */
    RowsInput(Iterator<byte[]> rows, Span span) {
        this.rows = rows;
        this.to = span.to();
        while (next < span.from() && rows.hasNext()) {
            rows.next();
            next++;
        }
    }

    private boolean fill() {
        while (at == current.length) {
            if (behindRow) {
                current = LINE_END;
                behindRow = false;
            } else if (next < to && rows.hasNext()) {
                next++;
                current = rows.next();
                behindRow = true;
            } else {
                return false;
            }
            at = 0;
        }
        return true;
    }

    boolean isAtEnd() {
        return !fill();
    }

    /** Skips the rows that are left, and returns where they end. */
    long end() {
        while (next < to && rows.hasNext()) {
            rows.next();
            next++;
        }
        return next;
    }

    @Override
    public int read() {
        return fill() ? current[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int count = 0;
        while (count < length && fill()) {
            int part = Math.min(length - count, current.length - at);
            System.arraycopy(current, at, target, offset + count, part);
            at += part;
            count += part;
        }
        return count == 0 && length > 0 ? -1 : count;
    }
}
