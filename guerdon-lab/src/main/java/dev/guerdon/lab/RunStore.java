package dev.guerdon.lab;

import java.nio.file.Path;
import java.util.List;

/** A folder of runs. */
@SuppressWarnings("DoNotCallSuggester")
public final class RunStore {

    private final Path root;

    public RunStore(Path root) {
        this.root = root;
    }

    public Path root() {
        return root;
    }

    /** Every run in the folder, oldest first; folders that are not runs are passed over. */
    public List<RunInfo> list() {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens a run.
     *
     * @param name the folder's name, a path, a unique beginning of a name, or {@code latest}
     * @throws LabException where there is none, with the nearest name
     */
    public Run open(String name) {
        throw new UnsupportedOperationException();
    }

    /** Begins a run. The name in the info is replaced by a free one made of the time of its start. */
    public RunWriter create(RunInfo info) {
        throw new UnsupportedOperationException();
    }

    /** Goes on with a run that was interrupted or killed. */
    public RunWriter resume(String name) {
        throw new UnsupportedOperationException();
    }
}
