package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.browser.EpisodeRecord.StepStats;
import dev.guerdon.browser.ResultFolder.Status;
import dev.guerdon.browser.spi.ActionException;
import dev.guerdon.browser.view.CdpValues;
import dev.guerdon.cpython.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentTest {

    private static final byte[] PICTURE = {1, 2, 3};

    @TempDir
    Path folder;

    static List<Json> cases() {
        List<Json> cases = Vectors.lines("experiment_cases.jsonl.gz");
        assertThat(cases).hasSize(18);
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sumsUpTheStepsAsTheReferenceDoes(Json recorded) {
        List<Map<String, @Nullable Object>> steps =
                recorded.get("steps").asList().stream().map(Json::asMap).toList();
        Json expected = recorded.get("summary_info");
        Map<String, @Nullable Object> summary = SummaryInfo.of(steps, failure(expected));
        assertThat(JsonWriter.indented(summary, 4)).isEqualTo(JsonWriter.indented(expected.value(), 4));
    }

    private static SummaryInfo.@Nullable Failure failure(Json summary) {
        String message = summary.find("err_msg").map(Json::asString).orElse("");
        return message.startsWith("Exception uncaught")
                ? new SummaryInfo.Failure(message, summary.get("stack_trace").asString())
                : null;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void recordsTheSameFilesAndStatus(Json recorded) throws IOException {
        Path place = folder.resolve(recorded.get("exp_dir_name").asString());
        EpisodeRecord recorder =
                new EpisodeRecord(place, recorded.get("task").asString(), Map.of(), Map.of("guerdon", "0.1"));
        for (Json step : recorded.get("steps").asList()) {
            if (!step.get("terminated").isNull()) {
                recorder.observed(observed(step), PICTURE);
                if (!step.get("stats").isNull()) {
                    recorder.acted(
                            step.find("action").map(Json::asString).orElse(null),
                            step.get("agent_info").asMap());
                }
            }
        }
        Json expected = recorded.get("summary_info");
        SummaryInfo.Failure failure = failure(expected);
        recorder.end(failure == null ? null : thrown(failure.message()));
        recorder.end(null);
        ResultFolder written = new ResultFolder(place);
        assertThat(written.status().name().toLowerCase(Locale.ROOT))
                .isEqualTo(recorded.get("status").asString());
        assertThat(written.summary()).hasValueSatisfying(summary -> {
            for (String key :
                    List.of("n_steps", "cum_reward", "cum_raw_reward", "err_msg", "terminated", "truncated")) {
                assertThat(summary.get(key)).as(key).isEqualTo(expected.get(key).value());
            }
            assertThat(summary.get("stats.cum_steps"))
                    .isEqualTo(expected.get("stats.cum_steps").value());
        });
        List<String> files = new ArrayList<>();
        recorded.get("files").asList().forEach(file -> files.add(file.asString().replace(".pkl", ".json")));
        files.remove("assistantbench-prediction.json");
        // There the reference could not even make the environment, which is never recorded here.
        if (!recorded.get("case").asString().equals("reset_fails")) {
            try (Stream<Path> found = Files.list(place)) {
                assertThat(found.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(files);
            }
        }
    }

    private static Map<String, @Nullable Object> observed(Json step) {
        Map<String, @Nullable Object> observation = new LinkedHashMap<>();
        step.get("obs_keys").asList().forEach(key -> observation.put(key.asString(), "text"));
        observation.remove("screenshot");
        observation.put("goal_object", List.of(Map.of("type", "text", "text", "goal")));
        Map<String, @Nullable Object> observed = new LinkedHashMap<>(step.asMap());
        observed.put("obs", observation);
        return observed;
    }

    private static Throwable thrown(String message) {
        String[] lines = message.split("\n", 3);
        return new ActionException(lines[1].substring(0, lines[1].length() - 1), lines[2]);
    }

    @Test
    void readsBackWhatItWrote() {
        Map<String, @Nullable Object> arguments = Map.of("env_args", Map.of("task_name", "openended"), "exp_name", "x");
        EpisodeRecord recorder = new EpisodeRecord(folder, "openended", arguments, Map.of("b", "2", "a", "1"));
        Map<String, @Nullable Object> first = Map.of(
                "obs",
                Map.of("url", "http://a", "goal_object", List.of("g")),
                "reward",
                0,
                "terminated",
                false,
                "truncated",
                false,
                "profiling",
                Map.of("env_start", 1.0, "env_stop", 1.5));
        recorder.observed(first, PICTURE);
        ResultFolder written = new ResultFolder(folder);
        assertThat(written.status()).isEqualTo(Status.INCOMPLETE);
        recorder.acted("noop()", Map.of("think", "hm", "stats", Map.of("cost", 0.5)));
        assertThat(written.stepCount()).isEqualTo(1);
        recorder.end(null);
        assertThat(written.status()).isEqualTo(Status.ERROR);
        assertThat(written.summary().orElseThrow().get("err_msg")).asString().endsWith("Early termination??");
        assertThat(written.arguments()).isEqualTo(arguments);
        assertThat(written.versions()).containsExactlyEntriesOf(new java.util.TreeMap<>(Map.of("a", "1", "b", "2")));
        Map<String, @Nullable Object> step = written.step(0);
        assertThat(step.get("action")).isEqualTo("noop()");
        assertThat(CdpValues.object(step.get("stats")))
                .containsEntry("cost", 0.5)
                .containsEntry("step_elapsed", 0.5)
                .containsKey("n_token_url");
        assertThat(CdpValues.object(step.get("obs"))).containsEntry("goal_object", null);
        assertThat(written.goal()).hasValue(List.of("g"));
        assertThat(written.screenshot(0)).isPresent();
        assertThat(written.log()).contains("hm\n\naction:\nnoop()\n").contains("Saving summary info.");
        assertThatThrownBy(() -> written.step(7))
                .hasMessageContaining("no step 7")
                .hasMessageContaining("1 steps");
    }

    @Test
    void countsTokensRoughly() {
        assertThat(StepStats.tokens("")).isZero();
        assertThat(StepStats.tokens("Click the button.")).isEqualTo(4);
        assertThat(StepStats.tokens("http://127.0.0.1:8080/index.html")).isBetween(10, 20);
    }
}
