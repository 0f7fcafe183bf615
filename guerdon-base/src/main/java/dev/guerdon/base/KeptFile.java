package dev.guerdon.base;

import dev.guerdon.api.Internal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files that stay: runs, sessions, reports, recordings. A file has its old content or the new one, never half of one,
 * whatever the disk does or whoever kills the process. Texts lose their {@link Secrets} first, so nobody can forget to.
 */
@Internal
public final class KeptFile {

    private static final AtomicLong WRITTEN = new AtomicLong();

    private KeptFile() {}

    /**
     * Puts a text in the place of what the file had, and waits until it would survive the machine's fall. For files with one writer at
     * a time.
     *
     * @throws IOException where that failed; the file is as it was
     */
    public static void replace(Path file, String text) throws IOException {
        Path target = target(file);
        put(target, target.resolveSibling(target.getFileName() + ".new"), clean(text), true);
    }

    /** Puts a text in the place of what the file had, if anything. The machine's fall soon after may bring the old text back. */
    public static void write(Path file, String text) throws IOException {
        write(file, clean(text));
    }

    /** As {@link #write(Path, String)}, for bytes that cannot hold a secret, such as a picture. */
    public static void write(Path file, byte[] bytes) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.write(file, bytes); // a device or a pipe keeps its name
            return;
        }
        Path target = target(file);
        String name =
                target.getFileName() + "." + ProcessHandle.current().pid() + "-" + WRITTEN.incrementAndGet() + ".new";
        put(target, target.resolveSibling(name), bytes, false);
    }

    /**
     * Puts bytes that the user asked for as they are, secrets included, into a file that only the user can read where the file system
     * knows users.
     */
    public static void writePrivate(Path file, byte[] bytes) throws IOException {
        Path target = target(file.toAbsolutePath());
        Path folder = target.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        // Made for its owner alone, and moved with its permissions.
        Path beside = Files.createTempFile(folder, target.getFileName() + ".", ".new");
        put(target, beside, bytes, false);
    }

    /** Adds a text at the end of the file, which is made where it is missing; all of it, or nothing where the disk fails. */
    public static void append(Path file, String text) throws IOException {
        try (OutputFile out = OutputFile.after(file, Files.exists(file) ? Files.size(file) : 0, null)) {
            out.write(clean(text));
        }
    }

    /** Writes a value as compressed JSON. */
    public static void writeZipped(Path file, @Nullable Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(clean(JsonCodec.write(Secrets.known().redactValue(value))));
        }
        write(file, bytes.toByteArray());
    }

    /** The file itself, where the name is a link: it keeps its place, and the link stays a link. */
    private static Path target(Path file) throws IOException {
        return Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    }

    private static void put(Path target, Path beside, byte[] bytes, boolean forced) throws IOException {
        Disk disk = Disk.current();
        try {
            try (Disk.Handle handle = disk.open(beside, 0)) {
                Disk.writeAll(handle, bytes, 0, bytes.length);
                if (forced) {
                    handle.force();
                }
            }
            disk.move(beside, target);
        } catch (IOException e) {
            discard(beside, e);
            throw e;
        }
        Path folder = target.toAbsolutePath().getParent();
        if (forced && folder != null) {
            disk.forceNames(folder);
        }
    }

    private static void discard(Path half, IOException reason) {
        try {
            if (Files.isRegularFile(half)) {
                Files.deleteIfExists(half);
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static byte[] clean(String text) {
        return Secrets.known().redact(text).getBytes(StandardCharsets.UTF_8);
    }
}
