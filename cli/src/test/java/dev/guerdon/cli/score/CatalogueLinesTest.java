package dev.guerdon.cli.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Cli;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** {@code guerdon score --reward NAME} on the inputs of recorded lines gives the recorded rewards, function by function. */
class CatalogueLinesTest {

    private static final List<String> REWARDS =
            List.of("reward", "score", "valid", "equal", "ok", "value", "alpha", "kappa");

    @TempDir
    Path folder;

    private final Registry registry = Registry.discover(CatalogueLinesTest.class.getClassLoader());

    @TestFactory
    Stream<DynamicTest> everyFunctionGivesWhatWasRecorded() throws IOException {
        Map<String, List<Json>> lines = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Checkout.REAL.resolve("rewards/rewards/src/test/resources/vectors"))) {
            files.filter(file -> file.toString().endsWith(".jsonl")).sorted().forEach(file -> read(file, lines));
        }
        lines.keySet().removeIf(function -> !registry.rewardNames().contains(function));
        lines.remove("python:json.loads"); // its value is what the text says, and no reward
        assertThat(lines).hasSizeGreaterThan(20);
        return lines.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> check(entry.getKey(), entry.getValue())));
    }

    private static void read(Path file, Map<String, List<Json>> lines) {
        try {
            for (String line : Files.readAllLines(file)) {
                Json json = JsonCodec.read(line, file.toString());
                lines.computeIfAbsent(json.get("fn").asString(), any -> new ArrayList<>())
                        .add(json);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(String function, List<Json> lines) throws IOException {
        Path in = folder.resolve("in.jsonl");
        Path out = folder.resolve("out.jsonl");
        Files.write(
                in,
                lines.stream()
                        .map(line -> JsonCodec.write(line.get("input").value()))
                        .toList());
        Result result =
                Cli.run("score", "--reward", function, "--in", in.toString(), "--out", out.toString(), "--quiet");
        assertThat(result.err()).isEmpty();
        List<String> scores = Files.readAllLines(out);
        assertThat(scores).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            Json expected = lines.get(i).get("output");
            Json score = JsonCodec.read(scores.get(i), "a score");
            String id = lines.get(i).get("id").asString();
            if (expected.isNull()) {
                continue; // the reference raised; ConformanceTest says what happens instead
            }
            if (isUndefined(expected)) {
                assertThat(score.find("unscored")).as(id).isPresent();
                continue;
            }
            assertThat(score.find("unscored")).as(id).isEmpty();
            REWARDS.stream()
                    .filter(key -> expected.asMap().containsKey(key))
                    .findFirst()
                    .ifPresent(key -> assertThat(score.get("reward").asDouble())
                            .as(id)
                            .isCloseTo(number(expected.get(key)), within(1e-12)));
        }
    }

    /** Whether the measure has no value, which is recorded as NaN; a reward is a number, so there is none. */
    private static boolean isUndefined(Json expected) {
        return REWARDS.stream()
                .map(expected.asMap()::get)
                .anyMatch(value -> value instanceof Map<?, ?> map && "nan".equals(map.get("$float")));
    }

    private static double number(Json value) {
        return switch (Objects.requireNonNull(value.value())) {
            case Number n -> n.doubleValue();
            case Boolean b -> b ? 1 : 0;
            case Object other -> other.equals("C") ? 1 : 0;
        };
    }
}
