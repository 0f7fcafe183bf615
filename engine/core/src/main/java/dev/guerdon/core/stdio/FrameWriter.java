package dev.guerdon.core.stdio;

import dev.guerdon.core.base.EngineFrame;
import dev.guerdon.core.base.JsonBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Frames on their way to the client.
 *
 * <p>A thread that has something to say writes it itself, unless another is writing: then that one does it, many frames at once. A
 * client that does not read holds one thread that writes, and every one that asks for room; never one that only puts.
 */
final class FrameWriter {

    /** Threads that compute wait while the client has so many bytes to read. */
    static final long MAX_UNSENT_RESULTS = 16L << 20;

    /** Threads that read requests wait here. Only a client that ignores the window gets this far. */
    static final long MAX_UNSENT = 64L << 20;

    /** Frames are joined up to this size. */
    private static final int MAX_JOINED = 64 << 10;

    private final OutputStream out;
    private final Consumer<IOException> whenBroken;
    private final Queue<byte[]> queue = new ArrayDeque<>();
    private long unsent;
    private boolean writing;
    private boolean helperStarted;

    /**
     * @param whenBroken called if writing to the client fails
     */
    FrameWriter(OutputStream out, Consumer<IOException> whenBroken) {
        this.out = out;
        this.whenBroken = whenBroken;
    }

    /** Takes a frame. Does not block. */
    void put(byte kind, int id, JsonBuffer payload) {
        byte[] head = EngineFrame.head(kind, id, payload.size());
        byte[] frame = new byte[head.length + payload.size()];
        System.arraycopy(head, 0, frame, 0, head.length);
        payload.copyTo(frame, head.length);
        synchronized (this) {
            queue.add(frame);
            unsent += frame.length;
        }
    }

    /** Writes what there is, unless another thread does. */
    void send() {
        try {
            byte[] next;
            while ((next = begin()) != null) {
                out.write(next);
                end(next.length);
            }
        } catch (IOException e) {
            whenBroken.accept(e);
        }
    }

    /** The bytes to write next; null if there are none, or another thread writes. */
    @SuppressWarnings("ReferenceEquality") // the same bytes
    private synchronized byte @Nullable [] begin() {
        if (writing || queue.isEmpty()) {
            return null;
        }
        int size = 0;
        int count = 0;
        for (byte[] each : queue) {
            if (count > 0 && size + each.length > MAX_JOINED) {
                break;
            }
            size += each.length;
            count++;
        }
        // Where there is no memory to join them, nothing is taken, and nothing is lost.
        byte[] joined = count == 1 ? queue.element() : new byte[size];
        for (int at = 0; count > 0; count--) {
            byte[] each = queue.remove();
            if (each != joined) {
                System.arraycopy(each, 0, joined, at, each.length);
                at += each.length;
            }
        }
        writing = true;
        return joined;
    }

    private synchronized void end(int written) {
        writing = false;
        unsent -= written;
        notifyAll();
    }

    /** Has another thread write what there is. Does not block. */
    synchronized void sendSoon() {
        if (!helperStarted) {
            helperStarted = true;
            Thread.ofPlatform().daemon().name("guerdon-out").start(this::help);
        }
        notifyAll();
    }

    private void help() {
        while (true) {
            synchronized (this) {
                while (writing || queue.isEmpty()) {
                    await();
                }
            }
            try {
                send();
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(5_000_000); // and try again: others are waiting for this
            }
        }
    }

    /** Waits until the client has read enough for more to be computed. */
    void awaitCapacity() {
        await(MAX_UNSENT_RESULTS);
    }

    /** Waits until the client has read enough for more to be asked. */
    void awaitLimit() {
        await(MAX_UNSENT);
    }

    boolean hasRoom() {
        return unsent() <= MAX_UNSENT_RESULTS;
    }

    /** Waits until everything is written, or the time is over. */
    synchronized void awaitEmpty(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        while (unsent > 0 && System.nanoTime() - until < 0) {
            try {
                wait(Math.max(1, (until - System.nanoTime()) / 1_000_000));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void await(long most) {
        while (unsent > most) {
            await();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops
    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            // A call that was given up may have been interrupted here; nothing is given up by that.
        }
    }

    synchronized long unsent() {
        return unsent;
    }
}
