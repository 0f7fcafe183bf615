package dev.guerdon.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleFileTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"5000,300", "5000,1000", "5000,3000", "2500,30000"})
    void aFileHasAsManyRecordsOfAboutTheSizeAsAsked(long records, int bytes) throws IOException {
        Path file = folder.resolve("in.jsonl");
        long size = SampleFile.write(file, records, bytes);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize((int) records);
        assertThat((double) size / records).isCloseTo(bytes, within(0.2 * bytes));
        Json first = JsonCodec.read(lines.getFirst(), "line 1");
        assertThat(first.get("answer").asString()).isNotEmpty();
        assertThat(first.get("trajectory").asList()).isNotEmpty();
        assertThat(lines.get(0)).isNotEqualTo(lines.get(1));
    }
}
