package dev.guerdon.cpython;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PythonRandomTest {

    @Test
    void drawsWhatCpythonDraws() throws Exception {
        List<Json> recorded = new Json(Vectors.json("python_random.json")).asList();
        assertThat(recorded).hasSize(5);
        for (Json vector : recorded) {
            long seed = vector.get("seed").asLong();
            PythonRandom random = new PythonRandom(seed);
            for (Json value : vector.get("random5").asList()) {
                assertThat(random.random()).isEqualTo(value.asDouble());
            }
            for (Json pair : vector.get("getrandbits").asList()) {
                assertThat(random.bits(pair.asList().get(0).asInt()))
                        .isEqualTo(pair.asList().get(1).asLong());
            }
            for (Json pair : vector.get("randbelow").asList()) {
                assertThat(random.below(pair.asList().get(0).asInt()))
                        .isEqualTo(pair.asList().get(1).asInt());
            }
            for (Json triple : vector.get("uniform").asList()) {
                List<Json> parts = triple.asList();
                assertThat(random.uniform(parts.get(0).asDouble(), parts.get(1).asDouble()))
                        .isEqualTo(parts.get(2).asDouble());
            }
            samples(random, vector.get("sample2of4"), 4, i -> 10 + 10 * i);
            samples(random, vector.get("sample2of3"), 3, i -> 970 + 10 * i);
            assertThat(random.sample(1000, 50)).isEqualTo(ints(vector.get("sample50of1000")));
            assertThat(random.sample(200, 50)).isEqualTo(ints(vector.get("sample50of200")));
            assertThat(random.letters(10)).isEqualTo(vector.get("letters10").asString());
            for (Json place : vector.get("choices_w").asList()) {
                assertThat(random.weighted(new double[] {1, 3, 6, 10})).isEqualTo(place.asInt());
            }
            for (int size : new int[] {5, 13, 60, 6910, 12087}) {
                shuffles(new PythonRandom(seed), size, vector.get("shuffle_" + size));
            }
        }
    }

    private static void samples(PythonRandom random, Json recorded, int size, IntUnaryOperator value) {
        for (Json pair : recorded.asList()) {
            int[] picked = random.sample(size, 2);
            assertThat(value.applyAsInt(picked[0]))
                    .isEqualTo(pair.asList().get(0).asInt());
            assertThat(value.applyAsInt(picked[1]))
                    .isEqualTo(pair.asList().get(1).asInt());
        }
    }

    private static void shuffles(PythonRandom random, int size, Json recorded) throws Exception {
        int[] values = new int[size];
        Arrays.setAll(values, i -> i);
        random.shuffle(values);
        String text = Arrays.stream(values).mapToObj(String::valueOf).collect(Collectors.joining(","));
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo(recorded.get("sha1").asString());
        assertThat(random.random()).isEqualTo(recorded.get("next_random").asDouble());
    }

    private static int[] ints(Json list) {
        return list.asList().stream().mapToInt(Json::asInt).toArray();
    }

    @Test
    void copiesGoOnAlone() {
        PythonRandom random = new PythonRandom(7);
        PythonRandom copy = random.copy();
        double first = random.random();
        random.random();
        assertThat(copy.random()).isEqualTo(first);
    }

    /** A recorded value. */
    private record Json(@Nullable Object value) {

        Json get(String name) {
            return new Json(((Map<?, ?>) Objects.requireNonNull(value)).get(name));
        }

        List<Json> asList() {
            return ((List<?>) Objects.requireNonNull(value))
                    .stream().map(Json::new).toList();
        }

        String asString() {
            return (String) Objects.requireNonNull(value);
        }

        long asLong() {
            return ((Number) Objects.requireNonNull(value)).longValue();
        }

        int asInt() {
            return Math.toIntExact(asLong());
        }

        double asDouble() {
            return ((Number) Objects.requireNonNull(value)).doubleValue();
        }
    }
}
