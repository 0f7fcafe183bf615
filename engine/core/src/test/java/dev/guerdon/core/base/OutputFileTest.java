package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // what is open matters, not its name
class OutputFileTest {

    @TempDir
    private Path folder;

    private static byte[] line(int number, int length) {
        return (number + " " + "x".repeat(length) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void fileNeverEndsInTheMiddleOfALineWhereverTheDiskIsFull() throws IOException {
        Random random = new Random(3);
        for (int round = 0; round < 40; round++) {
            Path file = folder.resolve("out-" + round);
            int most = 1 + random.nextInt(100_000);
            boolean failed = false;
            try (FailingDisk disk = new FailingDisk(path -> path.startsWith(folder))
                            .room(random.nextInt(400_000))
                            .mostAtOnce(most);
                    OutputFile out = OutputFile.create(file)) {
                for (int i = 0; i < 1000; i++) {
                    out.write(line(i, random.nextInt(20) == 0 ? random.nextInt(100_000) : random.nextInt(100)));
                }
            } catch (IOException e) {
                failed = true;
                assertThat(e).hasMessageContaining("No space left on device");
            }
            assertThat(failed).isTrue();
            String text = Files.readString(file);
            assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
            int number = 0;
            for (String line : text.lines().toList()) {
                assertThat(line).startsWith(number++ + " ");
            }
        }
    }

    @Test
    void nothingFollowsALineThatIsMissing() throws IOException {
        Path file = folder.resolve("out");
        try (FailingDisk disk = new FailingDisk(path -> path.startsWith(folder)).room(10)) {
            OutputFile out = OutputFile.create(file);
            out.write(line(1, 5));
            out.flush();
            out.write(line(2, 5));
            assertThatThrownBy(out::flush).hasMessage("No space left on device");
            disk.room(1000);
            assertThatThrownBy(() -> out.write(line(3, 5))).hasMessageContaining("could not be written before");
            assertThatThrownBy(out::sync).hasMessageContaining("could not be written before");
            out.close();
        }
        assertThat(file).hasContent("1 xxxxx\n");
    }

    @Test
    void goesOnBehindAPartOfAFileAndTellsTheHashOfAll() throws IOException {
        Path file = folder.resolve("out");
        String hash;
        try (OutputFile out = OutputFile.hashed(file)) {
            out.write(line(1, 5));
            out.write(line(2, 5));
            out.sync();
            hash = out.hash();
            assertThat(out.length()).isEqualTo(16);
        }
        assertThat(hash).isEqualTo(Sha256.hex(file));
        var half = Sha256.digest();
        half.update(line(1, 5));
        try (OutputFile out = OutputFile.after(file, 8, half)) {
            out.write(line(2, 5));
            out.sync();
            assertThat(out.hash()).isEqualTo(hash);
        }
        assertThat(file).hasContent("1 xxxxx\n2 xxxxx\n");
    }

    @Test
    void failedSyncIsNotForgotten() throws IOException {
        try (FailingDisk disk = new FailingDisk(path -> path.startsWith(folder)).withoutForce();
                OutputFile out = OutputFile.create(folder.resolve("out"))) {
            out.write(line(1, 5));
            assertThatThrownBy(out::sync).hasMessage("Input/output error");
            assertThatThrownBy(() -> out.write(line(2, 5))).hasMessageContaining("could not be written before");
        }
    }
}
