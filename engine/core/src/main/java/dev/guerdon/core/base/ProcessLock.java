package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second process from writing what one is writing. It is a lock of the operating system on a file next to it, which ends with the
 * process, however that ends: the file of a killed process is no obstacle. The file holds the process id, for the message to the second.
 */
@Internal
public final class ProcessLock implements AutoCloseable {

    /** Far after the process id: where locks keep others from reading, the id can be read. */
    private static final long LOCKED_BYTE = 1L << 30;

    private static final int TRIES = 10;
    private static final long PAUSE_NANOS = 10_000_000;

    /**
     * Names the locks of this process among its system properties. The operating system tells processes apart, but not the jobs of one
     * process; and closing the file releases the lock. A field would not do: two class loaders may each have this class.
     */
    private static final String HELD = "guerdon.lock.";

    private final Path file;
    private final Path key;
    private final FileChannel channel;
    private final boolean deletes;

    private ProcessLock(Path file, Path key, FileChannel channel, boolean deletes) {
        this.file = file;
        this.key = key;
        this.channel = channel;
        this.deletes = deletes;
    }

    /** Takes the lock of a file, named as the file with {@code .lock} after it; it is deleted at the end. */
    public static ProcessLock beside(Path file, String what) {
        try {
            Path target = Files.exists(file) ? file.toRealPath() : file;
            return take(target.resolveSibling(target.getFileName() + ".lock"), what, true);
        } catch (IOException e) {
            throw new GuerdonException(what + " cannot be locked: " + e.getMessage(), e);
        }
    }

    /**
     * Takes the lock in a file that stays.
     *
     * @param what names what is locked, at the beginning of a message
     * @throws Taken if it is held
     */
    public static ProcessLock in(Path file, String what) {
        try {
            return take(file, what, false);
        } catch (IOException e) {
            throw new GuerdonException(what + " cannot be locked: " + e.getMessage(), e);
        }
    }

    private static ProcessLock take(Path file, String what, boolean deletes) throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        Path key = (folder == null ? file : folder.toRealPath()).resolve(file.getFileName());
        if (System.getProperties().putIfAbsent(HELD + key, "held") != null) {
            throw taken(what, Optional.of(ProcessHandle.current().pid()));
        }
        try {
            while (true) {
                FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Optional<Object> opened = identity(file);
                if (lock(channel) == null) {
                    Optional<Long> owner = owner(channel);
                    channel.close();
                    throw taken(what, owner);
                }
                sign(channel);
                if (opened.equals(identity(file)) && sizeIs(file, channel.size())) {
                    return new ProcessLock(file, key, channel, deletes);
                }
                channel.close(); // its last owner deleted it after we had opened it
            }
        } catch (IOException | RuntimeException e) {
            System.clearProperty(HELD + key);
            throw e;
        }
    }

    /** Tries a few times: another process may be checking the lock, which takes a moment. */
    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        for (int tries = 0; ; tries++) {
            FileLock lock = tryLock(channel, false);
            if (lock != null || tries == TRIES) {
                return lock;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /**
     * Returns whether a process, this one or another, has the lock in a file. Where that cannot be found out, such as on a disk without locks,
     * the answer is no.
     */
    public static boolean held(Path file) {
        try {
            Path folder = file.toAbsolutePath().normalize().getParent();
            Path key = (folder == null ? file : folder.toRealPath()).resolve(file.getFileName());
            if (System.getProperty(HELD + key) != null) {
                return true; // to open the file and close it again would end the lock
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                return tryLock(channel, true) == null;
            }
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Leaves a word that says why the process released the lock, in the place of the process id. It takes no new room on the disk, and
     * so works on a full one.
     */
    public void leave(String word) {
        try {
            byte[] bytes = (word + "\n").getBytes(StandardCharsets.UTF_8);
            channel.write(ByteBuffer.wrap(bytes), 0);
        } catch (IOException e) {
            // Then the reason stays unknown.
        }
    }

    /** Returns the word that the last owner left in the file of a lock; empty if there is none. */
    public static String left(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(1100);
            channel.read(bytes, 0);
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            String first = text.lines().findFirst().orElse("").strip();
            return first.isEmpty() || Character.isDigit(first.charAt(0)) ? "" : first;
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns what distinguishes files of the same name, if the operating system has it. */
    private static Optional<Object> identity(Path file) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.of(e);
        }
    }

    /** Writes our id. The size is random, which distinguishes our file from a new one in its place: to open it again would end the lock. */
    private static void sign(FileChannel channel) throws IOException {
        String id = ProcessHandle.current().pid()
                + " ".repeat(ThreadLocalRandom.current().nextInt(1000)) + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(id.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static boolean sizeIs(Path file, long size) throws IOException {
        try {
            return Files.size(file) == size;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static Optional<Long> owner(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1100);
        channel.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Thrown if the lock is held. */
    public static final class Taken extends GuerdonException {
        Taken(String message) {
            super(message);
        }
    }

    private static Taken taken(String what, Optional<Long> owner) {
        return new Taken(what + " is being written by "
                + owner.map(id -> id == ProcessHandle.current().pid()
                                ? "another job of this process"
                                : "another process, with the id " + id)
                        .orElse("another process")
                + "; wait for it to end, or end it, then try again");
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        try (channel) {
            if (deletes) {
                Files.deleteIfExists(file); // while it is ours, so that no other one is deleted
            }
        } catch (IOException e) {
            throw new GuerdonException("the lock " + file + " could not be given back: " + e.getMessage(), e);
        } finally {
            System.clearProperty(HELD + key);
        }
    }
}
