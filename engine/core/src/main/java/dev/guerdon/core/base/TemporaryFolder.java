package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Temporary folder of this process, which only the user can enter. It goes with the process; what a killed process left is deleted by the next one
 * that needs such a folder.
 *
 * <p>A lock in it says that its process is alive: unlike a process id, it is never used again, and it holds in containers that share a folder for
 * temporary files. A folder of another user and a link are left alone.
 */
@Internal
public final class TemporaryFolder {

    private static final String PREFIX = "guerdon-tmp";
    private static final String LOCK = "lock";

    /** A folder without a lock belongs to a process that is just starting, or that was killed at that moment. */
    private static final Duration MAX_START = Duration.ofHours(1);

    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private static final Map<Path, TemporaryFolder> OPEN = new ConcurrentHashMap<>();

    private final Path path;

    private TemporaryFolder(Path path) {
        this.path = path;
    }

    /** Creates a new folder in that of this process. */
    public static Path create(String name) throws IOException {
        return Files.createTempDirectory(in(parent()), name);
    }

    /** Creates a new file in the folder of this process. */
    public static Path createFile(String name) throws IOException {
        return Files.createTempFile(in(parent()), name, "");
    }

    private static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir", ""));
    }

    /** Returns the folder of this process in a parent; the first call creates it, and deletes those of processes that are gone. */
    public static Path in(Path parent) throws IOException {
        synchronized (OPEN) {
            Path key = parent.toAbsolutePath().normalize();
            TemporaryFolder known = OPEN.get(key);
            if (known == null || !Files.isDirectory(known.path)) {
                known = new TemporaryFolder(Files.createTempDirectory(key, PREFIX));
                ProcessLock lock = ProcessLock.in(known.path.resolve(LOCK), "the temporary folder " + known.path);
                OPEN.put(key, known);
                Path own = known.path;
                Thread others = OwnThread.start("guerdon-temporary-files", () -> deleteLeftovers(own));
                ProcessShutdown.at(ProcessShutdown.Phase.CLOSE, "delete temporary files", () -> {
                    await(others);
                    delete(own, lock);
                });
            }
            return known.path;
        }
    }

    /** A short command gives the clean-up a moment. */
    private static void await(Thread others) {
        try {
            others.join(MAX_WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path folder, @Nullable ProcessLock lock) {
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            // Something still writes there, or is loaded from there; the next process tries again.
        }
        if (lock != null) {
            lock.close();
        }
    }

    /**
     * Deletes the folders of processes that are gone.
     *
     * @param own the folder of this process, next to which the others are
     */
    static void deleteLeftovers(Path own) {
        Path parent = own.resolveSibling("").normalize();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            UserPrincipal user = Files.getOwner(own, LinkOption.NOFOLLOW_LINKS);
            for (Path folder : folders) {
                if (!folder.equals(own) && isLeftover(folder, user)) {
                    delete(folder, null);
                }
            }
        } catch (IOException | RuntimeException e) {
            System.getLogger(TemporaryFolder.class.getName())
                    .log(System.Logger.Level.DEBUG, "what killed processes left in " + parent + " stays", e);
        }
    }

    private static boolean isLeftover(Path folder, UserPrincipal user) {
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return false;
            }
            Path lock = folder.resolve(LOCK);
            // Its process writes its id once it has the lock.
            if (Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS) && Files.size(lock) > 0) {
                return !ProcessLock.held(lock);
            }
            Instant changed =
                    Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS).toInstant();
            return changed.isBefore(Instant.now().minus(MAX_START));
        } catch (IOException e) {
            return false; // its process is just deleting it
        }
    }
}
