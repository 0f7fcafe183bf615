package dev.guerdon.cli.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The scenarios by name. */
final class Scenarios {

    /**
     * One of them.
     *
     * @param maker makes it
     * @param steps how many steps of it belong to the tests, on any machine
     * @param share its part of the time of a long run
     * @param clock whether it needs a clock that jumps
     */
    record Entry(Supplier<Scenario> maker, int steps, int share, boolean clock) {
        Entry(Supplier<Scenario> maker, int steps, int share) {
            this(maker, steps, share, false);
        }
    }

    private static final Map<String, Entry> ALL = new LinkedHashMap<>();

    static {
        ALL.put("foreign-quick", new Entry(ForeignCode::quick, 40, 30));
        ALL.put("foreign-large", new Entry(ForeignCode::large, 3, 5));
        ALL.put("foreign-endless", new Entry(ForeignCode::endless, 3, 10));
        ALL.put("allocator", new Entry(FailingAllocator::new, 40, 5));
        ALL.put("resources", new Entry(FailingResources::new, 60, 10));
        ALL.put("damaged-lines", new Entry(DamagedLines::new, 40, 10));
        ALL.put("damaged-parquet", new Entry(DamagedParquet::new, 40, 5));
        ALL.put("disk", new Entry(DiskFaults::new, 25, 10, true));
        ALL.put("clock", new Entry(ClockFaults::new, 3, 5, true));
        ALL.put("rogue", new Entry(RogueProcesses::new, 2, 10));
        ALL.put("score-kills", new Entry(ScoreKills::new, 2, 10));
        ALL.put("run-kills", new Entry(RunKills::new, 2, 5));
        ALL.put("iterate-kills", new Entry(IterateKills::new, 1, 5));
        ALL.put("serve-kills", new Entry(ServeKills::new, 1, 5));
    }

    private Scenarios() {}

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Entry get(String name) {
        Entry entry = ALL.get(name);
        if (entry == null) {
            throw new IllegalArgumentException("no scenario " + name + "; there are " + ALL.keySet());
        }
        return entry;
    }
}
