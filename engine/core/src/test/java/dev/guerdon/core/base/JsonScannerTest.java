package dev.guerdon.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.GuerdonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scanner must accept exactly what the parser accepts. */
class JsonScannerTest {

    private static boolean scannerAccepts(byte[] bytes) {
        int start = JsonScanner.space(bytes, 0, bytes.length);
        int end = JsonScanner.value(bytes, start, bytes.length);
        return end != JsonScanner.INVALID && JsonScanner.space(bytes, end, bytes.length) == bytes.length;
    }

    private static boolean parserAccepts(byte[] bytes) {
        try {
            JsonCodec.read(bytes, "test");
            return true;
        } catch (GuerdonException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "01",
                "-",
                "1.",
                ".5",
                "1.5e",
                "1e+5",
                "1E-05",
                "+1",
                "1e5x",
                "truex",
                "true",
                "nul",
                "null",
                "False",
                "[]",
                "[1,]",
                "[,1]",
                "[1 2]",
                "{\"a\":1,}",
                "{\"a\"}",
                "{a:1}",
                "{\"a\":}",
                "{\"a\" : 1 , \"b\":[{}]}",
                "\"\\u00e9\"",
                "\"\\u00g9\"",
                "\"\\x\"",
                "\"tab\tinside\"",
                "\"",
                "\"\\\"",
                "\"é😀\"",
                "[[[]]]",
                "[[[]]",
                "NaN",
                "-Infinity",
                "'a'",
                "/**/1",
                "{\"a\":1}}",
                "\"abcdefgh\"",
                "\"abcdefg\\\\\"",
                "1 ",
                " [ ] "
            })
    void agreesOnSmallCases(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        assertThat(scannerAccepts(bytes)).as(json).isEqualTo(parserAccepts(bytes));
    }

    @Test
    void agreesOnRandomValuesAndOnDamagedOnes() {
        Random random = new Random(5);
        int accepted = 0;
        for (int round = 0; round < 30_000; round++) {
            byte[] bytes = JsonCodec.write(value(random, 4)).getBytes(StandardCharsets.UTF_8);
            assertThat(scannerAccepts(bytes)).isTrue();
            byte[] damaged = damage(random, bytes);
            boolean expected = parserAccepts(damaged);
            assertThat(expected && !Utf8Test.isUtf8(damaged)).isFalse();
            accepted += expected ? 1 : 0;
            assertThat(scannerAccepts(damaged))
                    .as(() -> Arrays.toString(damaged) + " " + new String(damaged, StandardCharsets.UTF_8))
                    .isEqualTo(expected);
        }
        assertThat(accepted).isBetween(3_000, 27_000);
    }

    private static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt(2000) - 1000;
            case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
            case 4, 5 -> text(random);
            case 6 -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.put(text(random), value(random, depth - 1));
                }
                yield object;
            }
            default -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(random, depth - 1));
                }
                yield list;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(8)) {
                        case 0 -> "\"\\/\n\t\u0001\u007f".charAt(random.nextInt(7));
                        case 1 -> 0x80 + random.nextInt(0x700);
                        case 2 -> 0x1f600 + random.nextInt(60);
                        default -> ' ' + random.nextInt(95);
                    });
        }
        return text.toString();
    }

    private static byte[] damage(Random random, byte[] bytes) {
        byte[] copy = bytes.clone();
        int at = random.nextInt(copy.length);
        switch (random.nextInt(4)) {
            case 0 -> copy[at] = (byte) "{}[]\",:\\ 0-.eut\n".charAt(random.nextInt(16));
            case 1 -> copy[at] = (byte) random.nextInt(256);
            case 2 -> {
                return Arrays.copyOf(copy, at + 1);
            }
            default -> {
                byte[] shorter = new byte[copy.length - 1];
                System.arraycopy(copy, 0, shorter, 0, at);
                System.arraycopy(copy, at + 1, shorter, at, copy.length - at - 1);
                return shorter;
            }
        }
        return copy;
    }

    @Test
    void nestingIsBoundedLikeTheParsers() {
        for (int depth : new int[] {998, 999, 1000, 1001, 100_000}) {
            byte[] line = ("{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}").getBytes(StandardCharsets.UTF_8);
            int end = JsonScanner.value(line, 5, line.length - 1);
            assertThat(end != JsonScanner.INVALID).as("depth " + depth).isEqualTo(parserAccepts(line));
        }
    }
}
