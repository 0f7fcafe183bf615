package dev.guerdon.core.stdio;

import dev.guerdon.core.Isolation;
import dev.guerdon.core.LineBatches;
import dev.guerdon.core.PluginPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rewards to score with and environments to open: one catalogue at a time, which loading replaces by a larger one. */
final class CatalogueHolder {

    private final PluginPath path;
    private final Isolation isolation;
    private final int threads;
    private final Object loading = new Object();
    private volatile @Nullable EngineCatalogue current;
    private volatile boolean closed;

    /** What catalogues counted that are no more: unscored by reason, and scored under no name. */
    private final Map<String, Long> before = new TreeMap<>();

    CatalogueHolder(PluginPath path, Isolation isolation, int threads) {
        this.path = path;
        this.isolation = isolation;
        this.threads = threads;
    }

    /** Returns the current catalogue; the first call loads it. */
    EngineCatalogue now() {
        EngineCatalogue loaded = current;
        if (loaded == null) {
            synchronized (loading) {
                loaded = current;
                if (loaded == null) {
                    loaded = new EngineCatalogue(path, isolation, threads, this::retire);
                    current = loaded;
                }
            }
        }
        return loaded;
    }

    /** Returns what there is, held until {@link EngineCatalogue#leave}. */
    EngineCatalogue entered() {
        EngineCatalogue now = now();
        while (!now.enter()) {
            if (closed) {
                throw new RequestRefusal(RequestRefusal.CLOSED, "the engine is ending");
            }
            now = now();
        }
        return now;
    }

    /** Keeps what a catalogue counted. */
    private void retire(EngineCatalogue old) {
        synchronized (before) {
            count(old.batches(), before);
        }
    }

    private static void count(LineBatches batches, Map<String, Long> sums) {
        sums.merge("", batches.scored(), Long::sum);
        batches.unscored().forEach((reason, count) -> sums.merge(reason.name(), count, Long::sum));
    }

    /**
     * Adds rewards. Where anything is wrong with them, everything stays as it was.
     *
     * @param environment the variables that their workers get although they look like secrets
     * @return the names of those that are new; where a file was loaded before, and is again, of all that are the user's
     */
    List<String> load(List<Path> jars, List<Path> sources, Set<String> environment) {
        synchronized (loading) {
            EngineCatalogue earlier = now();
            EngineCatalogue after = earlier.with(jars, sources, environment, threads);
            current = after;
            List<String> known = earlier.registry().rewardNames();
            boolean again = earlier.has(jars, sources);
            List<String> added = after.registry().rewardNames().stream()
                    .filter(name -> !known.contains(name)
                            || (again && after.registry().reward(name).isForeign()))
                    .toList();
            earlier.leave();
            return added;
        }
    }

    /** Returns how many calls were scored under no name, and how many were not, by reason. */
    Map<String, Long> counts() {
        Map<String, Long> sums = new TreeMap<>();
        synchronized (before) {
            sums.putAll(before);
        }
        count(now().batches(), sums);
        return sums;
    }

    void close() {
        closed = true;
        synchronized (loading) {
            EngineCatalogue loaded = current;
            if (loaded != null) {
                loaded.leave();
            }
        }
    }
}
