package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.RunSummary;
import dev.guerdon.lab.spi.RunInfo;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The figures of runs, counted anew only when a run has changed. */
@Internal
public final class RunSummaries {

    private record Known(String stamp, RunSummary summary) {}

    private final RunStore store;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    public RunSummaries(RunStore store) {
        this.store = store;
    }

    /** The figures of a run as it is now. */
    public RunSummary of(RunInfo info) {
        String stamp = store.stamp(info) + info.status();
        Known last = known.get(info.name());
        if (last != null && last.stamp.equals(stamp) && info.status() != RunInfo.Status.RUNNING) {
            return last.summary;
        }
        RunSummary summary = store.summary(info);
        known.put(info.name(), new Known(stamp, summary));
        return summary;
    }
}
