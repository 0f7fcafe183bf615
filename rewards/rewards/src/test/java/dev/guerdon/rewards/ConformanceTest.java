package dev.guerdon.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.Registry;
import dev.guerdon.core.ScoreJob;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every recorded line goes through the registry and a score job as {@code guerdon score} runs them, and agrees.
 *
 * <p>A line's {@code input} is the sample. The reward is the recorded reward, and every other key of the output is an extra of the
 * same name. Where the reference raised, the sample is unscored.
 */
class ConformanceTest {

    /** Recorded functions that are parts of rewards; tests of their own hold them. */
    private static final Set<String> PARTS = Set.of(
            "verl:math.strip_string",
            "verl:math_dapo.normalize",
            "reasoning_gym:extract_answer",
            "porter_stem",
            "nltk:punkt_sentences",
            "nltk:word_tokenize",
            "ifeval:split_into_sentences",
            "python:json.loads",
            "sql:ddl",
            "tau:state_hash");

    /** The key of the output that is the reward, where it is none of the usual ones. */
    private static final Map<String, String> REWARD_KEYS = Map.of(
            "rouge", "rougeL",
            "rouge.score_multi", "rougeL",
            "rapidfuzz", "levenshtein_similarity",
            "ifeval", "strict_all",
            "krippendorff_alpha", "alpha",
            "cohen_kappa", "kappa",
            "difflib.ratio", "ratio",
            "sql:execution", "test_suite");

    private static final List<String> USUAL_KEYS = List.of("reward", "score", "valid", "equal", "ok", "value");

    /** Lines on which the rewards differ from the record on purpose, each with what they say instead. */
    private static final Map<String, String> ARGUED = Map.of();

    private final Registry registry = Registry.discover();

    private record Line(String id, Json input, Json output) {}

    @TestFactory
    Stream<DynamicTest> everyRecordedLineAgrees() throws IOException, URISyntaxException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(Objects.requireNonNull(ConformanceTest.class.getResource("/vectors"))
                .toURI()))) {
            files = all.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
        return files.stream()
                .flatMap(file -> byFunction(file).entrySet().stream()
                        .map(entry -> DynamicTest.dynamicTest(
                                file.getFileName() + " " + entry.getKey() + " ("
                                        + entry.getValue().size() + ")",
                                () -> check(entry.getKey(), entry.getValue()))));
    }

    private static Map<String, List<Line>> byFunction(Path file) {
        Map<String, List<Line>> lines = new LinkedHashMap<>();
        try {
            for (String text : Files.readAllLines(file)) {
                Json line = JsonCodec.read(text, file.toString());
                String function = line.get("fn").asString();
                if (!PARTS.contains(function)) {
                    lines.computeIfAbsent(function, any -> new ArrayList<>())
                            .add(new Line(line.get("id").asString(), line.get("input"), line.get("output")));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private void check(String function, List<Line> lines) throws IOException {
        List<Json> scores = score(function, lines);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            String differs = ARGUED.containsKey(line.id())
                    ? (JsonCodec.write(scores.get(i).value()).contains(ARGUED.get(line.id()))
                            ? ""
                            : "no longer as argued")
                    : difference(function, line.output(), scores.get(i));
            if (!differs.isEmpty()) {
                wrong.add(line.id() + " " + JsonCodec.write(line.input().value()) + "\n    " + differs + "\n    "
                        + JsonCodec.write(scores.get(i).value()));
            }
        }
        assertThat(wrong)
                .as(wrong.size() + " of " + lines.size() + " lines of " + function)
                .isEmpty();
    }

    private static String difference(String function, Json expected, Json score) {
        // Not a number is no reward.
        if (expected.isNull() || expected.asMap().containsValue(Map.of("$float", "nan"))) {
            return score.find("unscored").isPresent() ? "" : "expected no score";
        }
        if (score.find("unscored").isPresent()) {
            return "expected " + JsonCodec.write(expected.value());
        }
        String rewardKey = REWARD_KEYS.getOrDefault(
                function,
                USUAL_KEYS.stream()
                        .filter(expected.asMap()::containsKey)
                        .findFirst()
                        .orElse(""));
        for (Map.Entry<String, @Nullable Object> entry : expected.asMap().entrySet()) {
            boolean reward = entry.getKey().equals(rewardKey);
            Object found = reward
                    ? score.get("reward").value()
                    : score.get("extras").get(entry.getKey()).value();
            Object wanted = reward ? number(function, entry.getValue()) : entry.getValue();
            boolean there = reward || score.get("extras").asMap().containsKey(entry.getKey());
            if (!there || !close(wanted, found)) {
                return entry.getKey() + ": expected " + JsonCodec.write(wanted) + ", found "
                        + (there ? JsonCodec.write(found) : "nothing");
            }
        }
        return "";
    }

    /** The reward that a recorded value means. */
    private static Object number(String function, @Nullable Object value) {
        return switch (value) {
            case Number n -> n;
            case Boolean b -> b ? 1.0 : 0.0;
            case String letter -> letter.equals("C") ? 1.0 : 0.0;
            // ROUGE: precision, recall, F1
            case List<?> list when function.startsWith("rouge") -> Objects.requireNonNull(list.get(2));
            case Map<?, ?> map when function.startsWith("rouge") -> Objects.requireNonNull(map.get("fmeasure"));
            case null, default -> throw new AssertionError("no reward in " + value);
        };
    }

    private static boolean close(@Nullable Object wanted, @Nullable Object found) {
        if (wanted instanceof Number a && found instanceof Number b) {
            double difference = Math.abs(a.doubleValue() - b.doubleValue());
            return difference <= 1e-12 || a.doubleValue() == b.doubleValue();
        }
        if (wanted instanceof List<?> a && found instanceof List<?> b) {
            for (int i = 0; i < a.size() && i < b.size(); i++) {
                if (!close(a.get(i), b.get(i))) {
                    return false;
                }
            }
            return a.size() == b.size();
        }
        if (wanted instanceof Map<?, ?> a && found instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet()) && a.keySet().stream().allMatch(key -> close(a.get(key), b.get(key)));
        }
        return Objects.equals(wanted, found);
    }

    private List<Json> score(String function, List<Line> lines) throws IOException {
        StringBuilder input = new StringBuilder();
        lines.forEach(
                line -> input.append(JsonCodec.write(line.input().value())).append('\n'));
        ByteArrayOutputStream scores = new ByteArrayOutputStream();
        try (Scorer scorer = Scorer.builder().threads(1).build()) {
            new ScoreJob(List.of(registry.reward(function)), scorer, null, Long.MAX_VALUE, new ScoreJob.Listener() {})
                    .run(
                            new ByteArrayInputStream(input.toString().getBytes(StandardCharsets.UTF_8)),
                            scores,
                            ScoreJob.Progress.none(1));
        }
        List<Json> read = scores.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> JsonCodec.read(line, "a score"))
                .toList();
        assertThat(read).hasSameSizeAs(lines);
        return read;
    }
}
