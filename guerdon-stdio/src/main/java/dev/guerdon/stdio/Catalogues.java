package dev.guerdon.stdio;

import dev.guerdon.core.LineBatches;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What there is to score with and to open: one catalogue at a time, which loading replaces by a larger one. */
final class Catalogues {

    private final Engine.Settings settings;
    private final Object loading = new Object();
    private volatile @Nullable Catalogue current;
    private volatile boolean closed;

    /** What catalogues counted that are no more: unscored by reason, and scored under no name. */
    private final Map<String, Long> before = new TreeMap<>();

    Catalogues(Engine.Settings settings) {
        this.settings = settings;
    }

    /** What there is, loaded by whoever needs it first. */
    Catalogue now() {
        Catalogue loaded = current;
        if (loaded == null) {
            synchronized (loading) {
                loaded = current;
                if (loaded == null) {
                    loaded = Catalogue.load(settings.path(), settings.isolation(), settings.threads(), this::retire);
                    current = loaded;
                }
            }
        }
        return loaded;
    }

    /** What there is, held until whoever asked leaves it. */
    Catalogue entered() {
        Catalogue now = now();
        while (!now.enter()) {
            if (closed) {
                throw new Refusal(Refusal.CLOSED, "the engine is ending");
            }
            now = now();
        }
        return now;
    }

    /** Keeps what a catalogue counted. */
    private void retire(Catalogue old) {
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
     * @return the names of those that are new; where a file was loaded before, and is again, of all that are the user's
     */
    List<String> load(List<Path> jars, List<Path> sources) {
        synchronized (loading) {
            Catalogue earlier = now();
            Catalogue after = earlier.with(jars, sources, settings.threads());
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

    /** How many calls were scored under no name, and how many were not, by reason. */
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
            Catalogue loaded = current;
            if (loaded != null) {
                loaded.leave();
            }
        }
    }
}
