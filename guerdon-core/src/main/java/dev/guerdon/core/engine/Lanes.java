package dev.guerdon.core.engine;

import dev.guerdon.api.Internal;
import dev.guerdon.base.JsonBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A batch of samples that several threads of a pool share, one sample at a time.
 *
 * <p>Each thread works in a lane, which takes the next sample when it is done with one. So a sample that takes long holds no other. A
 * lane that has worked for a while lets other batches go first.
 */
@Internal
public final class Lanes {

    /** What is done with the samples of a batch. */
    public interface Calls {

        /** How many samples there are. */
        int size();

        /** How many calls each sample takes, one after the other. */
        int perSample();

        /**
         * Makes a call; never throws.
         *
         * @param before the outcomes of the calls before it, of the same sample
         */
        Object call(int sample, int call, @Nullable Object[] before);

        /** The outcome of a call that is given up: it missed its deadline, or nobody wants it any more. */
        Object givenUp(int call);

        /** The outcome of a call that has not begun when the batch is stopped. */
        Object notBegun(int call);

        /** The outcome of a call that the engine could not make. */
        Object failed(int call, Throwable problem);

        /** Told when a call that had been given up came back after all. */
        void cameBack(int call);

        /** Writes the line of a sample that has all its outcomes. */
        void write(JsonBuffer out, int sample, @Nullable Object[] outcomes);

        /** The time each call has, 0 for no limit. */
        long deadlineNanos();

        /** Told how long some samples took in all. */
        void took(long nanos, int samples);
    }

    /** After this time other batches have their turn. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A call that takes longer than this holds its lane up. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_LANES = 64;

    private final Calls calls;
    private final ComputePool pool;
    private final Gathering gathering;
    private final AtomicInteger next = new AtomicInteger();
    private final List<Lane> lanes = new ArrayList<>();
    private volatile boolean stopped;

    public Lanes(Calls calls, ComputePool pool, Gathering gathering) {
        this.calls = calls;
        this.pool = pool;
        this.gathering = gathering;
    }

    /** Lets threads of the pool do the work. */
    public void start(int count) {
        for (int i = 0; i < count; i++) {
            pool.submit(lane(false));
        }
    }

    /**
     * Does the work in this thread.
     *
     * @return false where the guest was given up: threads of the pool go on
     */
    public boolean run(ComputePool.Guest guest) {
        return guest.run(lane(true));
    }

    private Lane lane(boolean guest) {
        Lane lane = new Lane(guest);
        synchronized (lanes) {
            lanes.add(lane);
        }
        return lane;
    }

    /** Begins no other sample, and gives up those that have begun. Each has an outcome all the same. */
    public void stop() {
        stopped = true;
        int from = next.getAndSet(calls.size());
        JsonBuffer out = new JsonBuffer(512);
        @Nullable Object[] outcomes = new Object[calls.perSample()];
        for (int sample = from; sample < calls.size(); sample++) {
            for (int call = 0; call < outcomes.length; call++) {
                outcomes[call] = calls.notBegun(call);
            }
            calls.write(out, sample, outcomes);
            gathering.addSoon(out, 1);
        }
    }

    /** Sends lines that have waited long enough, though the thread that wrote them is busy. */
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
        if (slow > 0 && all.size() <= MOST_LANES && all.size() - slow < pool.threads() && next.get() < calls.size()) {
            // The pool has threads to spare for those who wait behind calls that take long.
            pool.submit(lane(false));
        }
    }

    private final class Lane implements ComputePool.Chunk {
        private final boolean guest;
        private JsonBuffer lines = new JsonBuffer(512);
        private final @Nullable Object[] outcomes = new Object[calls.perSample()];
        private int count;
        private long since;
        private int sample = -1;
        private int worked;
        private long begun = System.nanoTime();
        private volatile long busySince;

        Lane(boolean guest) {
            this.guest = guest;
        }

        boolean isSlow(long now) {
            long since = busySince;
            return since != 0 && now - since > SLOW_NANOS;
        }

        /** Call {@code i} of this lane is call {@code i % perSample} of a sample. */
        private int step(int i) {
            return i % outcomes.length;
        }

        @Override
        public int size() {
            return Integer.MAX_VALUE;
        }

        /** Takes the next sample. Not part of a call: one that is given up would take it along. */
        @Override
        public boolean full() {
            if (sample >= 0) {
                return false;
            }
            if (next.get() >= calls.size() || (pool.waiting() > 0 && System.nanoTime() - begun > SLICE_NANOS)) {
                return true;
            }
            int taken = next.getAndIncrement();
            if (taken >= calls.size()) {
                next.set(calls.size());
                return true;
            }
            sample = taken;
            busySince = System.nanoTime();
            return false;
        }

        @Override
        public Object call(int i) {
            return calls.call(sample, step(i), outcomes);
        }

        @Override
        public void accept(int i, Object result) {
            outcomes[step(i)] = result;
            end(i);
        }

        @Override
        public void late(int i) {
            outcomes[step(i)] = calls.givenUp(step(i));
            end(i);
        }

        private void end(int i) {
            if (step(i) < outcomes.length - 1) {
                return;
            }
            boolean many;
            busySince = 0;
            long now = System.nanoTime();
            synchronized (this) {
                int before = lines.size();
                try {
                    calls.write(lines, sample, outcomes);
                } catch (Throwable e) {
                    lines.cutTo(before); // half a line would spoil those behind it
                    throw e;
                }
                sample = -1;
                worked++;
                if (count++ == 0) {
                    since = now;
                }
                many = lines.size() >= Gathering.FULL || now - since > Gathering.LONGEST_NANOS;
            }
            if (many) {
                flush();
                awaitRoom();
            }
        }

        /** A guest has others to look after, and is taken only where there is room. */
        private void awaitRoom() {
            if (!guest) {
                gathering.awaitRoom();
            }
        }

        private void flush() {
            int many;
            JsonBuffer ready;
            synchronized (this) {
                many = count;
                ready = taken();
            }
            gathering.add(ready, many);
        }

        /** The lines so far, which are handed on without the lock: whoever takes them may wait. */
        private synchronized JsonBuffer taken() {
            JsonBuffer ready = lines;
            lines = new JsonBuffer(512);
            count = 0;
            return ready;
        }

        void tick(long now) {
            JsonBuffer ready;
            int many;
            synchronized (this) {
                if (count == 0 || now - since < Gathering.LONGEST_NANOS) {
                    return;
                }
                many = count;
                ready = taken();
            }
            gathering.addSoon(ready, many);
        }

        @Override
        public void cameBack(int i) {
            calls.cameBack(step(i));
        }

        @Override
        public long deadlineNanos() {
            return stopped ? 1 : calls.deadlineNanos();
        }

        @Override
        public void done() {
            long now = System.nanoTime();
            calls.took(now - begun, worked);
            flush();
            awaitRoom();
            if (next.get() < calls.size()) {
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
                LockSupport.parkNanos(Gathering.LONGEST_NANOS);
                try {
                    goOn(problem);
                    return;
                } catch (OutOfMemoryError again) {
                    // The next attempt may have more luck.
                }
            }
        }

        private void goOn(Throwable problem) {
            if (sample >= 0) {
                for (int call = 0; call < outcomes.length; call++) {
                    outcomes[call] = calls.failed(call, problem);
                }
                end(outcomes.length - 1);
            }
            flush();
            if (next.get() < calls.size()) {
                pool.submit(lane(false));
            }
        }
    }
}
