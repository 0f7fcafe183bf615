package dev.guerdon.lab.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.KeptFile;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a session cannot compute again: the outcomes of episodes, what was proposed, and how long it took. A line of JSON each,
 * written before anything is done with it. It is data: what was proposed must be the same after a restart. A process killed in the middle of a line loses that line, and no other.
 */
final class SessionJournal {

    static final String FILE = "journal.jsonl";

    private final Path file;

    private SessionJournal(Path file) {
        this.file = file;
    }

    /** Opens the journal of a session's folder; cuts off the line that a killed process left half written. */
    static SessionJournal open(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            Files.createDirectories(folder);
            if (Files.exists(file)) {
                byte[] bytes = Files.readAllBytes(file);
                int end = bytes.length;
                while (end > 0 && bytes[end - 1] != '\n') {
                    end--;
                }
                if (end < bytes.length) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(end);
                    }
                }
            }
            return new SessionJournal(file);
        } catch (IOException e) {
            throw new LabException("the journal " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    List<Json> read() {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Json> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                lines.add(JsonCodec.read(line, file + ":" + (lines.size() + 1)));
            }
        } catch (IOException e) {
            throw new LabException("the journal " + file + " cannot be read: " + e.getMessage(), e);
        } catch (GuerdonException e) {
            throw new LabException("the journal of the session is damaged: " + e.getMessage(), e);
        }
        return lines;
    }

    synchronized void add(Map<String, @Nullable Object> entry) {
        try {
            KeptFile.appendData(
                    file, JsonCodec.write(SecretFilter.known().hideKeysIn(entry).value()) + "\n");
        } catch (IOException e) {
            throw new LabException("the journal " + file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
