package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files that stay: runs, sessions, reports, recordings. A file has its old content or the new one, never half of one,
 * whatever the disk does, and even if the process is killed. Texts lose their {@link SecretFilter} first, so nobody can
 * forget to; data, which a score depends on, loses only the keys that the process knows.
 */
@Internal
public final class KeptFile {

    private static final AtomicLong WRITTEN = new AtomicLong();

    private KeptFile() {}

    /** Content of a file, piece after piece. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Puts a text in the place of what the file had, and waits until it would survive the machine's fall. For files with one writer at
     * a time.
     *
     * @throws IOException if that failed; the file is as it was
     */
    public static void replace(Path file, String text) throws IOException {
        Path target = target(file);
        put(target, target.resolveSibling(target.getFileName() + ".new"), clean(text), true);
    }

    /** As {@link #replace}, for data: only the keys that this process knows are hidden in it. */
    public static void replaceData(Path file, String text) throws IOException {
        Path target = target(file);
        byte[] bytes = SecretFilter.known().hideKeys(text).getBytes(StandardCharsets.UTF_8);
        put(target, target.resolveSibling(target.getFileName() + ".new"), bytes, true);
    }

    /** Puts a text in the place of what the file had, if anything. The machine's fall soon after may bring the old text back. */
    public static void write(Path file, String text) throws IOException {
        write(file, clean(text));
    }

    /** As {@link #write(Path, String)}, for bytes that cannot hold a secret, such as a picture. */
    public static void write(Path file, byte[] bytes) throws IOException {
        if (keepsItsName(file)) {
            Files.write(file, bytes);
            return;
        }
        Path target = target(file);
        put(target, temporaryName(target), bytes, false);
    }

    /**
     * Puts what is written piece after piece in the place of what the file had, once all of it is there. The writer hides secrets
     * first.
     */
    public static void write(Path file, Content content) throws IOException {
        if (keepsItsName(file)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                content.writeTo(out);
            }
            return;
        }
        Path target = target(file);
        put(target, temporaryName(target), content, false);
    }

    /** Returns whether the file is a device or a pipe, or a folder, which no file can take the place of. */
    private static boolean keepsItsName(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file);
    }

    private static Path temporaryName(Path target) {
        String name =
                target.getFileName() + "." + ProcessHandle.current().pid() + "-" + WRITTEN.incrementAndGet() + ".new";
        return target.resolveSibling(name);
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
        Path temporary = Files.createTempFile(folder, target.getFileName() + ".", ".new");
        put(target, temporary, bytes, false);
    }

    /** Adds a text at the end of the file, which is made if it is missing; all of it, or nothing if the disk fails. */
    public static void append(Path file, String text) throws IOException {
        append(file, clean(text));
    }

    /** As {@link #append}, for data: only the keys that this process knows are hidden in it. */
    public static void appendData(Path file, String text) throws IOException {
        append(file, SecretFilter.known().hideKeys(text).getBytes(StandardCharsets.UTF_8));
    }

    private static void append(Path file, byte[] text) throws IOException {
        try (OutputFile out = OutputFile.after(file, Files.exists(file) ? Files.size(file) : 0, null)) {
            out.write(text);
        }
    }

    /** Writes a value as compressed JSON. */
    public static void writeZipped(Path file, @Nullable Object value) throws IOException {
        writeZipped(file, clean(JsonCodec.write(SecretFilter.known().redactValue(value))));
    }

    /** As {@link #writeZipped}, for data: only the keys that this process knows are hidden in it. */
    public static void writeZippedData(Path file, @Nullable Object value) throws IOException {
        Object clean = SecretFilter.known().hideKeysIn(value).value();
        writeZipped(file, JsonCodec.write(clean).getBytes(StandardCharsets.UTF_8));
    }

    private static void writeZipped(Path file, byte[] text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text);
        }
        write(file, bytes.toByteArray());
    }

    /** Returns the file itself, where the name is a link: it keeps its place, and the link stays a link. */
    private static Path target(Path file) throws IOException {
        return Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    }

    private static void put(Path target, Path temporary, byte[] bytes, boolean forced) throws IOException {
        put(target, temporary, out -> out.write(bytes), forced);
    }

    private static void put(Path target, Path temporary, Content content, boolean forced) throws IOException {
        DurableFiles disk = DurableFiles.current();
        try {
            try (OutputFile out = begin(target, temporary)) {
                content.writeTo(out);
                if (forced) {
                    out.sync();
                }
            }
            disk.move(temporary, target);
        } catch (IOException | RuntimeException | Error e) {
            discard(temporary, e);
            throw e;
        }
        Path folder = target.toAbsolutePath().getParent();
        if (forced && folder != null) {
            disk.forceNames(folder);
        }
    }

    /** Begins the new file, with the rights of the one whose place it takes; a file that was made before keeps its own. */
    private static OutputFile begin(Path target, Path temporary) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new FileSystemException(target.toString(), null, "there is no folder " + folder);
        }
        boolean made = Files.exists(temporary);
        OutputFile out;
        try {
            out = OutputFile.create(temporary);
        } catch (FileNotFoundException e) {
            String reason = String.valueOf(e.getMessage()).replaceFirst("(?s).*\\((.*)\\)$", "$1");
            throw new FileSystemException(
                    target.toString(), null, "no file can be made in the folder " + folder + " (" + reason + ")");
        }
        try {
            if (!made && Files.exists(target)) {
                Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
            }
        } catch (UnsupportedOperationException e) {
            // A file system without such rights.
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
        return out;
    }

    private static void discard(Path half, Throwable reason) {
        try {
            if (Files.isRegularFile(half)) {
                Files.deleteIfExists(half);
            }
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    private static byte[] clean(String text) {
        return SecretFilter.known().redact(text).getBytes(StandardCharsets.UTF_8);
    }
}
