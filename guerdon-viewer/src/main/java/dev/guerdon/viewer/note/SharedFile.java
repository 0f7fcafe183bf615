package dev.guerdon.viewer.note;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.KeptFile;
import dev.guerdon.base.ProcessLock;
import dev.guerdon.viewer.page.Problem;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A small file of entries that several processes may change: each reads it, changes it and replaces it while it has the lock. Readers see
 * the old file or the new one.
 */
final class SharedFile {

    private static final int FORMAT = 1;
    private static final long MOST_BYTES = 8L << 20;
    private static final int TRIES = 100;
    private static final long PAUSE_NANOS = 20_000_000;

    /** For all files: writing is rare. The lock of the operating system knows processes only. */
    private static final ReentrantLock OWN = new ReentrantLock();

    private final Path file;
    private final String entries;

    /** A file whose entries stand in a list of this name. */
    SharedFile(Path file, String entries) {
        this.file = file;
        this.entries = entries;
    }

    /** The entries; none where there is no file. */
    List<Map<String, @Nullable Object>> read() {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new GuerdonException(file + " has more than " + MOST_BYTES + " bytes, and is not read");
            }
            Json json = JsonCodec.read(Files.readAllBytes(file), file.toString());
            int format = json.get("format").asInt();
            if (format > FORMAT) {
                throw new GuerdonException(
                        file + " has format " + format + ", and this version of Guerdon reads up to " + FORMAT);
            }
            return json.get(entries).asList().stream().map(Json::asMap).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new GuerdonException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Puts other entries in the place of those that are there. */
    @SuppressWarnings("try") // the lock is held, not used
    void change(UnaryOperator<List<Map<String, @Nullable Object>>> change) {
        OWN.lock();
        try (ProcessLock lock = lock()) {
            Map<String, @Nullable Object> whole = new LinkedHashMap<>();
            whole.put("format", FORMAT);
            whole.put(entries, change.apply(read()));
            StringWriter text = new StringWriter();
            try (JsonGenerator json = JsonCodec.factory().createGenerator(text)) {
                JsonCodec.writeValue(json.useDefaultPrettyPrinter(), whole);
            }
            if (text.getBuffer().length() > MOST_BYTES / 4
                    && text.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                throw Problem.badRequest(file + " would have more than " + MOST_BYTES + " bytes; delete some first");
            }
            KeptFile.replace(file, text + "\n");
        } catch (IOException e) {
            throw new GuerdonException(file + " cannot be written: " + e.getMessage(), e);
        } finally {
            OWN.unlock();
        }
    }

    private ProcessLock lock() {
        for (int tries = 0; ; tries++) {
            try {
                return ProcessLock.beside(file, file.toString());
            } catch (ProcessLock.Taken e) {
                if (tries == TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
