package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An input that comes in its own time, such as a pipe. A thread of its own reads ahead, so the reader can ask whether there is
 * something without waiting for it.
 *
 * <p>At most one mebibyte is read ahead. A failure is reported after the last byte before it.
 */
@Internal
public final class ArrivingInput extends InputStream {

    private static final int SIZE = 1 << 20;
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final InputStream in;
    private final byte[] ring = new byte[SIZE];
    private long read;
    private long given;
    private boolean ended;
    private boolean closed;
    private @Nullable IOException failure;

    public ArrivingInput(InputStream in) {
        this.in = in;
        Thread.ofPlatform().daemon().name("guerdon-input").start(this::readAhead);
    }

    private void readAhead() {
        try {
            while (true) {
                int at = (int) (read % SIZE);
                int count = in.read(ring, at, awaitSpace(at));
                synchronized (this) {
                    if (count < 0 || closed) {
                        return;
                    }
                    read += count;
                    notifyAll();
                }
            }
        } catch (IOException e) {
            failure = e; // read after the end is seen, under the lock
        } catch (InterruptedException e) {
            failure = new InterruptedIOException("the thread that reads the input was interrupted");
        } catch (RuntimeException | Error e) {
            failure = new IOException("the input cannot be read: " + e, e);
        } finally {
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }

    /** Returns how much fits after a place in the ring, in one piece. */
    private synchronized int awaitSpace(int at) throws InterruptedException {
        while (read - given == SIZE && !closed) {
            wait();
        }
        return (int) Math.min(SIZE - at, SIZE - (read - given));
    }

    /** Waits until a read would not have to wait, at most for some time; whether it is so. */
    public synchronized boolean awaitReady(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        while (read == given && !ended && end - System.nanoTime() > 0) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            } catch (InterruptedException e) {
                interrupted = true; // the caller handles it
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return read != given || ended;
    }

    /** Returns whether it has ended, and nothing is left to be read. */
    public synchronized boolean isEmpty() {
        return ended && read == given && failure == null;
    }

    @Override
    public synchronized int available() {
        return (int) (read - given);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int at;
        int count;
        synchronized (this) {
            while (!awaitReady(LOOK)) {
                // An input may be silent for as long as it likes.
            }
            if (read == given) {
                if (failure != null) {
                    throw new IOException(failure.getMessage(), failure);
                }
                return -1;
            }
            at = (int) (given % SIZE);
            count = (int) Math.min(Math.min(length, read - given), SIZE - at);
        }
        System.arraycopy(ring, at, target, from, count);
        synchronized (this) {
            given += count;
            notifyAll();
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        in.close();
    }
}
