package dev.guerdon.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Objects that this process opens once and uses for many pieces or queries: one of a kind for each key, with a folder of its own.
 *
 * <p>Which use is the last is not known. So one stays until it is ended here, or until {@value #MOST} younger ones have come and nothing uses it,
 * or until the process ends.
 */
final class SharedByKey<T> {
    private static final int MOST = 4;

    private final Map<String, Use> open = new LinkedHashMap<>();
    private final Consumer<T> closer;

    SharedByKey(Consumer<T> closer) {
        this.closer = closer;
        LocalFolder.beforeRemoval(this::closeAll);
    }

    /** Opens one. */
    @FunctionalInterface
    interface Opener<T> {
        T open(Path folder) throws IOException;
    }

    /** One that is in use, by as many as have taken it; each gives it back once. */
    final class Use implements AutoCloseable {
        private final T value;
        private final LocalFolder folder;
        private int users;
        private boolean ended;

        private Use(T value, LocalFolder folder) {
            this.value = value;
            this.folder = folder;
        }

        T value() {
            return value;
        }

        @Override
        public void close() {
            boolean last;
            synchronized (open) {
                users--;
                last = ended && users == 0;
                clear();
            }
            if (last) {
                closeNow();
            }
        }

        private void closeNow() {
            try (folder) {
                closer.accept(value);
            }
        }
    }

    /** Takes the one with a key, which is opened in a folder where this is the first to ask. */
    Use take(String key, Opener<T> opener) throws IOException {
        synchronized (open) {
            Use use = open.remove(key);
            if (use == null) {
                LocalFolder folder = LocalFolder.create();
                try {
                    use = new Use(opener.open(folder.path()), folder);
                } catch (IOException | RuntimeException | Error e) {
                    folder.close();
                    throw e;
                }
            }
            use.users++;
            open.put(key, use);
            clear();
            return use;
        }
    }

    /** Ends the one with a key, once nothing uses it. */
    void end(String key) {
        Use use;
        synchronized (open) {
            use = open.remove(key);
            if (use == null) {
                return;
            }
            use.ended = true;
            if (use.users > 0) {
                return;
            }
        }
        use.closeNow();
    }

    /** Closes the eldest that nothing uses, where there are too many. */
    private void clear() {
        Iterator<Use> eldest = open.values().iterator();
        while (open.size() > MOST && eldest.hasNext()) {
            Use use = eldest.next();
            if (use.users == 0) {
                eldest.remove();
                use.closeNow();
            }
        }
    }

    private void closeAll() {
        synchronized (open) {
            open.values().forEach(Use::closeNow);
            open.clear();
        }
    }
}
