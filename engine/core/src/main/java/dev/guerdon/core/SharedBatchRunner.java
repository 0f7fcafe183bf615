package dev.guerdon.core;

import dev.guerdon.api.Score;
import dev.guerdon.core.LineBatches.Answers;
import dev.guerdon.core.base.JsonBuffer;
import dev.guerdon.core.boundary.ComputePool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A batch of lines that several threads of a pool share, one line at a time, and whose answers go out in any order.
 *
 * <p>Each thread works in a lane, which takes the next line when it is done with one. So a line that takes long holds no other. A lane
 * that has worked for a while lets other batches go first. Answers wait for others to travel with until there are many of them, until
 * {@link #tick} finds that they have waited long enough, or until they are the last.
 */
abstract class SharedBatchRunner {

    /** So many bytes are sent without waiting for more. */
    private static final int SEND_SIZE = 64 << 10;

    /** No answer waits longer than this for others. */
    private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** After this time other batches have their turn. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A call that takes longer than this holds its lane up. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MAX_LANES = 64;

    private final ComputePool pool;
    private final int size;
    private final int perLine;
    private final Answers answers;
    private final AtomicInteger next = new AtomicInteger();
    private final List<Lane> lanes = new ArrayList<>();
    private volatile boolean stopped;
    private final JsonBuffer pending = new JsonBuffer(512);
    private long pendingSince;
    private int left;

    /**
     * @param size how many lines there are
     * @param perLine how many calls each line takes, one after the other
     */
    SharedBatchRunner(ComputePool pool, int size, int perLine, Answers answers) {
        this.pool = pool;
        this.size = size;
        this.perLine = perLine;
        this.answers = answers;
        this.left = size;
    }

    /** Outcome of a call; the sample is handed on here, because a call that is given up must not touch what others read. */
    record Outcome(@Nullable LineSample sample, Score score) {}

    /**
     * Makes a call; never throws.
     *
     * @param before the outcomes of the calls before it, of the same line
     */
    abstract Outcome call(int line, int call, @Nullable Outcome[] before);

    /** Returns the score of a call that is given up: it missed its deadline, or the batch was stopped. */
    abstract Score abandonedScore(int call);

    /** Returns the score of a call that has not begun when the batch is stopped. */
    abstract Score notBegun();

    /** Returns the score of a call that the engine could not make. */
    abstract Score failed(int call, Throwable problem);

    /** Called if a call that was given up returns after all. */
    abstract void onLateReturn(int call);

    /** Writes the answer to a line that has all its outcomes. */
    abstract void write(JsonBuffer out, int line, @Nullable Outcome[] outcomes);

    /** Returns the time each call has, 0 for no limit. */
    abstract long deadlineNanos();

    /** Counts the time that some lines took in all. */
    abstract void took(long nanos, int lines);

    /** Returns how many lines there are. */
    public int size() {
        return size;
    }

    /** Lets threads of the pool do the work. */
    final void start(int count) {
        for (int i = 0; i < count; i++) {
            pool.submit(lane(false));
        }
    }

    /**
     * Does the work in this thread.
     *
     * @return false if the guest was given up: threads of the pool continue
     */
    final boolean run(ComputePool.Guest guest) {
        return guest.run(lane(true));
    }

    private Lane lane(boolean guest) {
        Lane lane = new Lane(guest);
        synchronized (lanes) {
            lanes.add(lane);
        }
        return lane;
    }

    /** Begins no other line, and gives up those that have begun. Each has an outcome all the same. */
    final void stop() {
        stopped = true;
        JsonBuffer out = new JsonBuffer(512);
        @Nullable Outcome[] outcomes = new Outcome[perLine];
        for (int line = next.getAndSet(size); line < size; line++) {
            for (int call = 0; call < perLine; call++) {
                outcomes[call] = new Outcome(null, notBegun());
            }
            write(out, line, outcomes);
            answer(out, 1, true);
        }
    }

    /** Sends what has waited long enough, though the thread that wrote it is busy. To be called every few milliseconds. */
    public void tick(long now) {
        List<Lane> all;
        synchronized (lanes) {
            all = List.copyOf(lanes);
        }
        long slow = 0;
        for (Lane lane : all) {
            lane.tick(now);
            slow += lane.isSlow(now) ? 1 : 0;
        }
        if (slow > 0 && all.size() <= MAX_LANES && all.size() - slow < pool.threads() && next.get() < size) {
            // The pool has threads to spare for those who wait behind calls that take long.
            pool.submit(lane(false));
        }
        synchronized (this) {
            if (pending.size() == 0 || now - pendingSince < MAX_WAIT_NANOS) {
                return;
            }
            put(pending);
        }
        answers.sendSoon();
    }

    /**
     * Takes answers, and sends them if it is time to. The buffer is empty then.
     *
     * @param soon whether another thread sends them: this one must not wait for the client
     */
    final void answer(JsonBuffer lines, int count, boolean soon) {
        if (count == 0) {
            return;
        }
        boolean sends;
        synchronized (this) {
            left -= count;
            JsonBuffer out = lines;
            if (pending.size() > 0) {
                pending.append(lines);
                out = pending;
            } else if (left > 0 && lines.size() < SEND_SIZE) {
                pendingSince = System.nanoTime();
                pending.append(lines);
            }
            sends = left == 0 || out.size() >= SEND_SIZE;
            if (sends) {
                put(out);
            }
        }
        lines.cutTo(0);
        if (sends && soon) {
            answers.sendSoon();
        } else if (sends) {
            answers.send();
        }
    }

    private void put(JsonBuffer out) {
        answers.put(out, left == 0);
        pending.cutTo(0);
    }

    /** Waits until the client has read enough. */
    final void awaitCapacity() {
        answers.awaitCapacity();
    }

    private final class Lane implements ComputePool.Chunk {
        private final boolean guest;
        private JsonBuffer lines = new JsonBuffer(512);
        private final @Nullable Outcome[] outcomes = new Outcome[perLine];
        private int count;
        private long since;
        private int line = -1;
        private int worked;
        private long begun = System.nanoTime();
        private volatile long busySince;

        Lane(boolean guest) {
            this.guest = guest;
        }

        boolean isSlow(long now) {
            long busy = busySince;
            return busy != 0 && now - busy > SLOW_NANOS;
        }

        /** Call {@code i} of this lane is call {@code i % perLine} of a line. */
        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }

        /** Takes the next line. Not part of a call: one that is given up would take it along. */
        @Override
        public boolean full() {
            if (line >= 0) {
                return false;
            }
            if (next.get() >= size || (pool.waiting() > 0 && System.nanoTime() - begun > SLICE_NANOS)) {
                return true;
            }
            int taken = next.getAndIncrement();
            if (taken >= size) {
                next.set(size);
                return true;
            }
            line = taken;
            busySince = System.nanoTime();
            return false;
        }

        @Override
        public Object call(int i) {
            return SharedBatchRunner.this.call(line, i % perLine, outcomes);
        }

        @Override
        public void accept(int i, Object result) {
            decided(i, (Outcome) result);
        }

        @Override
        public void late(int i) {
            decided(i, new Outcome(null, abandonedScore(i % perLine)));
        }

        private void decided(int i, Outcome outcome) {
            int call = i % perLine;
            outcomes[call] = outcome;
            if (call == perLine - 1) {
                endLine();
            }
        }

        private void endLine() {
            boolean many;
            busySince = 0;
            long now = System.nanoTime();
            synchronized (this) {
                int before = lines.size();
                try {
                    write(lines, line, outcomes);
                } catch (Throwable e) {
                    lines.cutTo(before); // half a line would spoil those after it
                    throw e;
                }
                line = -1;
                worked++;
                if (count++ == 0) {
                    since = now;
                }
                many = lines.size() >= SEND_SIZE || now - since > MAX_WAIT_NANOS;
            }
            if (many) {
                flush(false);
            }
        }

        /** Hands the answers so far on, without the lock: the receiver may block. */
        private void flush(boolean soon) {
            JsonBuffer ready;
            int many;
            synchronized (this) {
                ready = lines;
                many = count;
                lines = new JsonBuffer(512);
                count = 0;
            }
            answer(ready, many, soon);
            if (!soon && !guest) {
                awaitCapacity(); // a guest has others to look after, and is taken only where there is room
            }
        }

        void tick(long now) {
            boolean waited;
            synchronized (this) {
                waited = count > 0 && now - since >= MAX_WAIT_NANOS;
            }
            if (waited) {
                flush(true);
            }
        }

        @Override
        public void onLateReturn(int i) {
            SharedBatchRunner.this.onLateReturn(i % perLine);
        }

        @Override
        public long deadlineNanos() {
            return stopped ? 1 : SharedBatchRunner.this.deadlineNanos();
        }

        @Override
        public void done() {
            long now = System.nanoTime();
            took(now - begun, worked);
            flush(false);
            if (next.get() < size) {
                worked = 0;
                begun = now;
                pool.submit(this);
            }
        }

        @Override
        public void failed(Throwable problem) {
            // Memory ran out where no user's code runs. The others may need it as much; so wait a little, and try
            // again.
            for (int attempt = 0; attempt < 1000; attempt++) {
                LockSupport.parkNanos(MAX_WAIT_NANOS);
                try {
                    continueAfter(problem);
                    return;
                } catch (OutOfMemoryError again) {
                    // The next attempt may have more luck.
                }
            }
        }

        private void continueAfter(Throwable problem) {
            if (line >= 0) {
                for (int call = 0; call < perLine; call++) {
                    outcomes[call] = new Outcome(null, SharedBatchRunner.this.failed(call, problem));
                }
                endLine();
            }
            flush(true);
            if (next.get() < size) {
                pool.submit(lane(false));
            }
        }
    }
}
