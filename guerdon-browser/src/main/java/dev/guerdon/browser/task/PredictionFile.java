package dev.guerdon.browser.task;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.cpython.JsonWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file of answers that AssistantBench's judges take: an id and an answer in each line.
 *
 * <p>Several processes may write to one file; each write holds a lock file next to it, as the reference's do.
 */
@Internal
public final class PredictionFile {

    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path file;
    private final Duration patience;
    private final Duration retry;

    public PredictionFile(Path file) {
        this(file, PATIENCE, RETRY);
    }

    PredictionFile(Path file, Duration patience, Duration retry) {
        this.file = file;
        this.patience = patience;
        this.retry = retry;
    }

    /** Makes an empty entry for a question, so that one that is never answered counts too. */
    public void add(String id) {
        locked(() -> {
            List<Map<String, @Nullable Object>> entries = entries();
            if (entries.stream().anyMatch(entry -> id.equals(entry.get("id")))) {
                throw new GuerdonException("Prediction for task ID '" + id + "' already exists in file '" + file
                        + "'. Give another file, or take the entry out.");
            }
            Map<String, @Nullable Object> entry = new LinkedHashMap<>();
            entry.put("id", id);
            entry.put("answer", "");
            entries.add(entry);
            write(entries);
        });
    }

    /** Stores the answer to a question that has an entry. */
    public void answer(String id, String answer) {
        locked(() -> {
            List<Map<String, @Nullable Object>> entries = entries();
            Map<String, @Nullable Object> entry = entries.stream()
                    .filter(each -> id.equals(each.get("id")))
                    .findFirst()
                    .orElseThrow(() -> new GuerdonException(
                            "Prediction for task ID '" + id + "' does not exist in file '" + file + "'."));
            entry.put("answer", answer);
            write(entries);
        });
    }

    private List<Map<String, @Nullable Object>> entries() throws IOException {
        List<Map<String, @Nullable Object>> entries = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    Json entry = JsonCodec.read(line, file.toString());
                    entries.add(new LinkedHashMap<>(entry.asMap()));
                }
            }
        }
        return entries;
    }

    private void write(List<Map<String, @Nullable Object>> entries) throws IOException {
        StringBuilder lines = new StringBuilder();
        entries.forEach(entry -> lines.append(JsonWriter.line(entry)).append('\n'));
        KeptFile.write(file, lines.toString());
    }

    /** Something that reads and writes the file. */
    private interface Writing {
        void run() throws IOException;
    }

    private void locked(Writing writing) {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            acquire(lock);
            try {
                writing.run();
            } finally {
                Files.deleteIfExists(lock);
            }
        } catch (IOException e) {
            throw new GuerdonException("could not write the predictions file " + file + ": " + e, e);
        }
    }

    private void acquire(Path lock) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                Files.createFile(lock);
                return;
            } catch (FileAlreadyExistsException e) {
                if (System.nanoTime() >= deadline) {
                    throw new GuerdonException(
                            "the predictions file " + file + " has been locked for " + patience.toSeconds()
                                    + " s; if no other process writes to it, delete " + lock,
                            e);
                }
            }
            try {
                Thread.sleep(retry);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new GuerdonException("interrupted while waiting for " + lock, e);
            }
        }
    }
}
