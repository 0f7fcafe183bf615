package dev.guerdon.viewer.diagnosis;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.trace.OpenRuns;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;

/** Diagnoses runs, each once as long as there is memory for it and it has no more episodes than then. */
@Internal
public final class Diagnoses {

    /** How many episodes are examined: a page should not wait for more. */
    static final int MOST = 500;

    private static final int MOST_KEPT = 8;

    private record Key(String run, long episodes) {}

    private final OpenRuns runs;
    private final Registry registry;
    private final Map<Key, SoftReference<Diagnosis>> kept = new LinkedHashMap<>();

    public Diagnoses(OpenRuns runs, Registry registry) {
        this.runs = runs;
        this.registry = registry;
    }

    /** Why the episodes of a run lost reward. One run is diagnosed at a time. */
    public synchronized Diagnosis of(String name) {
        return runs.with(name, this::of);
    }

    private Diagnosis of(Run run) {
        Key key = new Key(run.info().name(), run.count(Run.Choice.ALL));
        SoftReference<Diagnosis> known = kept.get(key);
        Diagnosis before = known == null ? null : known.get();
        if (before != null) {
            return before;
        }
        Diagnosis made = Diagnoser.of(registry, run, Diagnoser.rules(registry), MOST);
        kept.remove(key);
        kept.put(key, new SoftReference<>(made));
        while (kept.size() > MOST_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
        return made;
    }
}
