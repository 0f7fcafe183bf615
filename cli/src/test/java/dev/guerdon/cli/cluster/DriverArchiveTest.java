package dev.guerdon.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverArchiveTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAJavaThatKnowsIt() {
        assumeTrue(Runtime.version().feature() >= 25, "archives of classes are for Java 25 and newer");
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".aot"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aDriverUsesTheArchiveOfItsOwnJarAlone() throws IOException {
        Path jar = folder.resolve("guerdon-spark-1-abc.jar");
        assertThat(new DriverArchive(jar).isMissing()).isTrue();
        assertThat(new DriverArchive(jar).options()).isEmpty();
        String java = System.getProperty("java.runtime.version").replaceAll("[^0-9A-Za-z.]", "_");
        Files.createFile(folder.resolve("guerdon-spark-1-abc-" + java + ".aot"));
        assertThat(new DriverArchive(jar).isMissing()).isFalse();
        assertThat(new DriverArchive(jar).options()).contains("-XX:AOTCache=" + archive());
        assertThat(command(jar)).contains("-XX:AOTCache=" + archive());
        Path other = folder.resolve("guerdon-spark-1-abd.jar");
        assertThat(command(other)).noneMatch(option -> option.startsWith("-XX:AOTCache"));
        new DriverArchive(jar).delete();
        assertThat(new DriverArchive(jar).isMissing()).isTrue();
    }

    private List<String> command(Path jar) {
        OwnJars own = new OwnJars(List.of(folder.resolve("guerdon.jar")), folder.resolve("side"));
        return new DriverCommand(new SparkHome(folder, "4.2.0", false), jar, own, Map.of())
                .of(ClusterAddress.of("local[2]"), List.of("score"), Map.of(), folder.resolve("s"));
    }

    @Test
    void aDriverThatFailsLeavesNothingBehind() throws IOException {
        Path jar = Files.writeString(folder.resolve("guerdon-spark-1-abc.jar"), "no jar");
        Files.createDirectories(folder.resolve("jars"));
        OwnJars own = new OwnJars(List.of(folder.resolve("guerdon.jar")), folder.resolve("side"));
        DriverCommand command = new DriverCommand(new SparkHome(folder, "4.2.0", false), jar, own, Map.of());
        assertThat(new DriverArchive(jar).make(command)).isFalse();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("guerdon-spark-1-abc.jar", "jars");
        }
    }
}
