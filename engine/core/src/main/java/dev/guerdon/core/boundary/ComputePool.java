package dev.guerdon.core.boundary;

import dev.guerdon.api.Internal;
import dev.guerdon.core.base.OwnThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of threads that work through chunks of calls, each call under a deadline.
 *
 * <p>A call that outlives its deadline is given up: its result is decided, its thread is interrupted and left to itself, and a new
 * thread takes over the rest of the chunk. So a deadline holds in any thread and against code that ignores interruption, and it
 * costs a call two memory writes and no clock reading: one watchman looks at all slots a few times per deadline.
 */
@Internal
public final class ComputePool implements AutoCloseable {

    /** Some calls that belong together. Indices are worked through in order, by one thread at a time. */
    public interface Chunk {

        int size();

        /** Makes call {@code i}, and everything that its deadline is to cover. */
        Object call(int i);

        /** Takes the result of call {@code i}; runs in the thread that made the call, after it met its deadline. */
        void accept(int i, Object result);

        /** Decides call {@code i}, which missed its deadline and still runs. */
        void late(int i);

        /** Called if a call that was given up returns after all. */
        void onLateReturn(int i);

        /** Returns whether the calls so far are enough for now: the rest is not made, and {@link #done} follows. */
        default boolean full() {
            return false;
        }

        /** Returns the time each call has, in nanoseconds; below 0 for what the pool has. May become less while a call runs. */
        default long deadlineNanos() {
            return -1;
        }

        /** All calls are decided that will be. */
        void done();

        /** The chunk itself failed, as where memory ran out outside a user's code. Nothing else follows. */
        void failed(Throwable problem);
    }

    /**
     * A chunk from an index on; without a chunk, the thread ends.
     *
     * @param afterLate whether the call before that index was given up and is still to be decided
     */
    private record Job(@Nullable Chunk chunk, int from, boolean afterLate) {}

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ThreadSlot.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the pool cannot find its own field", e);
        }
    }

    private final BlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger threadNumber = new AtomicInteger();
    private final Object slotsLock = new Object();
    private final List<ThreadSlot> slots = new ArrayList<>();
    private final int threads;
    private final long deadlineNanos;
    private final @Nullable Thread watchman;
    private final AtomicInteger spare = new AtomicInteger();
    private volatile int mostSpare;
    private volatile int slowCalls;
    private volatile boolean closed;
    private volatile boolean drowsy;

    /** After this time without calls the watchman sleeps. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A call that takes longer than this has another thread work in its stead, where there are some to spare. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * @param threads how many calls run at once
     * @param deadline the time each call has; zero for no limit
     */
    public ComputePool(int threads, Duration deadline) {
        this.deadlineNanos = deadline.toNanos();
        this.threads = threads;
        for (int i = 0; i < threads; i++) {
            ThreadSlot slot = new ThreadSlot(false);
            slots.add(slot);
            slot.startThread(null);
        }
        this.watchman = deadlineNanos > 0 ? OwnThread.start("guerdon-watchman", this::watch) : null;
    }

    public int threads() {
        return threads;
    }

    /** Returns a daemon thread, not started yet, that may work through chunks as a {@link Guest}. */
    public static Thread thread(Runnable work, String name) {
        return new ForeignThread(work, name);
    }

    /**
     * Lets more threads work while calls take long: one for each such call, as long as chunks wait.
     *
     * @param most how many, at most
     */
    public void spare(int most) {
        mostSpare = most;
    }

    /** Starts a thread for chunks that wait behind calls that take long. */
    private void startSpareThread() {
        int slow = (int) slots.stream().filter(ThreadSlot::isSlow).count();
        slowCalls = slow;
        if (slow > spare.get() && spare.get() < mostSpare) {
            Job job = queue.poll();
            if (job != null && job.chunk == null) {
                queue.add(job);
            } else if (job != null) {
                spare.incrementAndGet();
                ThreadSlot slot = new ThreadSlot(true);
                slot.spareSlot = true;
                slots.add(slot);
                slot.fill(job);
            }
        }
    }

    /** Returns how many chunks wait for a thread. */
    public int waiting() {
        return queue.size();
    }

    public void submit(Chunk chunk) {
        if (closed) {
            throw new IllegalStateException("the pool is closed");
        }
        queue.add(new Job(chunk, 0, false));
    }

    /**
     * Returns a place for a thread that is none of the pool's, and works through chunks itself. Its calls are under the same deadlines.
     *
     * <p>For one thread, and until {@link Guest#run} returns false.
     */
    public Guest guest() {
        return new Guest();
    }

    /** A thread that works through chunks itself. */
    public final class Guest {
        private final ThreadSlot slot = new ThreadSlot(true);

        private Guest() {
            slot.thread = Thread.currentThread();
            synchronized (slotsLock) {
                slots.add(slot);
            }
        }

        /**
         * Works through a chunk.
         *
         * @return false if a call was given up: a thread of the pool has gone on with the chunk, and this place is no more
         */
        public boolean run(Chunk chunk) {
            return slot.run(chunk, new Job(chunk, 0, false));
        }

        /** Gives the place back. */
        public void leave() {
            slot.leave();
        }
    }

    private void wake() {
        if (drowsy) {
            drowsy = false;
            LockSupport.unpark(watchman);
        }
    }

    /** Lets the threads end once the queue is empty; calls that are stuck keep their daemon threads. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            for (int i = 0; i < threads; i++) {
                queue.add(new Job(null, 0, false));
            }
            if (watchman != null) {
                watchman.interrupt();
            }
        }
    }

    private void watch() {
        long interval =
                Math.clamp(deadlineNanos / 10, TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(20));
        // A machine that sleeps, or a process that is stopped, makes no call late that would not be late without that.
        long longest = Math.max(4 * interval, deadlineNanos / 4);
        long last = System.nanoTime();
        long awake = 0;
        long idleSince = 0;
        while (true) {
            if (awake - idleSince > IDLE_NANOS && !closed) {
                drowsy = true;
                if (isIdle()) {
                    LockSupport.park(this);
                }
                drowsy = false;
                idleSince = awake;
                last = System.nanoTime();
            }
            try {
                TimeUnit.NANOSECONDS.sleep(interval);
            } catch (InterruptedException e) {
                // Closing must not leave a stuck call in charge of a chunk, so the watch runs until no call does.
                if (!closed) {
                    return;
                }
            }
            long now = System.nanoTime();
            awake += Math.min(now - last, longest);
            last = now;
            boolean busy = false;
            synchronized (slotsLock) {
                for (ThreadSlot slot : slots) {
                    busy |= slot.check(awake);
                }
                startSpareThread();
            }
            if (busy || !queue.isEmpty()) {
                idleSince = awake;
            } else if (closed) {
                return;
            }
        }
    }

    private boolean isIdle() {
        synchronized (slotsLock) {
            return queue.isEmpty() && slots.stream().allMatch(slot -> slot.chunk == null);
        }
    }

    /**
     * A place for one working thread.
     *
     * <p>The state counts up: odd while a call runs, even between calls. The one that increments an odd value, the thread that made
     * the call or the watchman, decides the call.
     */
    private final class ThreadSlot {
        private final boolean guest;
        private boolean spareSlot;
        private boolean slow;

        @SuppressWarnings("UnusedVariable") // read and written through the handle
        private volatile long state;

        private int index; // written before the state, read after it
        private volatile @Nullable Chunk chunk;
        private @Nullable Thread thread;
        private long seenState = -1;
        private long seenAt;
        private @Nullable Job vacant;

        ThreadSlot(boolean guest) {
            this.guest = guest;
        }

        void leave() {
            synchronized (slotsLock) {
                if (slots.remove(this) && spareSlot) {
                    spare.decrementAndGet();
                }
            }
        }

        boolean isSlow() {
            return slow;
        }

        void startThread(@Nullable Job first) {
            Thread worker = new ForeignThread(() -> work(first), "guerdon-compute-" + threadNumber.incrementAndGet());
            worker.start();
            thread = worker;
        }

        /** Lets a new thread continue in place of a spent one; returns false if none can be started. */
        private boolean handOver(Job rest) {
            synchronized (slotsLock) {
                try {
                    startThread(rest);
                    return true;
                } catch (OutOfMemoryError e) {
                    return false;
                }
            }
        }

        private void work(@Nullable Job first) {
            Job job = first;
            while (true) {
                if (job == null) {
                    try {
                        job = queue.take();
                    } catch (InterruptedException e) {
                        continue;
                    }
                }
                Chunk next = job.chunk;
                if (next == null || !run(next, job)) {
                    return;
                }
                job = null;
                if (guest) {
                    job = spareSlot && spare.get() <= slowCalls ? queue.poll() : null;
                    if (job == null) {
                        leave();
                        return;
                    }
                }
            }
        }

        /** Works through a chunk; returns false if another thread continues it. */
        private boolean run(Chunk current, Job job) {
            chunk = current;
            wake();
            try {
                if (job.afterLate) {
                    current.late(job.from - 1);
                }
                if (!calls(current, job.from)) {
                    return false;
                }
                chunk = null;
                current.done();
            } catch (Throwable e) {
                // No user's code runs here, but memory may run out anywhere; this thread must live on.
                chunk = null;
                current.failed(e);
            }
            return true;
        }

        private boolean calls(Chunk current, int from) throws Throwable {
            long now = (long) STATE.getVolatile(this);
            int size = current.size();
            for (int i = from; i < size && !current.full(); i++) {
                index = i;
                STATE.setRelease(this, ++now);
                Object result = null;
                Throwable problem = null;
                try {
                    result = current.call(i);
                } catch (Throwable e) {
                    problem = e;
                }
                if (!STATE.compareAndSet(this, now, now + 1)) {
                    current.onLateReturn(i);
                    return false;
                }
                now++;
                if (result == null) {
                    throw problem == null ? new IllegalStateException("a call gave nothing") : problem;
                }
                current.accept(i, result);
                if (ForeignThread.isSpent() && handOver(new Job(current, i + 1, false))) {
                    return false;
                }
            }
            return true;
        }

        /** Gives up the running call if it has been seen running for the whole deadline. True while a call runs. */
        boolean check(long now) {
            Job waiting = vacant;
            if (waiting != null) {
                fill(waiting);
                return true;
            }
            long current = (long) STATE.getVolatile(this);
            slow = current == seenState && (current & 1) == 1 && now - seenAt > SLOW_NANOS;
            if ((current & 1) == 0) {
                return chunk != null;
            }
            if (current != seenState) {
                seenState = current;
                seenAt = now;
                return true;
            }
            Chunk late = chunk;
            long own = late == null ? -1 : late.deadlineNanos();
            long most = own < 0 ? deadlineNanos : own;
            if (most == 0 || now - seenAt < most) {
                return true;
            }
            int i = index;
            Thread old = thread;
            if (late != null && old != null && STATE.compareAndSet(this, current, current + 1)) {
                // The new thread must own the slot's state alone: the old one only ever compares with its own odd
                // value.
                fill(new Job(late, i + 1, true));
                old.interrupt();
                ForeignThread.last(old);
            }
            return true;
        }

        /** Starts a thread for the rest of a chunk. Where the system has no more threads, the next look tries again. */
        private void fill(Job rest) {
            try {
                vacant = rest;
                startThread(rest);
                vacant = null;
            } catch (OutOfMemoryError e) {
                System.getLogger(ComputePool.class.getName())
                        .log(System.Logger.Level.WARNING, "no thread could be started; trying again: " + e);
            }
        }
    }
}
