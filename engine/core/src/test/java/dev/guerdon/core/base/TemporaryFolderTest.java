package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a link needs rights there")
class TemporaryFolderTest {

    @TempDir
    Path folder;

    /** Makes a temporary folder, says where it is, and waits to be killed. */
    public static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            Path own = TemporaryFolder.in(Path.of(arguments[0]));
            Files.writeString(own.resolve("profile"), "x");
            System.out.println(own);
            System.in.read();
        }
    }

    private Process hold() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Path told(Process process) throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        return Path.of(String.valueOf(out.readLine()));
    }

    @Test
    void whatAKilledProcessLeftIsDeletedAndWhatALivingOneHasIsNot() throws Exception {
        Process killed = hold();
        Process living = hold();
        try {
            Path left = told(killed);
            Path held = told(living);
            killed.destroyForcibly().waitFor();
            assertThat(left.resolve("profile")).exists();
            Path own = TemporaryFolder.in(folder);
            TemporaryFolder.deleteLeftovers(own);
            assertThat(left).doesNotExist();
            assertThat(held.resolve("profile")).exists();
            assertThat(own).isDirectory();
            living.outputWriter().close();
            assertThat(living.waitFor()).isZero();
            assertThat(held).doesNotExist();
        } finally {
            killed.destroyForcibly();
            living.destroyForcibly();
        }
    }

    @Test
    void onlyOldFoldersWithoutALockGoAndLinksStay() throws Exception {
        Path own = TemporaryFolder.in(folder);
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("lock"), "1\n");
        Path link = Files.createSymbolicLink(folder.resolve("guerdon-tmp-link"), elsewhere);
        Path young = Files.createDirectory(folder.resolve("guerdon-tmp-young"));
        Path old = Files.createDirectory(folder.resolve("guerdon-tmp-old"));
        Path within = Files.createSymbolicLink(old.resolve("link"), elsewhere);
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        Path other = Files.createDirectory(folder.resolve("sqlite-3.50-guerdon"));
        TemporaryFolder.deleteLeftovers(own);
        assertThat(link).isSymbolicLink();
        assertThat(young).exists();
        assertThat(other).exists();
        assertThat(old).doesNotExist();
        assertThat(within).doesNotExist();
        assertThat(elsewhere.resolve("lock")).exists();
    }
}
