package dev.guerdon.cli.faults;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** How many faults of each kind were injected. */
final class Tally {

    private final Map<String, LongAdder> counts = new ConcurrentSkipListMap<>();

    void add(String kind, long times) {
        counts.computeIfAbsent(kind, key -> new LongAdder()).add(times);
    }

    long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().sum())
                .collect(Collectors.joining(", "));
    }
}
