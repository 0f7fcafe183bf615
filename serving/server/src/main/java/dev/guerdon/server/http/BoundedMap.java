package dev.guerdon.server.http;

import dev.guerdon.api.Internal;
import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets the entry that was put first, or used the longest time ago, where there are too many. */
@Internal
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    private final int most;

    /**
     * An empty map.
     *
     * @param byUse whether it forgets by use, and not by age
     */
    public BoundedMap(int most, boolean byUse) {
        super(16, 0.75f, byUse);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
