package dev.guerdon.cli.cluster;

import dev.guerdon.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state of Guerdon's own jars, without reading them: it is another one as soon as one of them was written or replaced. */
final class OwnJarsState {

    /** The time of the last change of a file is the system's, and nobody can set it back. */
    private static final String ATTRIBUTES = "unix:size,lastModifiedTime,ctime,ino,dev";

    private OwnJarsState() {}

    /** A short name of it; empty where files do not tell when they were changed, or where classes are in folders. */
    static Optional<String> of(OwnJars own) {
        List<Path> files = new ArrayList<>(own.paths());
        files.add(own.side());
        MessageDigest digest = Sha256.digest();
        try {
            for (Path file : files) {
                if (!Files.isRegularFile(file)) {
                    return Optional.empty();
                }
                Map<String, Object> attributes = new TreeMap<>(Files.readAttributes(file, ATTRIBUTES));
                digest.update((file + " " + attributes + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.of(Sha256.hex(digest).substring(0, 16));
    }
}
