package dev.guerdon.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Jars that tests use beside those of the build: connectors, and servers of other projects.
 *
 * <p>{@code ./dev test-spark} fetches them; a test that needs some is skipped where they are not in the Maven repository of this user, nor in
 * the folder that the environment variable {@value #VARIABLE} names.
 */
final class MavenJars {

    /** Names a folder of jars to be taken in place of those of the Maven repository. */
    static final String VARIABLE = "GUERDON_CONNECTORS";

    private MavenJars() {}

    /** The jars with these coordinates; a test that asks is skipped where one is missing. */
    static List<Path> of(List<String> coordinates) {
        for (String each : coordinates) {
            Assumptions.assumeTrue(
                    Files.isRegularFile(jar(each)),
                    () -> "the jar " + each + " is not in the Maven repository; ./dev test-spark fetches it");
        }
        return coordinates.stream().map(MavenJars::jar).toList();
    }

    private static Path jar(String coordinates) {
        List<String> parts = List.of(coordinates.split(":", -1));
        String name = parts.get(1) + "-" + parts.get(2) + ".jar";
        String folder = System.getenv(VARIABLE);
        if (folder != null && !folder.isEmpty()) {
            return Path.of(folder, name);
        }
        String repository = System.getProperty("maven.repo.local");
        return (repository == null
                        ? Path.of(System.getProperty("user.home"), ".m2", "repository")
                        : Path.of(repository))
                .resolve(parts.get(0).replace('.', '/'))
                .resolve(parts.get(1))
                .resolve(parts.get(2))
                .resolve(name);
    }
}
