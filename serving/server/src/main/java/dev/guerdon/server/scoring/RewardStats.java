package dev.guerdon.server.scoring;

import dev.guerdon.api.Score;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts of one reward since the server began. Safe for many threads. */
final class RewardStats {

    /** The upper ends of the histogram's classes, in seconds. */
    static final double[] CLASSES = {
        0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60
    };

    private static final long[] CLASS_NANOS = Arrays.stream(CLASSES)
            .mapToLong(seconds -> Math.round(seconds * 1e9))
            .toArray();

    private final LongAdder scored = new LongAdder();
    private final Map<Score.Reason, LongAdder> unscored = new EnumMap<>(Score.Reason.class);
    private final LongAdder[] durations =
            Stream.generate(LongAdder::new).limit(CLASSES.length + 1).toArray(LongAdder[]::new);
    private final LongAdder totalNanos = new LongAdder();
    private final LongAdder slow = new LongAdder();

    /** Nothing has been counted yet. */
    RewardStats() {
        for (Score.Reason reason : Score.Reason.values()) {
            unscored.put(reason, new LongAdder());
        }
    }

    /** Counts an answer. */
    void answered(Score score) {
        switch (score) {
            case Score.Scored any -> scored.increment();
            case Score.Unscored none ->
                Objects.requireNonNull(unscored.get(none.reason())).increment();
        }
    }

    /** Counts a call. */
    void called(long nanos) {
        int i = 0;
        while (i < CLASS_NANOS.length && nanos > CLASS_NANOS[i]) {
            i++;
        }
        durations[i].increment();
        totalNanos.add(nanos);
    }

    void slow() {
        slow.increment();
    }

    long scored() {
        return scored.sum();
    }

    long slowCalls() {
        return slow.sum();
    }

    /** Returns how many could not be scored, by reason. */
    Map<Score.Reason, Long> reasons() {
        Map<Score.Reason, Long> reasons = new TreeMap<>();
        unscored.forEach((reason, count) -> reasons.put(reason, count.sum()));
        return reasons;
    }

    /** Returns how many calls are in each class of the histogram, those beyond the last at the end. */
    long[] durations() {
        return Arrays.stream(durations).mapToLong(LongAdder::sum).toArray();
    }

    double totalSeconds() {
        return totalNanos.sum() / 1e9;
    }
}
