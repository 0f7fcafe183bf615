package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A file that a long job writes, piece after piece. Each call of {@link #write(byte[], int, int)} is a piece, and the file never ends
 * in the middle of one: where the disk fails, what it took of a piece is cut off again.
 *
 * <p>After a failure nothing more can be written, so that no piece is missing in the middle.
 */
@Internal
public final class OutputFile extends OutputStream {

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final DurableFiles.Handle handle;
    private final @Nullable MessageDigest digest;
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    private long length;
    private @Nullable IOException failure;
    private boolean closed;

    private OutputFile(Path file, long length, @Nullable MessageDigest digest) throws IOException {
        this.file = file;
        this.length = length;
        this.digest = digest;
        this.handle = DurableFiles.current().open(file, length);
    }

    /** Begins a file; what was in it is gone. */
    public static OutputFile create(Path file) throws IOException {
        return new OutputFile(file, 0, null);
    }

    /** Works as {@link #create}, with a hash of everything that will be written. */
    public static OutputFile hashed(Path file) throws IOException {
        return new OutputFile(file, 0, Sha256.digest());
    }

    /**
     * Continues after the first bytes of a file; what is after them is cut off.
     *
     * @param digest has been fed with these bytes; null if no hash is needed
     */
    public static OutputFile after(Path file, long length, @Nullable MessageDigest digest) throws IOException {
        return new OutputFile(file, length, digest);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (buffered > 0 && buffered + count > BUFFER) {
            flush();
        }
        if (count >= BUFFER) {
            put(bytes, from, count);
        } else {
            check();
            System.arraycopy(bytes, from, buffer, buffered, count);
            buffered += count;
        }
    }

    @Override
    public void flush() throws IOException {
        int count = buffered;
        buffered = 0;
        if (count > 0) {
            put(buffer, 0, count);
        }
    }

    private void put(byte[] bytes, int from, int count) throws IOException {
        check();
        try {
            DurableFiles.writeAll(handle, bytes, from, count);
        } catch (IOException e) {
            failure = e;
            cut(e);
            throw e;
        }
        length += count;
        if (digest != null) {
            digest.update(bytes, from, count);
        }
    }

    private void check() throws IOException {
        if (closed) {
            throw new IOException(file + " is closed");
        }
        if (failure != null) {
            throw new IOException(file + " could not be written before: " + failure.getMessage(), failure);
        }
    }

    /** Cuts the incomplete piece off the file. If that fails too, the exception is added to the reason. */
    private void cut(IOException reason) {
        try (DurableFiles.Handle again = DurableFiles.current().open(file, length)) {
            again.force();
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Waits until everything that was written would survive the machine's fall. */
    public void sync() throws IOException {
        flush();
        check();
        try {
            handle.force();
        } catch (IOException e) {
            // A second attempt may wrongly succeed on some operating systems, so there is none.
            failure = e;
            throw e;
        }
    }

    /** Returns how long the file is, without what waits to be flushed. */
    public long length() {
        return length;
    }

    /** Returns the hash of everything that was flushed. */
    public String hash() {
        if (digest == null) {
            throw new IllegalStateException(file + " is written without a hash");
        }
        return Sha256.hex(digest);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        try (handle) {
            if (failure == null) {
                flush();
            }
        } finally {
            closed = true;
        }
    }
}
