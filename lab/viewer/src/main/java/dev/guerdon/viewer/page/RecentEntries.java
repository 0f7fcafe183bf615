package dev.guerdon.viewer.page;

import dev.guerdon.api.Internal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Maps that keep what was used last. */
@Internal
public final class RecentEntries {

    private RecentEntries() {}

    /** Returns a thread-safe map of so many entries at most; a further one takes the place of the one that was not used for the longest. */
    public static <K, V> Map<K, V> atMost(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        });
    }
}
