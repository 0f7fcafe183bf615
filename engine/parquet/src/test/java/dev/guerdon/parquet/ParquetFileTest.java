package dev.guerdon.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.spi.RowFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParquetFileTest {

    static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(ParquetFileTest.class.getResource("/parquet"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static Stream<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".parquet"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<Object> rows(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(path)) {
            List<Object> rows = new ArrayList<>();
            file.forEach(rows::add);
            assertThat(file.rows()).isEqualTo(rows.size());
            return rows;
        }
    }

    private static List<Object> expected(String name) throws IOException {
        Path lines = folder().resolve(name.split("[-.]", 2)[0] + ".jsonl");
        return Files.readAllLines(lines).stream()
                .map(line -> Objects.requireNonNull(JsonCodec.read(line, name).value()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("files")
    void rowsAreWhatTheWriterPutIn(String name) throws IOException {
        assertThat(rows(folder().resolve(name))).isEqualTo(expected(name));
    }

    @ParameterizedTest
    @MethodSource("files")
    void linesOfJsonHaveTheSameRows(String name) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(ParquetFile.open(folder().resolve(name)).jsonLines(), StandardCharsets.UTF_8))) {
            assertThat(lines.lines()
                            .map(line -> Objects.requireNonNull(
                                    JsonCodec.read(line, name).value()))
                            .toList())
                    .isEqualTo(expected(name));
        }
    }

    @Test
    void indexOfPandasIsNoColumn() throws IOException {
        try (ParquetFile file = ParquetFile.open(folder().resolve("verl.parquet"))) {
            assertThat(file.columns())
                    .containsExactly(
                            "data_source", "prompt", "ability", "reward_model", "extra_info", "answer", "messages");
        }
    }

    @Test
    void twoIteratorsDoNotDisturbEachOther() throws IOException {
        try (ParquetFile file = ParquetFile.open(folder().resolve("basic-pages.parquet"))) {
            Iterator<Map<String, @Nullable Object>> one = file.iterator();
            Iterator<Map<String, @Nullable Object>> two = file.iterator();
            while (one.hasNext()) {
                assertThat(one.next()).isEqualTo(two.next());
            }
            assertThat(two).isExhausted();
        }
    }

    @Test
    void formatIsFoundByTheNameOfTheFile() {
        Registry registry = Registry.discover();
        for (String name : List.of("a.parquet", "b.parq", "folder/c.pq", "D.PARQUET")) {
            assertThat(RowFormat.of(registry, name))
                    .get()
                    .extracting(RowFormat::name)
                    .isEqualTo("Parquet");
        }
        assertThat(RowFormat.of(registry, "a.jsonl")).isEmpty();
    }

    private static void refuses(Path path, String... words) {
        assertThatThrownBy(() -> rows(path))
                .isInstanceOf(GuerdonException.class)
                .hasMessageStartingWith(path.toString())
                .hasMessageContainingAll(words);
    }

    @Test
    void unknownCompressionIsNamedWithTheColumn() {
        refuses(folder().resolve("refused/brotli.parquet"), "column 'a'", "BROTLI", "snappy");
    }

    @Test
    void rowOfMillionsOfValuesInFewBytesIsRefused() {
        refuses(folder().resolve("refused/many.parquet"), "row 2", "more than 2000000 values");
    }

    @Test
    void rowOfTheSameTextThousandsOfTimesIsRefused() {
        refuses(folder().resolve("refused/text.parquet"), "row 2", "more than 64 MiB of text");
    }

    @Test
    void otherFilesAreNoParquet(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("a.parquet"), "{\"a\": 1, \"b\": 2}\n");
        refuses(text, "not a Parquet file");
        refuses(Files.writeString(folder.resolve("b.parquet"), "PAR1"), "it has 4 bytes only");
        refuses(Files.writeString(folder.resolve("c.parquet"), "PAR1........\0\0\0\0PARE"), "encrypted");
        refuses(folder, "is a folder");
    }

    @Test
    void fileThatWasCutOffIsRefusedWherever(@TempDir Path folder) throws IOException {
        byte[] whole = Files.readAllBytes(folder().resolve("nested-v1.parquet"));
        for (int length = 0; length < whole.length; length += 97) {
            refuses(Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(whole, length)), "not a Parquet file");
        }
    }

    @Test
    void metadataLongerThanTheFileIsNotBelieved(@TempDir Path folder) throws IOException {
        Path file = Files.write(
                folder.resolve("a.parquet"),
                new byte[] {'P', 'A', 'R', '1', 0, 0, 0, 0, -1, -1, -1, 3, 'P', 'A', 'R', '1'});
        refuses(file, "its metadata should have 67108863 bytes, in a file of 16");
    }

    @Test
    void damagedPageIsFoundByItsChecksum(@TempDir Path folder) throws IOException {
        byte[] whole = Files.readAllBytes(folder().resolve("basic-pages.parquet"));
        // The first page begins behind the magic word; its header is less than a hundred bytes long.
        int found = 0;
        for (int at = 4; at < 120; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            try {
                rows(Files.write(folder.resolve("damaged.parquet"), damaged));
            } catch (GuerdonException e) {
                if (String.valueOf(e.getMessage()).contains("checksum is wrong")) {
                    found++;
                }
            }
        }
        assertThat(found).isGreaterThan(10);
    }
}
