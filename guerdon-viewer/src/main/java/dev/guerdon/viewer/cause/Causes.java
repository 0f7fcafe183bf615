package dev.guerdon.viewer.cause;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Diagnoser;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.index.TextColumn;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The diagnoses of runs. Each takes seconds, for it scores other answers; so pages never wait for one: it is begun when somebody asks,
 * one after another, and kept until its run changes and somebody asks again.
 */
@Internal
public final class Causes implements AutoCloseable {

    private static final int MOST = 4;

    /** How far a diagnosis is. */
    @Internal
    public enum State {
        /** Nobody has asked yet. */
        UNKNOWN,
        /** It is being worked out; an older one may be there. */
        WORKING,
        /** It is there, for the run as it is. */
        READY,
        /** It is there, but the run has grown since. */
        OUTDATED,
        /** It could not be made. */
        FAILED
    }

    private static final class Entry {
        private String stamp = "";
        private boolean working;
        private @Nullable Diagnosis diagnosis;
        private String problem = "";
    }

    private final RunStore store;
    private final Registry registry;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "guerdon-view-causes");
        thread.setDaemon(true);
        return thread;
    });

    public Causes(RunStore store, Registry registry) {
        this.store = store;
        this.registry = registry;
    }

    /** How far the diagnosis of a run is. */
    public State state(RunInfo run) {
        synchronized (entries) {
            Entry entry = entries.get(run.name());
            if (entry == null) {
                return State.UNKNOWN;
            }
            if (entry.working) {
                return State.WORKING;
            }
            if (entry.diagnosis == null) {
                return State.FAILED;
            }
            return entry.stamp.equals(store.stamp(run)) ? State.READY : State.OUTDATED;
        }
    }

    /** Why a diagnosis could not be made; empty where it could. */
    public String problem(RunInfo run) {
        synchronized (entries) {
            Entry entry = entries.get(run.name());
            return entry == null ? "" : entry.problem;
        }
    }

    /** The last diagnosis of a run, where there is one. */
    public Optional<Diagnosis> known(RunInfo run) {
        synchronized (entries) {
            Entry entry = entries.get(run.name());
            return Optional.ofNullable(entry == null ? null : entry.diagnosis);
        }
    }

    /** Begins to diagnose a run, unless that is under way or done. */
    public void begin(RunInfo run) {
        String stamp = store.stamp(run);
        synchronized (entries) {
            Entry entry = entries.computeIfAbsent(run.name(), name -> new Entry());
            if (entry.working || (entry.diagnosis != null && entry.stamp.equals(stamp))) {
                return;
            }
            entry.working = true;
            entries.entrySet()
                    .removeIf(each -> entries.size() > MOST
                            && !each.getValue().working
                            && !each.getKey().equals(run.name()));
            worker.execute(() -> work(run, stamp, entry));
        }
    }

    private void work(RunInfo info, String stamp, Entry entry) {
        Diagnosis diagnosis = null;
        String problem = "";
        try (Run run = store.open(info)) {
            diagnosis = Diagnoser.of(registry, run);
        } catch (GuerdonException | IllegalStateException e) {
            problem = String.valueOf(e.getMessage());
        } finally {
            synchronized (entries) {
                entry.working = false;
                entry.problem = diagnosis == null && problem.isEmpty() ? "the diagnosis broke off" : problem;
                if (diagnosis != null) {
                    entry.diagnosis = diagnosis;
                    entry.stamp = stamp;
                }
            }
        }
    }

    /** The column {@code cause}: the main finding of the episodes that were examined, and missing for all others. */
    public static Column column(EpisodeIndex index, @Nullable Diagnosis diagnosis) {
        String[] causes = new String[diagnosis == null ? 0 : index.size()];
        if (diagnosis != null) {
            List<Diagnosis.Diagnosed> examined = diagnosis.episodes();
            index.rows(
                            examined,
                            each -> each.episode().task(),
                            each -> each.episode().repeat())
                    .forEach((each, row) -> causes[row] = each.main().kind());
        }
        return TextColumn.of(
                "cause", diagnosis == null ? Collections.nCopies(index.size(), null) : Arrays.asList(causes));
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
