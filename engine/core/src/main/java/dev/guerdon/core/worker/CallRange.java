package dev.guerdon.core.worker;

import dev.guerdon.api.Score;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * Some calls of a batch, given to a worker together.
 *
 * @param from the first call
 * @param to behind the last call
 * @param alone whether the worker must have nothing else to do meanwhile
 * @param begun when calls began, by the clock of the pool, where several run at once
 */
record CallRange(BatchTracker work, int from, int to, boolean alone, Map<Integer, Long> begun) {
    CallRange(BatchTracker work, int from, int to, boolean alone) {
        this(work, from, to, alone, new ConcurrentHashMap<>());
    }

    boolean waits() {
        return work.batch().waits();
    }

    /** The calls that have begun and are not decided. */
    List<Integer> running() {
        return begun.keySet().stream()
                .filter(call -> !work.isDecided(call))
                .sorted()
                .toList();
    }

    /** The calls that have been running for longer than this. */
    List<Integer> runningLongerThan(long nanos, long now) {
        return running().stream()
                .filter(call -> now - begun.getOrDefault(call, now) > nanos)
                .toList();
    }

    /** The parts that are not decided yet. */
    List<CallRange> rest() {
        return work.rest(from, to);
    }

    /** Decides every call that is left in the same way. */
    void decideAll(IntFunction<Score> score) {
        for (CallRange part : rest()) {
            for (int call = part.from; call < part.to; call++) {
                work.decide(call, score.apply(call));
            }
        }
    }

    void cancel() {
        decideAll(call -> new Score.Unscored(Score.Reason.CANCELLED, "scoring was ended"));
    }
}
