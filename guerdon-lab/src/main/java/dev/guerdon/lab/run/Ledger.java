package dev.guerdon.lab.run;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Episode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which episodes of a run are stored, and which of them failed and are worth running again. Thread-safe. */
@Internal
public final class Ledger {

    private final Map<String, Boolean> failed = new HashMap<>();

    public Ledger(List<Episode> stored) {
        stored.forEach(episode -> failed.put(episode.key(), episode.failed()));
    }

    /** Whether an episode is still to be run, for the first time or again. */
    public synchronized boolean isOpen(String id) {
        return failed.getOrDefault(id, true);
    }

    /** Notes that an episode is stored; whether it takes the place of an earlier one. */
    synchronized boolean store(Episode episode) {
        return failed.put(episode.key(), episode.failed()) != null;
    }
}
