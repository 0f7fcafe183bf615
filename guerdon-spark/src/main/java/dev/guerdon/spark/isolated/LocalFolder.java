package dev.guerdon.spark.isolated;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A folder of this process alone; it goes when it is closed, or with the process. */
@Internal
public final class LocalFolder implements AutoCloseable {

    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    static {
        ProcessEnd.removing(() -> OPEN.forEach(LocalFolder::delete));
    }

    private final Path path;

    private LocalFolder(Path path) {
        this.path = path;
    }

    /** Makes an empty folder that nobody else may enter. */
    public static LocalFolder create() throws IOException {
        try {
            Path path = Files.createTempDirectory("guerdon-spark"); // rwx for the owner alone
            OPEN.add(path);
            return new LocalFolder(path);
        } catch (IOException e) {
            throw new IOException(
                    "no folder can be made in " + System.getProperty("java.io.tmpdir")
                            + ", which java.io.tmpdir names: " + e.getMessage(),
                    e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        OPEN.remove(path);
        delete(path);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The system clears its temporary files.
        }
    }
}
