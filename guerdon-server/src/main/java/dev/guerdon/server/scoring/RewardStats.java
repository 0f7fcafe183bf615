package dev.guerdon.server.scoring;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Score;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of one reward since the server began. Safe for many threads. */
@Internal
public final class RewardStats {

    /** The upper ends of the histogram's classes, in seconds. */
    static final double[] CLASSES = {
        0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60
    };

    private static final long[] CLASS_NANOS = nanos();

    private final LongAdder scored = new LongAdder();
    private final Map<Score.Reason, LongAdder> unscored = new EnumMap<>(Score.Reason.class);
    private final LongAdder[] durations = adders(CLASSES.length + 1);
    private final LongAdder totalNanos = new LongAdder();
    private final LongAdder slow = new LongAdder();

    /** Nothing has been counted yet. */
    public RewardStats() {
        for (Score.Reason reason : Score.Reason.values()) {
            unscored.put(reason, new LongAdder());
        }
    }

    private static long[] nanos() {
        long[] nanos = new long[CLASSES.length];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Math.round(CLASSES[i] * 1e9);
        }
        return nanos;
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    /** Counts an answer. */
    public void answered(Score score) {
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

    public long scored() {
        return scored.sum();
    }

    public long unscored() {
        long sum = 0;
        for (LongAdder each : unscored.values()) {
            sum += each.sum();
        }
        return sum;
    }

    long slowCalls() {
        return slow.sum();
    }

    /** How many could not be scored, by reason. */
    Map<Score.Reason, Long> reasons() {
        Map<Score.Reason, Long> reasons = new TreeMap<>();
        unscored.forEach((reason, count) -> reasons.put(reason, count.sum()));
        return reasons;
    }

    /** How many calls are in each class of the histogram, those beyond the last at the end. */
    long[] durations() {
        long[] counts = new long[durations.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = durations[i].sum();
        }
        return counts;
    }

    double totalSeconds() {
        return totalNanos.sum() / 1e9;
    }
}
