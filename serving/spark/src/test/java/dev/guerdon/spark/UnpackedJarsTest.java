package dev.guerdon.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one jar in a process that finds no room for what is in it. */
class UnpackedJarsTest {

    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void makeJar() throws IOException {
        jar = GuerdonJars.oneJar(folder);
    }

    private record End(int exitCode, String err) {}

    private static End start(Path temporary) throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        jar + File.pathSeparator + System.getProperty("java.class.path"),
                        "dev.guerdon.spark.SparkMain",
                        "--version"))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            return new End(process.exitValue(), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFolderThatIsNotThereIsNamed() throws IOException, InterruptedException {
        Path missing = folder.resolve("missing");
        End end = start(missing);
        assertThat(end.exitCode()).as(end.err()).isEqualTo(2);
        assertThat(end.err().lines())
                .filteredOn(line -> !line.startsWith("WARNING"))
                .singleElement()
                .asString()
                .startsWith("guerdon: Guerdon's jars could not be unpacked: no folder can be made in " + missing);
    }

    @Test
    void jarsAreGoneWithTheProcess() throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        End end = start(temporary);
        assertThat(end.exitCode()).as(end.err()).isZero();
        assertThat(temporary).isEmptyDirectory();
    }
}
