package dev.guerdon.core;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that says how far a score job is, so that an interrupted job goes on without scoring a line twice.
 *
 * <p>It is replaced as a whole each time, so a crash or a full disk at any moment leaves the old or the new state, never half of one. The
 * state before is kept beside it, and takes its place where the file was damaged later. Its size does not depend on the input's: what the
 * metrics know of groups is read again from input and output.
 */
@Experimental
public final class Checkpoint {

    private static final int FORMAT = 3;

    private final Path file;
    private final Path previous;
    private final JobIdentity job;
    private String notice = "";
    private @Nullable String kept;

    /**
     * @param file where the state is kept; the one before has {@code .previous} behind its name
     * @param job what the job is; a checkpoint of another job is refused
     */
    public Checkpoint(Path file, JobIdentity job) {
        this.file = file;
        this.previous = file.resolveSibling(file.getFileName() + ".previous");
        this.job = job;
    }

    /**
     * What was kept.
     *
     * @param progress how far the job was, without its groups and the hash of the input
     * @param inputHash the hash of the input that was done
     * @param outputHash the hash of the output that was written
     * @param grouped whether there were samples that belong to a group
     */
    public record State(ScoreJob.Progress progress, String inputHash, String outputHash, boolean grouped) {}

    /** What the user should know of the last {@link #load}, empty for nothing. */
    public String notice() {
        return notice;
    }

    /** The state of the earlier job, if there was one; files are not compared with it yet. */
    public Optional<State> load() {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Json state;
        try {
            state = read(file);
        } catch (Damaged damage) {
            try {
                state = read(previous);
                notice = "the checkpoint " + file + " is damaged (" + damage.getMessage()
                        + "); going on from the one before it";
            } catch (Damaged both) {
                throw new GuerdonException(
                        "the checkpoint " + file + " is damaged (" + damage.getMessage()
                                + "), and there is none before it; delete it to start over",
                        damage);
            }
        }
        return Optional.of(restore(state));
    }

    private State restore(Json state) {
        String otherJob;
        try {
            int format = state.get("format").asInt();
            if (format != FORMAT) {
                throw new GuerdonException("it has format " + format + ", and this version of Guerdon reads " + FORMAT);
            }
            otherJob = job.difference(state.get("job")).orElse("");
            if (otherJob.isEmpty()) {
                List<Metrics> metrics = state.get("metrics").asList().stream()
                        .map(Metrics::restore)
                        .toList();
                ScoreJob.Progress progress = new ScoreJob.Progress(
                        state.get("input_bytes").asLong(),
                        state.get("next_line").asLong(),
                        state.get("lines").asLong(),
                        state.get("output_bytes").asLong(),
                        metrics,
                        ScoreJob.Progress.none(0).input());
                return new State(
                        progress,
                        state.get("input_sha256").asString(),
                        state.get("output_sha256").asString(),
                        state.get("grouped").asBoolean());
            }
        } catch (GuerdonException | IllegalArgumentException e) {
            throw new GuerdonException(
                    "the checkpoint " + file + " cannot be used (" + e.getMessage() + "); delete it to start over", e);
        }
        throw new GuerdonException("the checkpoint " + file + " " + otherJob
                + "; use another checkpoint file, or delete it to start over");
    }

    /** A file that does not have what was written. */
    private static final class Damaged extends Exception {
        Damaged(String message) {
            super(message);
        }
    }

    private static Json read(Path file) throws Damaged {
        String text;
        try {
            text = Files.readString(file);
        } catch (java.nio.charset.CharacterCodingException e) {
            throw new Damaged("it is not text");
        } catch (IOException e) {
            throw new Damaged("it cannot be read: " + e);
        }
        int end = text.indexOf('\n');
        if (end < 0 || !text.equals(sealed(text.substring(0, end)))) {
            throw new Damaged(text.isEmpty() ? "it is empty" : "its hash is not that of its content");
        }
        return JsonCodec.read(text.substring(0, end), file.toString());
    }

    private static String sealed(String state) {
        return state + "\n" + Sha256.hex(state, 32) + "\n";
    }

    /**
     * Keeps the progress. The output must be on the disk before, up to the place that the progress names.
     *
     * @param outputHash the hash of the output up to there
     * @throws GuerdonException where that failed; what was kept before is as it was, and the job can go on
     */
    public void save(ScoreJob.Progress progress, String outputHash) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("format", FORMAT);
        state.put("job", job.save());
        state.put("input_bytes", progress.inputBytes());
        state.put("input_sha256", progress.input().hex());
        state.put("next_line", progress.nextLine());
        state.put("lines", progress.lines());
        state.put("output_bytes", progress.outputBytes());
        state.put("output_sha256", outputHash);
        state.put("grouped", progress.metrics().stream().anyMatch(Metrics::isGrouped));
        state.put("metrics", progress.metrics().stream().map(Metrics::save).toList());
        String text = sealed(Secrets.known().redact(JsonCodec.write(state)));
        try {
            keepPrevious();
            KeptFile.replace(file, text);
            kept = text;
        } catch (IOException e) {
            throw new GuerdonException("the checkpoint " + file + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Copies what is there; to move it away would leave a moment without any. */
    private void keepPrevious() throws IOException {
        if (kept != null) {
            KeptFile.replace(previous, kept);
            return;
        }
        try {
            if (Files.exists(file)) {
                read(file);
                KeptFile.replace(previous, Files.readString(file, StandardCharsets.UTF_8));
            }
        } catch (Damaged e) {
            // The one before it is better.
        }
    }
}
