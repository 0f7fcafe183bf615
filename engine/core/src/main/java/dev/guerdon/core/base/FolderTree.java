package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A folder with all that is in it. */
@Internal
public final class FolderTree {

    private static final Duration PAUSE = Duration.ofMillis(10);

    private FolderTree() {}

    /**
     * Deletes a folder and everything in it; does nothing if there is none. A link is deleted, and what it points to is left alone,
     * so nothing outside of the folder is touched. What another process deletes meanwhile is no problem.
     *
     * @throws IOException if something could not be deleted; the rest may be gone
     */
    public static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
                if (problem instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw problem;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                    throws IOException {
                if (problem != null && !(problem instanceof NoSuchFileException)) {
                    throw problem;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Deletes a folder whose users are just ending, and what they still write there with it.
     *
     * @param most how long to try
     * @throws IOException if something could not be deleted in this time
     */
    public static void delete(Path folder, Duration most) throws IOException {
        again(most, () -> delete(folder));
    }

    /** Something that fails while others write. */
    interface Attempt {
        void make() throws IOException;
    }

    static void again(Duration most, Attempt attempt) throws IOException {
        long end = System.nanoTime() + most.toNanos();
        boolean done = false;
        while (!done) {
            try {
                attempt.make();
                done = true;
            } catch (IOException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
