package dev.guerdon.viewer.run;

import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.RunStore.EpisodeScan;
import dev.guerdon.lab.spi.RunInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of the runs that were looked at last. Each is made when somebody asks, and brought up to date when its run has grown, for
 * which only the new episodes are read. Those that were not asked for the longest make room.
 */
final class RunIndexes implements AutoCloseable {

    /** How much all indexes together may take; the one that is in use may take more. */
    public static final long USUAL_MEMORY = 110L << 20;

    private final RunStore store;
    private final long most;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ExecutorService reader = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "guerdon-view-index");
        thread.setDaemon(true);
        return thread;
    });

    /** Indexes of the runs of a folder, of so many bytes together. */
    public RunIndexes(RunStore store, long most) {
        this.store = store;
        this.most = most;
    }

    private static final class Entry {
        private IndexBuilder builder = new IndexBuilder();
        private volatile @Nullable EpisodeIndex index;
        private volatile String stamp = "";
        private RunInfo.@Nullable Status status;
        private volatile long expected = 1;
        private @Nullable CompletableFuture<EpisodeIndex> pending;
    }

    /** Returns the index of a run as it is now. Reads what is not known yet, which for a million episodes takes some seconds the first time. */
    public EpisodeIndex of(String run) {
        RunInfo info = store.outline(run);
        Entry entry = entry(run);
        synchronized (entry) {
            EpisodeIndex index = upToDate(entry, info);
            evict(run);
            return index;
        }
    }

    /**
     * Returns the index of a run as it is now, if it is ready within a time; else as it was when somebody asked last. Where there is none at
     * all, it is made in the background, and {@link #progress} tells how far it is.
     */
    public Optional<EpisodeIndex> within(String run, Duration patience) {
        store.outline(run); // told at once where there is none
        Entry entry = entry(run);
        CompletableFuture<EpisodeIndex> pending;
        synchronized (entries) {
            if (entry.pending == null || entry.pending.isDone()) {
                entry.pending = CompletableFuture.supplyAsync(() -> of(run), reader);
            }
            pending = entry.pending;
        }
        try {
            return Optional.of(pending.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.ofNullable(entry.index);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        }
    }

    /** Returns how much of a run is read, from 0 to 1. */
    public double progress(String run) {
        Entry entry = entry(run);
        return entry.index != null ? 1 : Math.min(1, entry.builder.size() / (double) Math.max(1, entry.expected));
    }

    private Entry entry(String run) {
        synchronized (entries) {
            return entries.computeIfAbsent(run, name -> new Entry());
        }
    }

    private EpisodeIndex upToDate(Entry entry, RunInfo info) {
        String stamp = store.stamp(info);
        EpisodeIndex known = entry.index;
        // The clock of a file system is coarse: while the run is written, the same stamp may hide a change.
        boolean settled = info.status() != RunInfo.Status.RUNNING && info.status() == entry.status;
        if (known != null && settled && stamp.equals(entry.stamp)) {
            return known.run().equals(info) ? known : remember(entry, info, stamp);
        }
        try (EpisodeScan scan = store.scan(info)) {
            if (known != null
                    && stamp.equals(entry.stamp)
                    && scan.last() == entry.builder.last()
                    && known.run().equals(info)) {
                return known;
            }
            read(entry, scan);
        } catch (RuntimeException e) {
            entry.builder = new IndexBuilder(); // it may have half a row
            entry.index = null;
            throw e;
        }
        return remember(entry, info, stamp);
    }

    private static EpisodeIndex remember(Entry entry, RunInfo info, String stamp) {
        EpisodeIndex index = entry.builder.snapshot(info);
        entry.index = null; // nobody sees it with the stamp of another
        entry.stamp = stamp;
        entry.status = info.status();
        entry.index = index;
        return index;
    }

    private static void read(Entry entry, EpisodeScan scan) {
        IndexBuilder builder = entry.builder;
        entry.expected = scan.count(Long.MAX_VALUE);
        if (builder.size() > 0 && (scan.count(builder.last()) != builder.size() || !append(builder, scan))) {
            // Episodes were run again, and have taken the place of those that are known.
            builder = new IndexBuilder();
            entry.index = null;
            entry.builder = builder;
        }
        if (builder.size() == 0) {
            scan.read(Long.MIN_VALUE, builder::add);
        }
    }

    /** Adds the rows that are new. False where the last row is another one than the last that is known; then nothing is added. */
    private static boolean append(IndexBuilder builder, EpisodeScan scan) {
        boolean[] seen = new boolean[2];
        scan.read(builder.last(), row -> {
            if (!seen[0]) {
                seen[0] = true;
                seen[1] = builder.endsWith(row);
            } else if (seen[1]) {
                builder.add(row);
            }
        });
        return seen[1];
    }

    private void evict(String used) {
        synchronized (entries) {
            long memory =
                    entries.values().stream().mapToLong(RunIndexes::memory).sum();
            var oldest = entries.entrySet().iterator();
            while (memory > most && oldest.hasNext()) {
                Map.Entry<String, Entry> each = oldest.next();
                if (!each.getKey().equals(used) && each.getValue().index != null) {
                    memory -= memory(each.getValue());
                    oldest.remove();
                }
            }
        }
    }

    private static long memory(Entry entry) {
        EpisodeIndex index = entry.index;
        return index == null ? 0 : index.memory();
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
