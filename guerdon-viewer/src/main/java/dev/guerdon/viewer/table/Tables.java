package dev.guerdon.viewer.table;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.index.EpisodeIndex;
import java.util.LinkedHashMap;
import java.util.Map;

/** The tables that were looked at last, so that a reader who scrolls does not wait for a sort each time. */
@Internal
public final class Tables {

    private static final long MOST = 24L << 20;

    private record Key(String run, String filter, String sort) {}

    private final Map<Key, EpisodeTable> known = new LinkedHashMap<>(16, 0.75f, true);

    /** A table of an index as it is now. */
    public EpisodeTable of(EpisodeIndex index, String filter, String sort) {
        Key key = new Key(index.run().name(), filter, sort);
        synchronized (known) {
            EpisodeTable table = known.get(key);
            if (table != null && table.index() == index) {
                return table;
            }
        }
        EpisodeTable made = EpisodeTable.of(index, filter, sort);
        synchronized (known) {
            // Those of an earlier state of the run would keep its columns in memory.
            known.values()
                    .removeIf(table -> table.index() != index && table.index().run().name().equals(key.run()));
            known.put(key, made);
            long memory = known.values().stream().mapToLong(EpisodeTable::memory).sum();
            var oldest = known.entrySet().iterator();
            while (memory > MOST && known.size() > 1) {
                memory -= oldest.next().getValue().memory();
                oldest.remove();
            }
        }
        return made;
    }
}
