package dev.guerdon.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.parquet.ParquetWriter.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written comes back through the reader, which is checked against files of other writers. */
class ParquetWriterTest {

    private static final List<Field> FIELDS = List.of(
            new Field("text", ParquetWriter.Type.TEXT),
            new Field("json", ParquetWriter.Type.JSON),
            new Field("number", ParquetWriter.Type.DOUBLE),
            new Field("count", ParquetWriter.Type.LONG),
            new Field("yes", ParquetWriter.Type.BOOLEAN),
            new Field("time", ParquetWriter.Type.TIME));

    @TempDir
    Path folder;

    private List<Map<String, @Nullable Object>> written(List<List<@Nullable Object>> rows) throws IOException {
        Path file = folder.resolve("table.parquet");
        try (ParquetWriter writer = new ParquetWriter(Files.newOutputStream(file), FIELDS)) {
            for (List<@Nullable Object> row : rows) {
                writer.add(row);
            }
        }
        try (ParquetFile read = ParquetFile.open(file)) {
            List<Map<String, @Nullable Object>> out = new ArrayList<>();
            for (Iterator<Map<String, @Nullable Object>> each = read.iterator(); each.hasNext(); ) {
                out.add(each.next());
            }
            return out;
        }
    }

    @Test
    void rowsComeBackAsTheyWere() throws IOException {
        Instant time = Instant.parse("2026-11-15T10:15:00.123456Z");
        List<Map<String, @Nullable Object>> read = written(List.of(
                Arrays.asList("größer 😀", "{\"a\":[1,null]}", 0.25, Long.MIN_VALUE, true, time),
                Arrays.asList(null, null, null, null, null, null),
                Arrays.asList("", "3", -1e300, 7, false, Instant.EPOCH)));
        assertThat(read).hasSize(3);
        assertThat(read.get(0))
                .containsEntry("text", "größer 😀")
                .containsEntry("json", Map.of("a", Arrays.asList(1, null)))
                .containsEntry("number", 0.25)
                .containsEntry("count", Long.MIN_VALUE)
                .containsEntry("yes", true);
        assertThat(String.valueOf(read.get(0).get("time"))).startsWith("2026-11-15T10:15:00.123456");
        assertThat(read.get(1).values()).containsOnlyNulls();
        assertThat(read.get(2))
                .containsEntry("text", "")
                .containsEntry("number", -1e300)
                .containsEntry("yes", false);
    }

    @Test
    void tableWithoutRowsIsATable() throws IOException {
        assertThat(written(List.of())).isEmpty();
    }

    @Test
    void manyPagesAndGroupsKeepTheirOrderAndTheirGaps() throws IOException {
        SplittableRandom dice = new SplittableRandom(17);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (long i = 0; i < 120_000; i++) {
            boolean gap = dice.nextInt(3) == 0;
            rows.add(Arrays.asList(
                    i % 40 == 0 ? "x".repeat(dice.nextInt(3000)) : null,
                    "1",
                    gap ? null : i / 8.0,
                    i,
                    i % 3 == 0,
                    null));
        }
        List<Map<String, @Nullable Object>> read = written(rows);
        assertThat(read).hasSize(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int place = i;
            Map<String, @Nullable Object> row = read.get(i);
            assertThat(Arrays.asList(row.get("text"), row.get("number"), row.get("yes")))
                    .isEqualTo(Arrays.asList(
                            rows.get(i).get(0), rows.get(i).get(2), rows.get(i).get(4)));
            assertThat(row.get("count"))
                    .isInstanceOfSatisfying(
                            Number.class, count -> assertThat(count.longValue()).isEqualTo(place));
        }
    }

    @Test
    void valueOfAnotherKindIsNamed() throws IOException {
        try (ParquetWriter writer = new ParquetWriter(Files.newOutputStream(folder.resolve("x")), FIELDS)) {
            assertThatThrownBy(() -> writer.add(Arrays.asList(1, null, null, null, null, null)))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessage("the column text holds TEXT, found Integer");
        }
    }
}
