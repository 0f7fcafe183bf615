package dev.guerdon.core.worker;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A piece that a worker has.
 *
 * @param begun when calls began, where several run at once
 */
record Given(Piece piece, Map<Integer, Long> begun) {

    Given(Piece piece) {
        this(piece, new ConcurrentHashMap<>());
    }

    boolean waits() {
        return piece.work().batch().waits();
    }

    /** The calls that have begun and are not decided. */
    List<Integer> running() {
        return begun.keySet().stream()
                .filter(call -> !piece.work().isDecided(call))
                .sorted()
                .toList();
    }

    /** The calls that have been running for longer than this, by the clock of the pool. */
    List<Integer> runningLongerThan(long nanos, long now) {
        return running().stream()
                .filter(call -> now - begun.getOrDefault(call, now) > nanos)
                .toList();
    }
}
