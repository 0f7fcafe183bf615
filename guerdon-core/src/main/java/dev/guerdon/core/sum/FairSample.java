package dev.guerdon.core.sum;

import dev.guerdon.api.Internal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something for each id, for so many ids at most: those that come first by a hash, whatever order they are met in.
 *
 * <p>An id is dropped only where as many others come before it. It would never come back, so what is kept of an id is all of it, in
 * parts that are merged, too. Not safe for concurrent use.
 */
@Internal
public final class FairSample<V> {

    private static final Comparator<String> ORDER =
            Comparator.<String>comparingInt(FairSample::hash).thenComparing(Comparator.naturalOrder());

    private final int most;
    private final int slack;
    private final Supplier<V> maker;
    private final Consumer<V> dropped;
    private final Map<String, V> kept = new HashMap<>();
    private @Nullable String last; // none behind this one is kept

    /**
     * @param most how many ids are kept; for a moment there may be an eighth more
     * @param maker makes what a new id begins with
     * @param dropped gets what was kept of an id before it was dropped
     */
    public FairSample(int most, Supplier<V> maker, Consumer<V> dropped) {
        this.most = most;
        this.slack = Math.max(1, most / 8);
        this.maker = maker;
        this.dropped = dropped;
    }

    /** Ids are often numbered, and so are their hashes: mixed, those that are kept are a fair sample. */
    private static int hash(String id) {
        int hash = id.hashCode() * 0x9E3779B9;
        hash = (hash ^ (hash >>> 15)) * 0x85EBCA6B;
        return hash ^ (hash >>> 13);
    }

    /** What is kept of an id; null where it does not belong to those that are kept. */
    public @Nullable V of(String id) {
        V value = kept.get(id);
        if (value != null) {
            return value;
        }
        if (kept.size() >= most + slack) {
            trim();
        }
        if (last != null && ORDER.compare(id, last) > 0) {
            return null;
        }
        V made = maker.get();
        kept.put(id, made);
        return made;
    }

    /** What is kept, no more than may be. */
    public Map<String, V> all() {
        trim();
        return kept;
    }

    public boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Drops those that are too many. */
    private void trim() {
        if (kept.size() <= most) {
            return;
        }
        int[] hashes = kept.keySet().stream().mapToInt(FairSample::hash).toArray();
        Arrays.sort(hashes);
        int border = hashes[most - 1];
        int before = most - 1;
        while (before > 0 && hashes[before - 1] == border) {
            before--;
        }
        List<String> away = new ArrayList<>();
        List<String> atBorder = new ArrayList<>();
        for (String id : kept.keySet()) {
            int hash = hash(id);
            if (hash >= border) {
                (hash == border ? atBorder : away).add(id);
            }
        }
        atBorder.sort(ORDER);
        away.addAll(atBorder.subList(most - before, atBorder.size()));
        last = atBorder.get(most - before - 1);
        for (String id : away) {
            dropped.accept(Objects.requireNonNull(kept.remove(id)));
        }
    }
}
