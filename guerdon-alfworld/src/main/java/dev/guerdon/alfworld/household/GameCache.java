package dev.guerdon.alfworld.household;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loaded games by name.
 *
 * <p>The ones used last are kept. Any other is shared as long as somebody plays it, so that thousands of environments over thousands
 * of games hold each game once.
 */
final class GameCache {

    private final int most;
    private final Map<String, LoadedGame> recent = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, WeakReference<LoadedGame>> live = new HashMap<>();
    private int purgeAt = 1_024;

    GameCache(int most) {
        this.most = most;
    }

    LoadedGame get(String key, Supplier<LoadedGame> reader) {
        LoadedGame known = find(key);
        return known != null ? known : keep(key, reader.get());
    }

    private synchronized @Nullable LoadedGame find(String key) {
        LoadedGame known = recent.get(key);
        if (known == null) {
            WeakReference<LoadedGame> reference = live.get(key);
            known = reference == null ? null : reference.get();
            if (known != null) {
                remember(key, known);
            }
        }
        return known;
    }

    /** Keeps a game, or gives the one that another thread kept meanwhile. */
    private synchronized LoadedGame keep(String key, LoadedGame read) {
        LoadedGame first = find(key);
        if (first != null) {
            return first;
        }
        remember(key, read);
        live.put(key, new WeakReference<>(read));
        if (live.size() > purgeAt) {
            live.values().removeIf(reference -> reference.get() == null);
            purgeAt = Math.max(1_024, 2 * live.size());
        }
        return read;
    }

    private void remember(String key, LoadedGame game) {
        recent.put(key, game);
        if (recent.size() > most) {
            recent.remove(recent.keySet().iterator().next());
        }
    }
}
