package dev.guerdon.core.worker;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Call that a worker is making, in memory that it shares with its parent.
 *
 * <p>The memory outlives the worker, however it ends. So the parent knows exactly which call was running, though results travel many
 * at a time; and it can watch the deadline of each call without a message. A call costs one write to memory.
 */
final class ProgressPage {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** No call is being made. */
    static final long IDLE = 0;

    private final ByteBuffer page;

    private ProgressPage(ByteBuffer page) {
        this.page = page;
    }

    static ProgressPage open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ProgressPage(channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES));
        }
    }

    /** Returns the number that stands for a call; never {@link #IDLE}, because batches are counted from 1. */
    static long of(int batch, int call) {
        return (long) batch << 32 | call;
    }

    static int batch(long value) {
        return (int) (value >>> 32);
    }

    static int call(long value) {
        return (int) value;
    }

    void set(long value) {
        LONGS.setRelease(page, 0, value);
    }

    long get() {
        return (long) LONGS.getAcquire(page, 0);
    }
}
