package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file that says how far a score job is, so that an interrupted job goes on without scoring a line twice.
 *
 * <p>It is replaced as a whole each time, so a crash at any moment leaves the old or the new state, never half of one.
 */
@Experimental
public final class Checkpoint {

    private final Path file;
    private final Map<String, String> job;

    /**
     * @param file where the state is kept
     * @param job what the job is: input, output, rewards and settings by name; a checkpoint of another job is refused
     */
    public Checkpoint(Path file, Map<String, String> job) {
        this.file = file;
        this.job = Map.copyOf(job);
    }

    /** The progress of the earlier job, if there was one. */
    public Optional<ScoreJob.Progress> load() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Json state;
        try {
            state = JsonCodec.read(Files.readAllBytes(file), file.toString());
        } catch (IOException e) {
            throw new GuerdonException("the checkpoint " + file + " cannot be read: " + e.getMessage(), e);
        }
        try {
            Map<String, ?> theirs = state.get("job").asMap();
            for (Map.Entry<String, String> entry : job.entrySet()) {
                if (!entry.getValue().equals(theirs.get(entry.getKey()))) {
                    throw new GuerdonException(
                            "the checkpoint " + file + " belongs to another job: its " + entry.getKey()
                                    + " is '" + theirs.get(entry.getKey()) + "', this job's is '" + entry.getValue()
                                    + "'; use another checkpoint file, or delete it to start over");
                }
            }
            List<Metrics> metrics =
                    state.get("metrics").asList().stream().map(Metrics::restore).toList();
            return Optional.of(new ScoreJob.Progress(
                    state.get("input_bytes").asLong(),
                    state.get("next_line").asLong(),
                    state.get("lines").asLong(),
                    state.get("output_bytes").asLong(),
                    metrics));
        } catch (GuerdonException e) {
            if (String.valueOf(e.getMessage()).startsWith("the checkpoint")) {
                throw e;
            }
            throw new GuerdonException(
                    "the checkpoint " + file + " is damaged (" + e.getMessage() + "); delete it to start over", e);
        }
    }

    /** Keeps the progress. */
    public void save(ScoreJob.Progress progress) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("job", job);
        state.put("input_bytes", progress.inputBytes());
        state.put("next_line", progress.nextLine());
        state.put("lines", progress.lines());
        state.put("output_bytes", progress.outputBytes());
        state.put("metrics", progress.metrics().stream().map(Metrics::save).toList());
        try {
            KeptFile.replace(file, JsonCodec.write(state));
        } catch (IOException e) {
            throw new GuerdonException("the checkpoint " + file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
