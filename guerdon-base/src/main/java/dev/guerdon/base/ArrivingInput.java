package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An input that comes in its own time, such as a pipe. A thread of its own reads ahead, so the reader can ask whether there is
 * something without waiting for it.
 *
 * <p>At most one mebibyte is read ahead. A failure is told behind the last byte before it.
 */
@Internal
public final class ArrivingInput extends InputStream {

    private static final int SIZE = 1 << 20;

    private final InputStream in;
    private final byte[] ring = new byte[SIZE];
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition taken = lock.newCondition();
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
                lock.lock();
                try {
                    if (count < 0 || closed) {
                        return;
                    }
                    read += count;
                    arrived.signal();
                } finally {
                    lock.unlock();
                }
            }
        } catch (IOException e) {
            failure = e; // read after the end is seen, under the lock
        } catch (InterruptedException e) {
            failure = new InterruptedIOException("the thread that reads the input was interrupted");
        } catch (RuntimeException | Error e) {
            failure = new IOException("the input cannot be read: " + e, e);
        } finally {
            lock.lock();
            try {
                ended = true;
                arrived.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** How much fits behind a place in the ring, in one piece. */
    private int awaitSpace(int at) throws InterruptedException {
        lock.lock();
        try {
            while (read - given == SIZE && !closed) {
                taken.await();
            }
            return (int) Math.min(SIZE - at, SIZE - (read - given));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a read would not have to wait, at most for some time; whether it is so. */
    public boolean awaitReady(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        boolean interrupted = false;
        lock.lock();
        try {
            while (read == given && !ended) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    arrived.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true; // for somebody else
                }
            }
            return true;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public int available() {
        lock.lock();
        try {
            return (int) (read - given);
        } finally {
            lock.unlock();
        }
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
        lock.lock();
        try {
            while (read == given && !ended) {
                arrived.awaitUninterruptibly();
            }
            if (read == given) {
                if (failure != null) {
                    throw new IOException(failure.getMessage(), failure);
                }
                return -1;
            }
            at = (int) (given % SIZE);
            count = (int) Math.min(Math.min(length, read - given), SIZE - at);
        } finally {
            lock.unlock();
        }
        System.arraycopy(ring, at, target, from, count);
        lock.lock();
        try {
            given += count;
            taken.signal();
        } finally {
            lock.unlock();
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            taken.signal();
        } finally {
            lock.unlock();
        }
        in.close();
    }
}
