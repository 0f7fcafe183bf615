package dev.guerdon.core.worker;

import dev.guerdon.api.Json;
import dev.guerdon.api.Score;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Batch with the set of its completed calls. */
final class BatchTracker {

    private final WorkerPool.Batch batch;
    private final BitSet completed;
    private int left;
    private int fruitless;

    BatchTracker(WorkerPool.Batch batch) {
        this.batch = batch;
        this.left = batch.calls();
        this.completed = new BitSet(left);
    }

    WorkerPool.Batch batch() {
        return batch;
    }

    /** Completes a call; returns false if it was complete before. */
    boolean complete(int call, Score score) {
        boolean last;
        synchronized (this) {
            if (completed.get(call)) {
                return false;
            }
            completed.set(call);
            batch.complete(call, score);
            last = --left == 0;
        }
        if (last) {
            batch.done();
        }
        return true;
    }

    /** Completes calls that were answered together. */
    void complete(int from, int to, Json head, byte[] payload, int offset) throws IOException {
        boolean last;
        synchronized (this) {
            int set = completed.nextSetBit(from);
            if (set >= 0 && set < to) {
                throw new IOException("an answer to a call that has one");
            }
            batch.complete(from, to, head, payload, offset);
            completed.set(from, to);
            left -= to - from;
            last = left == 0;
        }
        if (last) {
            batch.done();
        }
    }

    /** Counts calls as complete that have no result, because their batch ended before them. */
    void release(int from, int to) {
        boolean last;
        synchronized (this) {
            int open = to - from - completed.get(from, to).cardinality();
            completed.set(from, to);
            left -= open;
            last = open > 0 && left == 0;
        }
        if (last) {
            batch.done();
        }
    }

    synchronized boolean isComplete(int call) {
        return completed.get(call);
    }

    /** Counts a process that ended without a result and without a call to blame; returns how many there were. */
    synchronized int countFruitless() {
        return ++fruitless;
    }

    /** Returns the parts of a range that are not complete, in order. */
    synchronized List<CallRange> rest(int from, int to) {
        List<CallRange> pieces = new ArrayList<>();
        int start = completed.nextClearBit(from);
        while (start < to) {
            int end = completed.nextSetBit(start);
            end = end < 0 || end > to ? to : end;
            pieces.add(new CallRange(this, start, end, false));
            start = completed.nextClearBit(end);
        }
        return pieces;
    }
}
