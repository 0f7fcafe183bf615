package dev.guerdon.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.guerdon.api.GuerdonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged files: whatever was changed, reading ends soon, with rows or with a sentence. */
class ParquetFuzzTest {

    private static final int ROUNDS = Boolean.getBoolean("guerdon.slow") ? 150 : 30;

    /** A damaged count can announce any number of rows, all of them null; nobody has to read them. */
    private static final int MOST_ROWS = 20_000;

    @ParameterizedTest
    @Tag("thorough")
    @MethodSource("dev.guerdon.parquet.ParquetFileTest#files")
    @Tag("slow")
    void damagedFileEndsInRowsOrInASentence(String name, @TempDir Path folder) throws IOException {
        byte[] whole = Files.readAllBytes(ParquetFileTest.folder().resolve(name));
        Random random = new Random(name.hashCode());
        Path file = folder.resolve("damaged.parquet");
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Files.write(file, damaged(whole, random));
            String message = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> read(file));
            if (!message.isEmpty()) {
                assertThat(message).contains("damaged.parquet").doesNotContain("null:");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(0);
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] damaged = whole.clone();
        // The end, where sizes and places stand, is as often hit as the data.
        int from = random.nextBoolean() ? 0 : Math.max(0, damaged.length - damaged.length / 3);
        for (int i = 0, changes = 1 + random.nextInt(6); i < changes; i++) {
            int at = from + random.nextInt(damaged.length - from - 4);
            damaged[at] = switch (random.nextInt(4)) {
                case 0 -> (byte) (damaged[at] ^ 1 << random.nextInt(8));
                case 1 -> (byte) 0xff;
                case 2 -> 0;
                default -> (byte) random.nextInt(256);
            };
        }
        return damaged;
    }

    private static String read(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(path)) {
            Iterator<Map<String, @Nullable Object>> rows = file.iterator();
            for (int i = 0; i < MOST_ROWS && rows.hasNext(); i++) {
                rows.next();
            }
            return "";
        } catch (GuerdonException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
