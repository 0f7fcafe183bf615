package dev.guerdon.webshop.nouns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads a model in spaCy 2's layout that was built by hand, so that its decisions are known. */
class SpacyNounsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void hashesAreSpacys() {
        assertThat(SpacyHash.id("coffee")).isEqualTo(3197928453018144401L);
        assertThat(SpacyHash.id("")).isZero();
        assertThat(SpacyHash.id("NOUN")).isEqualTo(92);
        assertThat(SpacyHash.id("nsubj")).isEqualTo(429);
        assertThat(SpacyHash.id("punct")).isEqualTo(445);
    }

    @Test
    void shapesAreSpacys() {
        assertThat(SpacyNouns.shape("Headphones")).isEqualTo("Xxxxx");
        assertThat(SpacyNouns.shape("C3PO")).isEqualTo("XdXX");
        assertThat(SpacyNouns.shape("1,000,000")).isEqualTo("d,ddd,ddd");
    }

    /** The model's second table gives words beginning with "n" a large first value; tag 0 is NN, tag 1 is JJ. */
    @Test
    void tagsByTheModelsWeights() throws IOException {
        write(2);
        SpacyNouns nouns = SpacyNouns.load(folder);
        assertThat(nouns.nouns("nice big noun, nah")).containsExactly("nice", "noun", "nah");
    }

    @Test
    void specialCasesComeFromTheModel() throws IOException {
        write(2);
        SpacyNouns nouns = SpacyNouns.load(folder);
        assertThat(nouns.nouns("odd-n't")).as("an infix keeps n't apart").containsExactly("n't");
        assertThat(nouns.nouns("xn")).as("the special case splits it").containsExactly("n");
    }

    @Test
    void anotherKindOfModelIsRefusedWithTheReason() throws IOException {
        assertThatThrownBy(() -> SpacyNouns.load(folder))
                .hasMessageContaining("expected tagger/model of a spaCy 2 model");
        write(0);
        assertThatThrownBy(() -> SpacyNouns.load(folder)).hasMessageContaining("found 4 tables, 0 maxout");
        Files.write(folder.resolve("en-2.2.5/tagger/model"), new byte[] {(byte) 0x81, (byte) 0xa7});
        assertThatThrownBy(() -> SpacyNouns.load(folder)).hasMessageContaining("ends in the middle");
    }

    private void write(int layers) throws IOException {
        Path root = Files.createDirectories(folder.resolve("en-2.2.5/tagger")).resolveSibling("");
        int width = 2;
        int rows = 5_000;
        List<Object> weights = new java.util.ArrayList<>();
        for (int seed = 14; seed <= 17; seed++) {
            float[] vectors = new float[rows * width];
            if (seed == 15) {
                for (int row : SpacyHash.rows(SpacyHash.id("n"), seed, rows)) {
                    vectors[row * width] = 10;
                }
            }
            weights.add(layer(Map.of("vectors", array(vectors, rows, width)), seed));
        }
        if (layers > 0) {
            float[] mix = new float[width * 8];
            mix[2] = 1;
            weights.add(layer(Map.of("W", array(mix, width, 1, 8), "b", array(new float[] {0, 1}, width, 1)), -1));
            weights.add(
                    layer(Map.of("W", array(new float[12], width, 1, 6), "b", array(new float[width], width, 1)), -1));
            weights.add(layer(Map.of("G", array(new float[] {1, 1}, 2), "b", array(new float[2], 2)), -1));
            weights.add(layer(Map.of("G", array(new float[] {0, 0}, 2), "b", array(new float[2], 2)), -1));
        }
        weights.add(layer(Map.of("W", array(new float[] {1, 0, 0, 1}, 2, 2), "b", array(new float[2], 2)), -1));
        Files.write(root.resolve("tagger/model"), pack(Map.of("weights", weights)));
        Map<String, Object> tags = new LinkedHashMap<>();
        tags.put("NN", Map.of());
        tags.put("JJ", Map.of());
        Files.write(root.resolve("tagger/tag_map"), pack(tags));
        Map<String, Object> cases = Map.of("xn", List.of(Map.of(65, "x"), Map.of(65, "n", 67, "n")));
        Files.write(root.resolve("tokenizer"), pack(Map.of("exceptions", cases)));
    }

    private static Map<String, Object> layer(Map<String, Object> arrays, int seed) {
        Map<String, Object> layer = new LinkedHashMap<>();
        layer.put(
                "params",
                arrays.entrySet().stream()
                        .map(entry -> Map.of("name", entry.getKey(), "value", entry.getValue()))
                        .toList());
        if (seed >= 0) {
            layer.put("seed", seed);
        }
        return layer;
    }

    private static Map<String, Object> array(float[] values, int... shape) {
        ByteBuffer data = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        data.asFloatBuffer().put(values);
        return Map.of(
                "nd",
                true,
                "type",
                "<f4",
                "shape",
                java.util.Arrays.stream(shape).boxed().toList(),
                "data",
                data.array());
    }

    private static byte[] pack(Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        pack(value, out);
        return out.toByteArray();
    }

    private static void pack(Object value, ByteArrayOutputStream out) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                out.write(0xdf);
                out.writeBytes(ByteBuffer.allocate(4).putInt(map.size()).array());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    pack(entry.getKey(), out);
                    pack(entry.getValue(), out);
                }
            }
            case List<?> list -> {
                out.write(0xdd);
                out.writeBytes(ByteBuffer.allocate(4).putInt(list.size()).array());
                for (Object one : list) {
                    pack(one, out);
                }
            }
            case Integer number -> {
                out.write(0xd2);
                out.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
            }
            case Boolean yes -> out.write(yes ? 0xc3 : 0xc2);
            case byte[] bytes -> {
                out.write(0xc6);
                out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
                out.write(bytes);
            }
            default -> {
                byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
                out.write(0xd9);
                out.write(text.length);
                out.write(text);
            }
        }
    }
}
