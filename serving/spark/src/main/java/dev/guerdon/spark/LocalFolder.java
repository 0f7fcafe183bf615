package dev.guerdon.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A folder of this process alone; it goes when it is closed, or with the process. That of an executor which is killed goes with its
 * application: it is where the worker removes what executors leave behind.
 */
final class LocalFolder implements AutoCloseable {

    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    /** Steps at the end of the process, before its folders are removed. */
    private static final List<Runnable> CLOSING = new CopyOnWriteArrayList<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(LocalFolder::end, "guerdon-spark-end"));
    }

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path path;

    private LocalFolder(Path path) {
        this.path = path;
    }

    /** Closes at the end of the process what uses folders. */
    static void beforeRemoval(Runnable step) {
        CLOSING.add(step);
    }

    private static void end() {
        for (Runnable step : CLOSING) {
            try {
                step.run();
            } catch (RuntimeException | LinkageError e) {
                // The process ends; the other steps are still worth doing.
            }
        }
        OPEN.forEach(LocalFolder::delete);
    }

    /** Creates an empty folder that only this user may enter. */
    static LocalFolder create() throws IOException {
        Path parent = parent();
        try {
            Path path = Files.createTempDirectory(parent, "guerdon-spark"); // rwx for the owner alone
            OPEN.add(path);
            return new LocalFolder(path);
        } catch (IOException e) {
            throw new IOException("no folder can be made in " + place(parent) + ": " + e.getMessage(), e);
        }
    }

    /** Returns where folders are made: a worker of a standalone master tells its executors, and the containers of others go as a whole. */
    private static Path parent() {
        return Stream.of(System.getenv().getOrDefault("SPARK_EXECUTOR_DIRS", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .filter(Files::isWritable)
                .findFirst()
                .orElse(TEMPORARY);
    }

    /** Returns a folder that folders are made in, for people. */
    private static String place(Path parent) {
        return parent.equals(TEMPORARY) ? parent + ", which java.io.tmpdir names" : parent.toString();
    }

    /** Returns its place, for people. */
    String place() {
        return place(path.resolveSibling(""));
    }

    Path path() {
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
