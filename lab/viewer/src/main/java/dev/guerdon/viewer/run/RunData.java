package dev.guerdon.viewer.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.RunStore.RunSummary;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.run.RunNotes.Note;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Facts that pages know about the runs of a folder. Thread-safe. */
@Internal
public final class RunData implements AutoCloseable {

    /** What a database of some 20,000 episodes has. */
    private static final long LARGE_BYTES = 32L << 20;

    private static final Duration MOMENT = Duration.ofMillis(150);

    private final RunStore store;
    private final RunIndexes indexes;
    private final RunNotes notes;
    private final RunDiagnoses diagnoses;
    private final Map<String, Summed> sums = new ConcurrentHashMap<>();

    private record Summed(String stamp, RunInfo.Status status, RunSummary summary) {
        boolean is(String otherStamp, RunInfo.Status otherStatus) {
            return stamp.equals(otherStamp) && status == otherStatus;
        }
    }

    /** Sources of an annotated index. */
    private record Annotations(List<Note> notes, @Nullable Diagnosis diagnosis) {
        @SuppressWarnings("ReferenceEquality") // a diagnosis is kept until it is made again
        boolean same(Annotations other) {
            return notes.equals(other.notes) && diagnosis == other.diagnosis;
        }
    }

    /**
     * The runs of a folder.
     *
     * @param registry has the rewards by which causes are found
     * @param writable whether notes may be written
     */
    public RunData(RunStore store, Registry registry, boolean writable) {
        this.store = store;
        this.indexes = new RunIndexes(store, RunIndexes.USUAL_MEMORY);
        this.notes = new RunNotes(store, writable);
        this.diagnoses = new RunDiagnoses(registry);
    }

    /** Returns where the runs are. */
    public RunStore store() {
        return store;
    }

    /** Notes and tags. */
    public RunNotes notes() {
        return notes;
    }

    /** Diagnoses. */
    public RunDiagnoses diagnoses() {
        return diagnoses;
    }

    /** Returns all runs in the order in which they were made, without their planned tasks. */
    public List<RunInfo> runs() {
        return store.outlines();
    }

    /** Returns the figures of a run, which are counted again only when it has grown; whoever asks meanwhile waits for the same count. */
    public RunSummary summary(RunInfo run) {
        String stamp = store.stamp(run);
        boolean settled = run.status() != RunInfo.Status.RUNNING;
        Summed summed = sums.compute(
                run.name(),
                (name, known) -> known != null && settled && known.is(stamp, run.status())
                        ? known
                        : new Summed(stamp, run.status(), store.summary(run)));
        return summed.summary;
    }

    /** Begins to read what the first pages will show: the figures of all runs and the columns of the last, the newest first. */
    public void warm() {
        Thread thread = new Thread(
                () -> {
                    try {
                        List<RunInfo> newest = runs().reversed();
                        newest.forEach(this::summary);
                        newest.stream().findFirst().ifPresent(run -> indexes.of(run.name()));
                    } catch (GuerdonException e) {
                        // The page that needs it will say what is wrong.
                    }
                },
                "guerdon-view-warm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the columns of a run as it is now, with causes, notes and tags; waits until they are read. */
    public EpisodeIndex index(String run) {
        return annotated(indexes.of(run));
    }

    /**
     * Returns the same, if it is ready within a time; where not, {@link #progress} tells how far it is. For a large run, which takes seconds
     * the first time, nobody waits longer than a moment.
     */
    public Optional<EpisodeIndex> within(String run, Duration patience) {
        boolean large = store.bytes(store.outline(run)) > LARGE_BYTES;
        return indexes.within(run, large && patience.compareTo(MOMENT) > 0 ? MOMENT : patience)
                .map(this::annotated);
    }

    /** Returns how much of a run is read, from 0 to 1. */
    public double progress(String run) {
        return indexes.progress(run);
    }

    private EpisodeIndex annotated(EpisodeIndex base) {
        Annotations now = new Annotations(
                notes.of(base.run().name()), diagnoses.known(base.run().name()).orElse(null));
        return base.annotated(now, Annotations::same, () -> {
            List<FigureColumn> more = new ArrayList<>();
            more.add(RunDiagnoses.column(base, now.diagnosis));
            more.addAll(notes.columns(base));
            return more;
        });
    }

    @Override
    public void close() {
        indexes.close();
    }
}
