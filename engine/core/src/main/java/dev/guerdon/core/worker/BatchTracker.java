package dev.guerdon.core.worker;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A batch, and which of its calls are decided. */
final class BatchTracker {

    private final WorkerPool.Batch batch;
    private final BitSet decided;
    private int left;
    private int fruitless;

    BatchTracker(WorkerPool.Batch batch) {
        this.batch = batch;
        this.left = batch.calls();
        this.decided = new BitSet(left);
    }

    WorkerPool.Batch batch() {
        return batch;
    }

    /** Decides a call; false where that was done before. */
    boolean decide(int call, Score score) {
        boolean last;
        synchronized (this) {
            if (decided.get(call)) {
                return false;
            }
            decided.set(call);
            batch.decide(call, score);
            last = --left == 0;
        }
        if (last) {
            batch.done();
        }
        return true;
    }

    /** Decides calls that were answered together. */
    void decide(int from, int to, Json head, byte[] payload, int offset) throws IOException {
        boolean last;
        synchronized (this) {
            int set = decided.nextSetBit(from);
            if (set >= 0 && set < to) {
                throw new IOException("an answer to a call that has one");
            }
            batch.decide(from, to, head, payload, offset);
            decided.set(from, to);
            left -= to - from;
            last = left == 0;
        }
        if (last) {
            batch.done();
        }
    }

    /** Gives calls back undecided, because their batch ended before them. */
    void release(int from, int to) {
        boolean last;
        synchronized (this) {
            int open = to - from - decided.get(from, to).cardinality();
            decided.set(from, to);
            left -= open;
            last = open > 0 && left == 0;
        }
        if (last) {
            batch.done();
        }
    }

    synchronized boolean isDecided(int call) {
        return decided.get(call);
    }

    /** A process ended without a result and without a call to blame; returns how often that has happened. */
    synchronized int fruitless() {
        return ++fruitless;
    }

    /** The parts of a piece that are not decided, in order. */
    synchronized List<CallRange> rest(int from, int to) {
        List<CallRange> pieces = new ArrayList<>();
        int start = decided.nextClearBit(from);
        while (start < to) {
            int end = decided.nextSetBit(start);
            end = end < 0 || end > to ? to : end;
            pieces.add(new CallRange(this, start, end, false));
            start = decided.nextClearBit(end);
        }
        return pieces;
    }
}
