package dev.guerdon.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteCodecTest {

    /** Twice as much as the process has memory for; a megabyte of it takes a kilobyte in the file. */
    @Test
    void aFileThatUnpacksToMoreThanTheMemoryIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("suite.json.gz");
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        long size = Math.min(2L << 30, 2 * Runtime.getRuntime().maxMemory());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16)) {
            for (long written = 0; written < size; written += blanks.length) {
                out.write(blanks);
            }
            out.write("{\"parts\":[]}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Files.size(file)).isLessThan(16 << 20);

        assertThatThrownBy(() -> SuiteCodec.read(folder))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("suite.json.gz")
                .hasMessageContaining("unpacks to more than");
    }
}
