package dev.guerdon.core.base;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A library written in C, which unpacks itself into a folder when it is used first.
 *
 * <p>The files in that folder must be allowed to run. Where temporary files are, they often are not: with {@code docker --tmpfs
 * /tmp}, for one, and on hardened machines. Guerdon's cache folder takes its place there.
 */
@Internal
public enum NativeLibrary {
    SQLITE("SQLite", "org.sqlite.tmpdir", "org.sqlite.lib.path"),
    ZSTANDARD("Zstandard", "ZstdTempFolder", "ZstdNativePath"),
    JLINE("JLine", "jline.tmpdir", "library.jline.path");

    private static final String VARIABLE = "GUERDON_NATIVE_DIR";

    private final String title;
    private final String folderProperty;
    private final String fileProperty;

    NativeLibrary(String title, String folderProperty, String fileProperty) {
        this.title = title;
        this.folderProperty = folderProperty;
        this.fileProperty = fileProperty;
    }

    /** Found once: the places do not change while a process runs. */
    private static final class Found {
        static final Places PLACES = Places.of(System.getenv(), System.getProperty("java.io.tmpdir", ""));
        static final @Nullable Path FOLDER =
                PLACES.firstThatRuns().map(Path::toAbsolutePath).orElse(null);
    }

    /**
     * Chooses where the library unpacks itself. To be called before its first class is used.
     *
     * @throws GuerdonException if there is no folder whose files may run
     */
    public void prepare() {
        if (System.getProperty(folderProperty) != null || System.getProperty(fileProperty) != null) {
            return;
        }
        Path folder = Found.FOLDER;
        if (folder == null) {
            throw new GuerdonException(title + " cannot be loaded: " + Found.PLACES.problem());
        }
        System.setProperty(folderProperty, own(folder).toString());
    }

    /** Returns a library deletes what it unpacked at the end of its process, unless that was killed. */
    private static Path own(Path folder) {
        try {
            return TemporaryFolder.in(folder);
        } catch (IOException e) {
            return folder;
        }
    }

    /** Returns where such libraries unpack themselves; empty if they cannot. */
    public static Optional<Path> folder() {
        return Optional.ofNullable(Found.FOLDER);
    }

    /** Returns why {@link #folder} is empty, and what to do. */
    public static String problem() {
        return Found.PLACES.problem();
    }

    /** The folders that may be used, the best first. */
    record Places(List<Path> folders) {

        /** The largest library has 2 MB; several processes may unpack it at once. */
        private static final long ROOM = 16L << 20;

        static Places of(Map<String, String> environment, String temporary) {
            String chosen = environment.getOrDefault(VARIABLE, "");
            if (!chosen.isBlank()) {
                return new Places(path(chosen));
            }
            List<Path> folders = new ArrayList<>(path(temporary));
            try {
                folders.add(CacheFolder.of("native", environment));
            } catch (GuerdonException e) {
                // Without a home folder there is no cache folder.
            }
            return new Places(folders);
        }

        private static List<Path> path(String text) {
            try {
                return List.of(Path.of(text));
            } catch (InvalidPathException e) {
                return List.of();
            }
        }

        Optional<Path> firstThatRuns() {
            return folders.stream().filter(Places::runs).findFirst();
        }

        private static boolean runs(Path folder) {
            try {
                Files.createDirectories(folder);
                if (!DiskSpace.hasRoom(folder, ROOM)) {
                    return false;
                }
                Path probe = Files.createTempFile(folder, "guerdon", ".so");
                try {
                    // The operating system says no for every file of a file system that is mounted with noexec.
                    return probe.toFile().setExecutable(true) && Files.isExecutable(probe);
                } finally {
                    Files.deleteIfExists(probe);
                }
            } catch (IOException e) {
                return false;
            }
        }

        String problem() {
            Optional<Path> full = folders.stream()
                    .filter(folder -> !DiskSpace.hasRoom(folder, ROOM))
                    .findFirst();
            return "it has to unpack itself into a folder whose files may run, and "
                    + full.map(folder -> "the disk of " + folder + " is full").orElseGet(this::places) + "; set "
                    + VARIABLE
                    + " to such a folder, or mount the one for temporary files without noexec (docker: --tmpfs /tmp:exec)";
        }

        private String places() {
            return switch (folders.size()) {
                case 0 -> "there is no folder for temporary files";
                case 1 -> folders.getFirst() + " is not one";
                default ->
                    folders.stream().map(Path::toString).collect(Collectors.joining(" nor ", "neither ", " is one"));
            };
        }
    }
}
