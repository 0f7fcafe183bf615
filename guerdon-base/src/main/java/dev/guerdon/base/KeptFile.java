package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the text files that stay: runs, sessions, reports, recordings. Takes out {@link Secrets} first, so nobody can forget to. */
@Internal
public final class KeptFile {

    private KeptFile() {}

    /**
     * Puts a text in the place of what the file had. A process killed at any moment leaves the old text or the new one, never half of
     * one, and a text that was written survives the machine's fall.
     */
    public static void replace(Path file, String text) throws IOException {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        ByteBuffer bytes = ByteBuffer.wrap(clean(text));
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes a text that nobody reads before it is complete. */
    public static void write(Path file, String text) throws IOException {
        Files.write(file, clean(text));
    }

    /** Adds a text at the end of the file, which is made where it is missing. */
    public static void append(Path file, String text) throws IOException {
        Files.write(file, clean(text), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Writes a value as compressed JSON. */
    public static void writeZipped(Path file, @Nullable Object value) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(clean(JsonCodec.write(Secrets.known().redactValue(value))));
        }
    }

    private static byte[] clean(String text) {
        return Secrets.known().redact(text).getBytes(StandardCharsets.UTF_8);
    }
}
