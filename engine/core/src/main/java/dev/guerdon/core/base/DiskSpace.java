package dev.guerdon.core.base;

import dev.guerdon.api.Internal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the disk that is full, where libraries say only that one is, or that something else failed. */
@Internal
public final class DiskSpace {

    /** Less than this is full: a page of a database or a block of a file no longer fits. */
    private static final long MIN_BYTES = 64 << 10;

    /** The words of POSIX. */
    private static final String NO_SPACE = "No space left on device";

    private DiskSpace() {}

    /**
     * Returns the folder whose disk is full, if that is why something failed.
     *
     * @param problem what the operating system or a library said
     * @param folder where something was written; those for temporary files are looked at, too
     */
    public static Optional<Path> fullOf(Path folder, Exception problem) {
        List<Path> places = new ArrayList<>(List.of(folder));
        for (String temporary : List.of(System.getProperty("java.io.tmpdir", ""), "/var/tmp", "/tmp")) {
            if (!temporary.isEmpty()) {
                places.add(Path.of(temporary));
            }
        }
        boolean said = String.valueOf(problem.getMessage()).contains(NO_SPACE);
        return places.stream()
                .filter(place -> !hasRoom(place, MIN_BYTES))
                .findFirst()
                .or(() -> Optional.of(folder).filter(place -> said));
    }

    /** Returns whether the disk of a folder has room for so many bytes, as far as it says. */
    public static boolean hasRoom(Path folder, long bytes) {
        try {
            return Files.getFileStore(folder).getUsableSpace() >= bytes;
        } catch (IOException e) {
            return true; // a folder that cannot be asked fails by itself
        }
    }
}
