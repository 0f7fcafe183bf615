package dev.guerdon.cli.cluster;

import dev.guerdon.core.base.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Archive of the classes that a driver loads, next to the shared jar: with it, a driver starts in half the time.
 *
 * <p>It fits one jar and one Java, and its name says which. A JVM that cannot use it does without.
 */
final class DriverArchive {

    /** The first version that makes such an archive in one run. */
    private static final int FIRST_JAVA = 25;

    private static final long MAX_MINUTES = 5;

    private static final String SAMPLE = """
            {"id":"1","final_response":"It is Paris.","answer":"Paris"}
            {"id":"2","final_response":"It is Rome.","answer":"Paris"}
            """;

    private final Path file;

    DriverArchive(Path jar) {
        String java = System.getProperty("java.runtime.version", "").replaceAll("[^0-9A-Za-z.]", "_");
        this.file = jar.resolveSibling(jar.getFileName().toString().replaceFirst("\\.jar$", "") + "-" + java + ".aot");
    }

    /** Returns whether this Java can use one, and there is none. */
    boolean isMissing() {
        return Runtime.version().feature() >= FIRST_JAVA && !Files.isRegularFile(file);
    }

    /** Returns the options that make a driver use it, if it is there; one that does not fit is passed over without a word. */
    List<String> options() {
        return Runtime.version().feature() >= FIRST_JAVA && Files.isRegularFile(file)
                ? List.of("-XX:AOTCache=" + file, "-Xlog:aot*=off:stderr")
                : List.of();
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    /**
     * Makes it, by a driver that scores two lines.
     *
     * @return whether it is there now
     */
    boolean make(DriverCommand driver) {
        if (!isMissing()) {
            return !options().isEmpty();
        }
        try {
            Path work = Files.createTempDirectory(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()), "new");
            try {
                return make(driver, work);
            } finally {
                FolderTree.delete(work);
            }
        } catch (IOException e) {
            return false; // it is only faster with it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean make(DriverCommand driver, Path work) throws IOException, InterruptedException {
        Path in = Files.writeString(work.resolve("in.jsonl"), SAMPLE);
        Path made = work.resolve("made.aot");
        List<String> arguments = List.of(
                "score",
                "--on",
                "local[2]",
                "--reward",
                "qa_f1_reward",
                "--quiet",
                "--in",
                in.toString(),
                "--out",
                work.resolve("out").toString());
        try (DriverLink link = DriverLink.open()) {
            List<String> command =
                    new ArrayList<>(driver.of(ClusterAddress.of("local[2]"), arguments, Map.of(), link.file()));
            command.add(1, "-XX:AOTCacheOutput=" + made);
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (!process.waitFor(MAX_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                    return false;
                }
            } finally {
                process.destroyForcibly();
            }
        }
        if (!Files.isRegularFile(made)) {
            return false;
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }
}
