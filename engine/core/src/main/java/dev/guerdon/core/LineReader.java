package dev.guerdon.core;

import dev.guerdon.core.LineBlock.Bytes;
import dev.guerdon.core.base.ArrivingInput;
import dev.guerdon.core.base.Sha256;
import dev.guerdon.core.spi.RowReader;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Cuts an input into blocks of whole lines. A line that is longer than the limit is skipped and reported. */
final class LineReader {

    /** The longest line that is read. */
    static final int MAX_LINE_LENGTH = RowReader.MAX_TEXT;

    /** Number of bytes of a longer line that are reported. */
    static final int MAX_REPORTED_LENGTH = 64 << 10;

    private static final int BLOCK = 256 << 10;

    private final InputStream in;
    private final @Nullable ArrivingInput arriving;
    private byte[] buffer = new byte[BLOCK];
    private int filled;
    private long offset;
    private CompletableFuture<Long> lineNumber;
    private boolean atEnd;
    private boolean wholeLine;
    private @Nullable IOException failure;
    private InputHash hash;

    /** Goes on at an offset of the input, which the stream already stands at. */
    LineReader(InputStream in, long offset, long lineNumber) {
        this(in, offset, lineNumber, InputHash.OFF);
    }

    /**
     * As above, and hashes what it reads.
     *
     * @param hash the hash of the input up to the offset
     */
    LineReader(InputStream in, long offset, long lineNumber, InputHash hash) {
        this.in = in;
        this.arriving = in instanceof ArrivingInput some ? some : null;
        this.hash = hash;
        this.offset = offset;
        this.lineNumber = CompletableFuture.completedFuture(lineNumber);
    }

    /** A line was longer than the limit. */
    static final class LineTooLong extends IOException {
        private final transient ScoreJob.BadLine line;

        LineTooLong(long number, long offset, long length, byte[] beginning) {
            this(new ScoreJob.BadLine(
                    number,
                    offset,
                    length,
                    beginning,
                    "line " + number + " is longer than " + (MAX_LINE_LENGTH >> 20) + " MiB"));
        }

        private LineTooLong(ScoreJob.BadLine line) {
            super(line.reason());
            this.line = line;
        }

        /** Returns the line as it is reported. */
        ScoreJob.BadLine line() {
            return line;
        }
    }

    long offset() {
        return offset;
    }

    /** Returns the hash of the input up to the offset. */
    InputHash hash() {
        return hash;
    }

    /** Returns the number of the next line; waits until the lines before it were counted. */
    long lineNumber() {
        return lineNumber.join();
    }

    /**
     * Returns the next lines, or null at the end of the input.
     *
     * @param most no more than this many lines
     * @throws LineTooLong if a line exceeded the limit; the next call continues after it
     * @throws IOException if the input could not be read, after every whole line before that was returned
     */
    @Nullable
    LineBlock next(long most) throws IOException {
        int searched = 0;
        while (true) {
            fill();
            int lastEnd = lastLineEnd(searched);
            if (failure != null && lastEnd < 0) {
                throw failure;
            }
            if (lastEnd >= 0 || atEnd) {
                int length = lastEnd >= 0 && !atEnd ? lastEnd + 1 : filled;
                return length == 0 ? null : cut(length, most);
            }
            if (filled > MAX_LINE_LENGTH) {
                dropLine();
            }
            searched = filled;
            grow();
        }
    }

    private LineBlock cut(int length, long most) {
        LineBlock block = new LineBlock(buffer, length, offset, lineNumber, most, hash);
        int taken = (int) (block.endOffset() - offset);
        skipped(taken);
        byte[] rest = new byte[Math.max(BLOCK, filled - taken)];
        System.arraycopy(buffer, taken, rest, 0, filled - taken);
        buffer = rest;
        filled -= taken;
        wholeLine = false; // but at the limit of lines, after which nothing is read
        offset = block.endOffset();
        lineNumber = block.nextNumber();
        return block;
    }

    /** Hashes the first bytes of the buffer, before they leave it. */
    private void skipped(int count) {
        if (hash.isOn()) {
            MessageDigest digest = hash.digest();
            digest.update(buffer, 0, count);
            hash = InputHash.of(digest);
        }
    }

    /** Waits until {@link #next} would not have to wait for the input, at most for some time; whether it is so. */
    boolean awaitReady(Duration patience) {
        if (arriving == null) {
            return true;
        }
        while (!wholeLine && !atEnd && failure == null && filled <= MAX_LINE_LENGTH) {
            if (!arriving.awaitReady(patience)) {
                return false;
            }
            if (filled == buffer.length) {
                grow();
            }
            readSome();
        }
        return true;
    }

    private void fill() {
        while (!atEnd && failure == null && filled < buffer.length) {
            if (arriving != null && wholeLine && arriving.available() == 0) {
                return; // the lines so far are scored first: more may come much later
            }
            readSome();
        }
    }

    private void readSome() {
        try {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                atEnd = true;
            } else {
                filled += read;
                wholeLine |= arriving != null && lastLineEnd(filled - read) >= 0;
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void grow() {
        buffer = Arrays.copyOf(buffer, (int) Math.min((long) buffer.length * 2, MAX_LINE_LENGTH + 1L));
    }

    private int lastLineEnd(int from) {
        for (int i = filled - 1; i >= from; i--) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void dropLine() throws IOException {
        long start = offset;
        byte[] beginning = Arrays.copyOf(buffer, Math.min(filled, MAX_REPORTED_LENGTH));
        while (true) {
            int end = Bytes.indexOf(buffer, 0, filled, (byte) '\n');
            if (end >= 0 || atEnd) {
                int dropped = end >= 0 ? end + 1 : filled;
                skipped(dropped);
                System.arraycopy(buffer, dropped, buffer, 0, filled - dropped);
                filled -= dropped;
                wholeLine = arriving != null && lastLineEnd(0) >= 0;
                offset += dropped;
                long number = lineNumber.join();
                lineNumber = CompletableFuture.completedFuture(number + 1);
                throw new LineTooLong(number, start, offset - start - (end >= 0 ? 1 : 0), beginning);
            }
            if (failure != null) {
                throw failure;
            }
            skipped(filled);
            offset += filled;
            filled = 0;
            buffer = new byte[BLOCK];
            fill();
        }
    }

    /** The hash of an input from its beginning up to some place, computed on demand. Immutable. */
    static final class InputHash {

        /** For jobs that cannot be resumed. */
        static final InputHash OFF = new InputHash(null, new byte[0], 0);

        private final @Nullable MessageDigest before;
        private final byte[] bytes;
        private final int length;

        private InputHash(@Nullable MessageDigest before, byte[] bytes, int length) {
            this.before = before;
            this.bytes = bytes;
            this.length = length;
        }

        /** Returns the hash of what a digest was fed with so far. */
        static InputHash of(MessageDigest digest) {
            return new InputHash(Sha256.copy(digest), new byte[0], 0);
        }

        /** Returns the hash of this and the first of some bytes after it. */
        InputHash and(byte[] more, int count) {
            return before == null ? this : new InputHash(digest(), more, count);
        }

        boolean isOn() {
            return before != null;
        }

        /** Returns a digest to be fed with what follows. */
        MessageDigest digest() {
            MessageDigest digest = before == null ? Sha256.digest() : Sha256.copy(before);
            digest.update(bytes, 0, length);
            return digest;
        }

        /** Returns the hash, 64 digits; empty if none was kept. */
        String hex() {
            return before == null ? "" : Sha256.hex(digest());
        }
    }
}
