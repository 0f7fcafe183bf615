package dev.guerdon.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Sample;
import dev.guerdon.api.Score;
import dev.guerdon.api.Score.Scored;
import dev.guerdon.core.Registry;
import dev.guerdon.core.Scorer;
import dev.guerdon.core.base.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every recorded line goes through the registry and the scorer, and agrees; where a gold query fails the sample is unscored. */
class SqlConformanceTest {

    private final Registry registry = Registry.discover();

    @ParameterizedTest
    @CsvSource({"sql_result.jsonl, 338", "sql_exec.jsonl, 118"})
    void everyRecordedLineAgrees(String file, int count) throws IOException {
        List<String> wrong = new ArrayList<>();
        int lines = 0;
        try (Scorer scorer = Scorer.create();
                InputStream in =
                        Objects.requireNonNull(SqlConformanceTest.class.getResourceAsStream("/vectors/" + file))) {
            for (String text : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                Json line = JsonCodec.read(text, file);
                String function = line.get("fn").asString();
                if (!function.equals("sql:ddl")) {
                    lines++;
                    Score score = scorer.score(
                            registry.reward(function),
                            Sample.of(
                                    line.get("id").asString(),
                                    "",
                                    List.of(),
                                    line.get("input").asMap()));
                    if (!agrees(line.get("output"), score)) {
                        wrong.add(text + "\n  " + score);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(lines).isEqualTo(count);
    }

    private static boolean agrees(Json output, Score score) {
        Map<String, @Nullable Object> expected = output.asMap();
        Object reward = expected.containsKey("equal") ? expected.get("equal") : expected.get("test_suite");
        if (!(score instanceof Scored scored)) {
            return reward == null;
        }
        double number =
                reward instanceof Boolean b ? b ? 1 : 0 : ((Number) Objects.requireNonNull(reward)).doubleValue();
        return scored.result().reward() == number
                && expected.entrySet().stream()
                        .allMatch(entry -> scored.result().extras().containsKey(entry.getKey())
                                && Objects.equals(scored.result().extras().get(entry.getKey()), entry.getValue()));
    }
}
