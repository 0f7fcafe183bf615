package dev.guerdon.core.worker;

import dev.guerdon.api.Score;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * Range of the calls of a batch that is sent to a worker together.
 *
 * @param from the first call
 * @param to the index after the last call
 * @param alone whether the worker must have no other range meanwhile
 * @param begun the times at which calls began, by the clock of the pool, if several run at once
 */
record CallRange(BatchTracker work, int from, int to, boolean alone, Map<Integer, Long> begun) {
    CallRange(BatchTracker work, int from, int to, boolean alone) {
        this(work, from, to, alone, new ConcurrentHashMap<>());
    }

    boolean waits() {
        return work.batch().waits();
    }

    /** Returns the calls that have begun and are not complete. */
    List<Integer> running() {
        return begun.keySet().stream()
                .filter(call -> !work.isComplete(call))
                .sorted()
                .toList();
    }

    /** Returns the calls that have been running for longer than this. */
    List<Integer> runningLongerThan(long nanos, long now) {
        return running().stream()
                .filter(call -> now - begun.getOrDefault(call, now) > nanos)
                .toList();
    }

    /** Returns the parts that are not complete. */
    List<CallRange> rest() {
        return work.rest(from, to);
    }

    /** Completes every call that is left. */
    void completeAll(IntFunction<Score> score) {
        for (CallRange part : rest()) {
            for (int call = part.from; call < part.to; call++) {
                work.complete(call, score.apply(call));
            }
        }
    }

    void cancel() {
        completeAll(call -> new Score.Unscored(Score.Reason.CANCELLED, "scoring was ended"));
    }
}
