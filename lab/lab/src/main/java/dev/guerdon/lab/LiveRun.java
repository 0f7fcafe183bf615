package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.lab.run.RunControlFiles;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.store.RunFile;
import dev.guerdon.lab.store.StoredRunWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run that another process makes now: what is in flight, and what it is asked to do.
 *
 * @param paused whether it starts no further episode until it is told to go on
 * @param stopping whether it ends once what is under way is finished
 * @param flights the episodes under way
 */
@Experimental
public record LiveRun(boolean paused, boolean stopping, List<Flight> flights) {

    /**
     * An episode under way.
     *
     * @param task the task's id
     * @param repeat which repeat of the task
     * @param steps how many turns it has taken
     * @param started when it began
     * @param action its last action, perhaps cut; empty before the first
     */
    public record Flight(String task, int repeat, int steps, Instant started, String action) {

        private static Flight of(Json json) {
            return new Flight(
                    json.get("task").asString(),
                    json.get("repeat").asInt(),
                    json.get("steps").asInt(),
                    Instant.parse(json.get("started").asString()),
                    json.get("action").asString());
        }
    }

    /** Request to a running run. */
    public enum Wish {
        /** Start no further episode for now. */
        PAUSE(RunControlFiles.PAUSE),
        /** Go on after a pause. */
        GO_ON(RunControlFiles.GO),
        /** Finish what is under way, then end, as on the first Ctrl-C; the run can be resumed. */
        STOP(RunControlFiles.STOP);

        private final String word;

        Wish(String word) {
            this.word = word;
        }
    }

    public LiveRun {
        flights = List.copyOf(flights);
    }

    /** Returns the run in a folder, where a process makes it now and tells of itself. */
    public static Optional<LiveRun> in(Path folder) {
        if (RunFile.outline(folder).status() != RunInfo.Status.RUNNING) {
            return Optional.empty();
        }
        return RunControlFiles.state(folder).flatMap(LiveRun::of);
    }

    private static Optional<LiveRun> of(Json state) {
        try {
            RunControlFiles.Mode mode =
                    RunControlFiles.Mode.valueOf(state.get("mode").asString());
            return Optional.of(new LiveRun(
                    mode == RunControlFiles.Mode.PAUSED,
                    mode == RunControlFiles.Mode.STOPPING,
                    state.get("flights").asList().stream().map(Flight::of).toList()));
        } catch (GuerdonException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty(); // written by another version
        }
    }

    /** Returns how many episodes the run in a folder has once it is complete. */
    public static long planned(Path folder) {
        RunInfo info = RunFile.read(folder);
        return (long) info.planned().size() * info.repeat();
    }

    /** Returns the last screenshot that an episode of the run in a folder left so far. */
    public static Optional<Path> picture(Path folder, String task, int repeat) {
        Path artifacts = StoredRunWriter.artifacts(folder, task, repeat);
        Path last = null;
        for (int step = 0; ; step++) {
            Path picture = artifacts.resolve("screenshot_step_" + step + ".png");
            if (!Files.isRegularFile(picture)) {
                return Optional.ofNullable(last);
            }
            last = picture;
        }
    }

    /**
     * Asks the process that makes the run in a folder; it obeys within a second.
     *
     * @throws LabException where nobody makes it now, or the folder cannot be written
     */
    public static void ask(Path folder, Wish wish) {
        if (RunFile.outline(folder).status() != RunInfo.Status.RUNNING) {
            throw new LabException("the run " + folder.getFileName() + " is not running, so it cannot be steered");
        }
        Path file = folder.resolve(RunControlFiles.WISHES);
        try {
            KeptFile.write(file, wish.word + "\n");
        } catch (IOException e) {
            throw new LabException(file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
