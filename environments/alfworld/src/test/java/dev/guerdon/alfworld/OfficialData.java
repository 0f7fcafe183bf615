package dev.guerdon.alfworld;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the official games, which are not part of the repository. */
public final class OfficialData {

    private OfficialData() {}

    /** The folder of official games; a test that asks for it is skipped where there is none. */
    public static Path folder() {
        String named = System.getenv("ALFWORLD_DATA");
        Path folder = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("guerdon.root", ".."), "..", "shared", "data", "alfworld");
        assumeTrue(
                Files.isDirectory(folder.resolve("json_2.1.1")),
                "skipped: no official ALFWorld games in " + folder.normalize() + "; './dev data' says how to get them");
        return folder;
    }

    /** All game files below the folder. */
    public static List<Path> games() throws IOException {
        try (Stream<Path> all = Files.walk(folder())) {
            return all.filter(path -> path.endsWith(GameFolder.GAME)).sorted().toList();
        }
    }
}
