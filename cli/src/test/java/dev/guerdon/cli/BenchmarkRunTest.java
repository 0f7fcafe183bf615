package dev.guerdon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.CacheFolder;
import dev.guerdon.core.base.JsonCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code setup} and {@code run} of AssistantBench, as a user with an empty cache types them. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class BenchmarkRunTest {

    /** Answers with the id of its task, once a file allows it; says what it waits for. */
    private static final String POLICY = """
            import dev.guerdon.api.*;
            import java.nio.file.*;

            public final class Answers implements Plugin, Policy {
                @Override public void install(Registration registration) { registration.policy(this); }
                @Override public String name() { return "answers"; }
                @Override public String description() { return "answers with the id of its task"; }
                @Override public Session begin(Task task, Context context, long seed) {
                    return messages -> {
                        System.err.println("waiting for " + context.rolloutId());
                        while (!Files.exists(Path.of("go")) && !Files.exists(Path.of("go-" + context.rolloutId()))) {
                            try {
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException("stopped", e);
                            }
                        }
                        String answer = task.field("answer").map(Json::asString).orElse(context.rolloutId());
                        return Message.assistant(
                                "I know.\\nACTION: submit_answer\\nPARAMS: {\\"answer\\": \\"" + answer + "\\"}");
                    };
                }
            }
            """;

    private static final List<String> RUN = List.of(
            "--model",
            "policy:answers",
            "--source",
            "Answers.java",
            "--option",
            "start-url=about:blank",
            "--set",
            "auto_scrolls=0",
            "--parallel",
            "1",
            "--runs",
            "runs");

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("Answers.java"), POLICY);
        // The cache is the test's own; a Chromium that was fetched into the user's is needed all the same.
        Path fetched = CacheFolder.of("browser").resolve("chromium");
        if (Files.isDirectory(fetched)) {
            Path own = CacheFolder.of(
                    "browser", Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
            Files.createSymbolicLink(Files.createDirectories(own).resolve("chromium"), fetched);
        }
    }

    private static void needsChromium() {
        assumeTrue(
                Registry.discover().environment("browser").checks().stream()
                        .filter(check -> !check.part().contains("onts"))
                        .allMatch(check -> check.ok()),
                "skipped: this test drives a browser, and there is none");
    }

    private Process start(List<String> command) throws IOException {
        return Checkout.start(
                folder,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString(), "MINIWOB_URL", ""),
                Child.command(command.toArray(String[]::new)));
    }

    private Result guerdon(List<String> command) {
        return Checkout.run(
                folder,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString(), "MINIWOB_URL", ""),
                Child.command(command.toArray(String[]::new)));
    }

    private static List<String> with(List<String> more, String... first) {
        return Stream.concat(Stream.of(first), more.stream()).toList();
    }

    @Test
    void withoutDataTheUserIsToldWhatToDo() {
        Result questions = guerdon(with(RUN, "run", "assistantbench"));
        assertThat(questions.exitCode()).isEqualTo(2);
        assertThat(questions.err())
                .contains("the validation questions of AssistantBench are not here")
                .contains("guerdon setup assistantbench --from FILE");
        Result pages = guerdon(List.of("run", "miniwob"));
        assertThat(pages.exitCode()).isEqualTo(2);
        assertThat(pages.err()).contains("'guerdon setup miniwob'");
        Result option = guerdon(List.of("run", "miniwob", "--option", "actions=bid"));
        assertThat(option.exitCode()).isEqualTo(2);
    }

    @Test
    @Tag("slow")
    void parquetIsSetUpOnceAndScoredAndABadRowSpoilsOnlyItself() throws IOException {
        needsChromium();
        try (InputStream in = Objects.requireNonNull(
                BenchmarkRunTest.class.getResourceAsStream("assistantbench-validation.parquet"))) {
            Files.copy(in, folder.resolve("0000.parquet"));
        }
        Result setup = guerdon(List.of("setup", "assistantbench", "--from", "0000.parquet"));
        assertThat(setup.out()).as(setup.err()).contains("3 validation questions");
        assertThat(setup.err()).contains("0000.parquet, row 2 has no 'id'");
        Files.delete(folder.resolve("0000.parquet"));
        Files.createFile(folder.resolve("go"));
        Result run = guerdon(with(RUN, "run", "assistantbench", "--json"));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        Json summary = JsonCodec.read(run.out(), "the run");
        assertThat(summary.get("tasks").asInt()).isEqualTo(3);
        assertThat(summary.get("perfect").asInt()).isEqualTo(2);
        assertThat(summary.get("avg_reward").asDouble()).isEqualTo(1.0);
        assertThat(summary.get("unscored").asInt()).isEqualTo(1);
        assertThat(summary.get("zero").asInt()).as("a lost episode is no zero").isZero();
    }

    @Test
    @Tag("slow")
    void predictionsOfTheTestSplitSurviveRepeatsAKillAndContinuing() throws Exception {
        needsChromium();
        Files.writeString(folder.resolve("test.jsonl"), """
                {"id": "q0", "task": "First?", "answer": null}
                {"id": "q1", "task": "Second?", "answer": null}
                {"id": "q2", "task": "Third?", "answer": null}
                """);
        Result setup = guerdon(List.of("setup", "assistantbench", "--from", "test.jsonl"));
        assertThat(setup.out()).as(setup.err()).contains("3 test questions");
        Process process = start(with(RUN, "run", "assistantbench:test", "--repeat", "2"));
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            Files.createFile(folder.resolve("go-assistantbench.test.0#0"));
            awaitLine(err, "waiting for assistantbench.test.0#1");
            process.destroyForcibly();
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        Path run = onlyRun();
        assertThat(run.resolve("predictions.jsonl"))
                .hasContent("{\"id\": \"q0\", \"answer\": \"assistantbench.test.0#0\"}\n");
        assertThat(run.resolve("predictions-2.jsonl")).hasContent("{\"id\": \"q0\", \"answer\": \"\"}\n");
        Files.createFile(folder.resolve("go"));
        Result rest =
                guerdon(List.of("run", "--resume", "latest", "--source", "Answers.java", "--runs", "runs", "--json"));
        assertThat(rest.exitCode()).as(rest.err()).isEqualTo(1);
        assertThat(JsonCodec.read(rest.out(), "the run").get("unscored").asInt())
                .isEqualTo(6);
        for (int repeat = 0; repeat < 2; repeat++) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                expected.add("{\"id\": \"q%d\", \"answer\": \"assistantbench.test.%d#%d\"}".formatted(i, i, repeat));
            }
            assertThat(Files.readAllLines(run.resolve(repeat == 0 ? "predictions.jsonl" : "predictions-2.jsonl")))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            return runs.filter(Files::isDirectory).toList().getFirst();
        }
    }

    private static void awaitLine(BufferedReader err, String text) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            seen.add(line);
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("'" + text + "' never came, but: " + seen);
    }
}
