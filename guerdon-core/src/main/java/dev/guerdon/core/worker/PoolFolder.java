package dev.guerdon.core.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The temporary folder of a pool, which only the user can enter. */
final class PoolFolder {

    /** The address of a socket may have about 100 bytes; what follows the folder is short. */
    private static final int LONGEST = 80;

    private PoolFolder() {}

    static Path create() throws IOException {
        Path folder = Files.createTempDirectory("guerdon").toAbsolutePath();
        if (folder.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST) {
            return folder;
        }
        Path shorter = Path.of("/tmp");
        if (!Files.isWritable(shorter)) {
            Files.delete(folder);
            throw new IOException("the path " + folder + " is too long for a socket");
        }
        Files.delete(folder);
        return Files.createTempDirectory(shorter, "guerdon");
    }
}
