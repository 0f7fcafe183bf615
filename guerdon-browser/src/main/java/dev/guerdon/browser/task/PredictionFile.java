package dev.guerdon.browser.task;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.cpython.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of answers that AssistantBench's judges take: an id and an answer in each line, one line for each question.
 *
 * <p>A question that is asked again, because its run was continued, has its line replaced. Several processes may write to one file.
 * They take turns by a lock of the operating system on a file beside it, which ends with its process; a lock file that a killed process
 * left behind stops nobody.
 */
@Internal
public final class PredictionFile {

    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();
    private static final Duration RETRY = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path file;
    private final Duration patience;

    public PredictionFile(Path file) {
        this(file, PATIENCE);
    }

    PredictionFile(Path file, Duration patience) {
        this.file = file.toAbsolutePath().normalize();
        this.patience = patience;
    }

    /**
     * The file for one repeat of all questions: judges take one answer to each question. The first repeat has the file itself, the
     * second {@code NAME-2}, and so on.
     *
     * @param repeat which repeat, from 0
     */
    static PredictionFile ofRepeat(Path file, int repeat) {
        if (repeat == 0) {
            return new PredictionFile(file);
        }
        String name = Objects.requireNonNull(file.getFileName()).toString();
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name;
        String ending = dot > 0 ? name.substring(dot) : "";
        return new PredictionFile(file.resolveSibling(stem + "-" + (repeat + 1) + ending));
    }

    /** Makes the line of a question that is asked now, without an answer, so that one that is never answered counts too. */
    public void begin(String id) {
        put(id, "");
    }

    /** Stores the answer to a question. */
    public void answer(String id, String answer) {
        put(id, answer);
    }

    private void put(String id, String answer) {
        locked(() -> {
            Map<String, Map<String, @Nullable Object>> entries = entries();
            Map<String, @Nullable Object> entry = entries.computeIfAbsent(id, key -> new LinkedHashMap<>());
            entry.put("id", id);
            entry.put("answer", answer);
            StringBuilder lines = new StringBuilder();
            entries.values().forEach(each -> lines.append(JsonWriter.line(each)).append('\n'));
            KeptFile.replace(file, lines.toString());
        });
    }

    private Map<String, Map<String, @Nullable Object>> entries() throws IOException {
        Map<String, Map<String, @Nullable Object>> entries = new LinkedHashMap<>();
        if (Files.exists(file)) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank()) {
                    Json entry = JsonCodec.read(line, file + ":" + number);
                    String id = entry.find("id").map(Json::asString).orElse("");
                    if (id.isEmpty()) {
                        throw new GuerdonException(
                                "expected predictions in " + file + ", found a line without an 'id': " + number
                                        + "; give another file with --predictions");
                    }
                    entries.put(id, new LinkedHashMap<>(entry.asMap()));
                }
            }
        }
        return entries;
    }

    /** Something that reads and writes the file. */
    private interface Writing {
        void run() throws IOException;
    }

    private void locked(Writing writing) {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        IN_THIS_PROCESS.lock();
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            FileChannel held = acquire(lock);
            try {
                writing.run();
            } finally {
                remove(lock);
                held.close();
            }
        } catch (IOException e) {
            throw new GuerdonException("could not write the predictions file " + file + ": " + e, e);
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    private FileChannel acquire(Path lock) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            FileChannel channel = FileChannel.open(
                    lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
            boolean taken = false;
            try {
                taken = channel.tryLock() != null && isStillThere(lock, channel);
                if (taken) {
                    return channel;
                }
            } catch (OverlappingFileLockException e) {
                // This process has it, through another class loader, whose lock of the process is not ours.
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            if (System.nanoTime() >= deadline) {
                throw new GuerdonException("the predictions file " + file + " has been locked by another process for "
                        + patience.toSeconds() + " s; give this run a file of its own with --predictions");
            }
            pause(lock);
        }
    }

    /** Whoever had the lock before may have removed the file between our opening and locking it; then others lock a new one. */
    private static boolean isStillThere(Path lock, FileChannel channel) throws IOException {
        String mark = UUID.randomUUID().toString();
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(mark.getBytes(StandardCharsets.UTF_8)), 0);
        return Files.exists(lock) && Files.readString(lock).equals(mark);
    }

    private static void remove(Path lock) {
        try {
            Files.deleteIfExists(lock);
        } catch (IOException e) {
            // It is in nobody's way: what counts is the lock on it, which ends here.
        }
    }

    private static void pause(Path lock) {
        try {
            Thread.sleep(RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new GuerdonException("interrupted while waiting for " + lock, e);
        }
    }
}
