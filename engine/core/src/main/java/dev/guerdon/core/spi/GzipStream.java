package dev.guerdon.core.spi;

import dev.guerdon.api.Internal;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Gzip data, unpacked: any number of members, one after the other.
 *
 * <p>{@link java.util.zip.GZIPInputStream} calls itself for each member that is empty, until the stack overflows, and ignores what follows
 * the last member. Here empty members are counted, and only zeros may follow the last one.
 */
@Internal
public final class GzipStream extends InputStream {

    /** The most members without content: they cost time, and give nothing. */
    static final int MAX_EMPTY_MEMBERS = 1_000;

    private static final int MAGIC = 0x8b1f;
    private static final int DEFLATE = 8;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int KNOWN_FLAGS = 31;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[16 << 10];
    private int at;
    private int end;
    private boolean inMember;
    private boolean begun;
    private boolean over;
    private int emptyMembers;

    public GzipStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        while (length > 0 && (inMember || begin())) {
            try {
                int unpacked = inflater.inflate(bytes, from, length);
                if (unpacked > 0) {
                    checksum.update(bytes, from, unpacked);
                    return unpacked;
                }
            } catch (DataFormatException e) {
                throw new ZipException(e.getMessage() == null ? "damaged data" : e.getMessage());
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw new ZipException("the data needs a dictionary, which gzip has not");
            } else if (fill()) {
                inflater.setInput(buffer, at, end - at);
                at = end;
            } else {
                throw new EOFException("the gzip data ends too early");
            }
        }
        return length == 0 ? 0 : -1;
    }

    /** Begins the next member; false if there is none. */
    private boolean begin() throws IOException {
        if (over) {
            return false;
        }
        if (begun) {
            while (at < end || fill()) {
                if (buffer[at] != 0) {
                    break;
                }
                at++;
            }
            if (at == end) {
                over = true;
                return false;
            }
        }
        begun = true;
        inMember = true;
        header();
        inflater.reset();
        inflater.setInput(buffer, at, end - at);
        at = end;
        checksum.reset();
        return true;
    }

    private void header() throws IOException {
        if (number(2) != MAGIC || next() != DEFLATE) {
            throw new ZipException("not in gzip format");
        }
        int flags = next();
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw new ZipException("unknown flags in a gzip header");
        }
        skipBytes(6);
        if ((flags & EXTRA) != 0) {
            skipBytes(number(2));
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            skipBytes(2);
        }
    }

    private void endMember() throws IOException {
        at = end - inflater.getRemaining();
        inMember = false;
        long size = inflater.getBytesWritten();
        if (number(4) != checksum.getValue() || number(4) != (size & 0xffff_ffffL)) {
            throw new ZipException("a checksum or length does not fit the gzip data");
        }
        if (size == 0 && ++emptyMembers > MAX_EMPTY_MEMBERS) {
            throw new ZipException("more than " + MAX_EMPTY_MEMBERS + " empty gzip members");
        }
    }

    private long number(int bytes) throws IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (long) next() << (8 * i);
        }
        return number;
    }

    private void skipBytes(long bytes) throws IOException {
        for (long i = 0; i < bytes; i++) {
            int unused = next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {}
    }

    private int next() throws IOException {
        if (at == end && !fill()) {
            throw new EOFException("the gzip data ends too early");
        }
        return buffer[at++] & 0xff;
    }

    private boolean fill() throws IOException {
        int read = in.read(buffer, 0, buffer.length);
        at = 0;
        end = Math.max(read, 0);
        return read > 0;
    }

    @Override
    public int available() throws IOException {
        return over ? 0 : 1;
    }

    @Override
    public void close() throws IOException {
        over = true;
        inMember = false;
        inflater.end();
        in.close();
    }
}
