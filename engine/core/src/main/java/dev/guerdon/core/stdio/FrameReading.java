package dev.guerdon.core.stdio;

import dev.guerdon.core.LineBatches;
import dev.guerdon.core.base.EngineFrame;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads frames, each handled by the thread that read it. If that takes more than a moment, another thread continues to read.
 *
 * <p>So a small request costs no change of threads, and a large one blocks no other. What a frame means for those after it is settled before
 * they are read: the hello is over, a request is in flight. The state counts up: odd while a frame is handled,
 * even while one is read. The thread that increments an odd value continues to read: the thread itself, or the one that {@link #look} starts.
 */
final class FrameReading {

    private final InputStream in;
    private final int longest;
    private final StdioEngine engine;
    private final AtomicLong state = new AtomicLong();
    private final AtomicInteger threads = new AtomicInteger();
    private long seen = -1;

    /**
     * @param longest how long a frame may be
     */
    FrameReading(InputStream in, int longest, StdioEngine engine) {
        this.longest = longest;
        this.in = new BufferedInputStream(in, 1 << 16);
        this.engine = engine;
    }

    /** Starts a thread that reads. */
    void start() {
        LineBatches.thread(this::read, "guerdon-in-" + threads.incrementAndGet())
                .start();
    }

    private void read() {
        try {
            readOn();
        } finally {
            engine.leave();
        }
    }

    private void readOn() {
        while (true) {
            EngineFrame frame;
            boolean more;
            // Here, where no other thread takes over: a client that never reads would get one for each frame.
            engine.awaitLimit();
            try {
                frame = EngineFrame.read(in, longest);
                more = frame != null && in.available() > 0;
            } catch (EngineFrame.TooLongException e) {
                engine.tooLong(e);
                continue;
            } catch (IOException e) {
                engine.end(e);
                return;
            } catch (OutOfMemoryError e) {
                engine.end(new IOException("a frame does not fit into the memory", e));
                return;
            }
            if (frame == null) {
                engine.end(null);
                return;
            }
            Runnable work = engine.admit(frame, more);
            if (work == null) {
                continue;
            }
            long now = state.incrementAndGet();
            try {
                work.run();
            } catch (Throwable e) {
                // Errors were answered as far as possible; the next frame is read in any case.
                System.getLogger(FrameReading.class.getName()).log(Level.WARNING, "a request was left", e);
            }
            if (!state.compareAndSet(now, now + 1)) {
                return;
            }
        }
    }

    /** Lets another thread continue to read, because the calling one must not handle further frames. */
    void handOver() {
        long now = state.get();
        if ((now & 1) == 1 && state.compareAndSet(now, now + 1)) {
            start();
        }
    }

    /**
     * Lets another thread read where one has been busy with the same frame since the last look. For one thread.
     *
     * @return whether anything was read since then
     */
    boolean look() {
        long now = state.get();
        if (now != seen) {
            seen = now;
            return true;
        }
        if ((now & 1) == 1 && state.compareAndSet(now, now + 1)) {
            start();
            return true;
        }
        return false;
    }
}
