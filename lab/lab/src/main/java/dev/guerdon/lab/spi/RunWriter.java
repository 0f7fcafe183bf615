package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes a run; each episode is safe on disk when {@link #add} returns. Thread-safe. */
@Experimental
public interface RunWriter extends AutoCloseable {

    RunInfo info();

    Path folder();

    /** Stores a finished episode in one transaction. */
    void add(Episode episode, EpisodeDetail detail);

    /** Stores an episode in place of one of the same task and repeat that failed before, in one transaction. */
    void replace(Episode episode, EpisodeDetail detail);

    /** Returns the folder for the artifacts of an episode, safe as a file name whatever the task is called. */
    Path artifacts(String task, int repeat);

    /** Marks how the run ended, now. Without it a run counts as killed. */
    default void finish(RunInfo.Status status) {
        finish(status, Instant.now());
    }

    /** Marks how a run ended, and when; null if nobody knows. */
    void finish(RunInfo.Status status, @Nullable Instant time);

    @Override
    void close();
}
