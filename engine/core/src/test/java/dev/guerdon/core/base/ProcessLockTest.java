package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@SuppressWarnings("try") // what is open matters, not its name
class ProcessLockTest {

    @TempDir
    private Path folder;

    /** Takes a lock, says so, and keeps it until its input ends. */
    static final class Holder {
        public static void main(String[] arguments) throws IOException {
            try (ProcessLock lock = ProcessLock.beside(Path.of(arguments[0]), "the file")) {
                System.out.println("locked");
                while (System.in.read() >= 0) {
                    // until its input ends
                }
            }
        }
    }

    private static Process holder(Path file) throws IOException {
        Process process = start(file, ProcessBuilder.Redirect.INHERIT);
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        assertThat(out.readLine()).isEqualTo("locked");
        return process;
    }

    private static Process start(Path file, ProcessBuilder.Redirect errors) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(errors)
                .start();
    }

    @Test
    void secondProcessIsToldTheIdOfTheFirst() throws Exception {
        Path file = folder.resolve("scores.jsonl");
        Process first = holder(file);
        try {
            assertThatThrownBy(() -> ProcessLock.beside(file, "the output " + file))
                    .hasMessage("the output " + file + " is being written by another process, with the id "
                            + first.pid() + "; wait for it to end, or end it, then try again");
            first.getOutputStream().close();
            assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(folder).isEmptyDirectory();
            ProcessLock.beside(file, "the output").close();
        } finally {
            first.destroyForcibly();
        }
    }

    @Test
    void lockOfAKilledProcessIsNoObstacle() throws Exception {
        Path file = folder.resolve("scores.jsonl");
        Process first = holder(file);
        first.destroyForcibly();
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("scores.jsonl.lock")).exists();
        ProcessLock.beside(file, "the output").close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void secondJobOfOneProcessIsRefusedUnderAnyName() throws IOException {
        Path file = Files.writeString(folder.resolve("scores.jsonl"), "");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        try (ProcessLock first = ProcessLock.beside(file, "the output")) {
            assertThatThrownBy(() -> ProcessLock.beside(link, "the output"))
                    .hasMessageContaining("is being written by another job of this process");
        }
        ProcessLock.beside(link, "the output").close();
    }

    @Test
    void lookFromAnotherClassLoaderOfTheProcessDoesNotEndTheLock() throws Exception {
        Path file = folder.resolve("scores.jsonl");
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader =
                        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
                ProcessLock first = ProcessLock.beside(file, "the output")) {
            Class<?> other = loader.loadClass(ProcessLock.class.getName());
            assertThat(other).isNotEqualTo(ProcessLock.class);
            assertThat(other.getMethod("held", Path.class).invoke(null, folder.resolve("scores.jsonl.lock")))
                    .isEqualTo(true);
            assertThatThrownBy(() ->
                            other.getMethod("beside", Path.class, String.class).invoke(null, file, "the output"))
                    .cause()
                    .hasMessageContaining("is being written by another job of this process");
            Path errors = folder.resolve("errors.txt");
            Process second = start(file, ProcessBuilder.Redirect.to(errors.toFile()));
            try {
                second.getOutputStream().close();
                assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(Files.readString(errors))
                        .contains("is being written by another process, with the id "
                                + ProcessHandle.current().pid());
            } finally {
                second.destroyForcibly();
            }
        }
    }

    @Test
    void lockFileThatStaysCanBeTakenAgain() {
        Path file = folder.resolve("run.lock");
        ProcessLock.in(file, "the run").close();
        assertThat(file).exists();
        ProcessLock.in(file, "the run").close();
    }
}
