package dev.guerdon.offlineweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.guerdon.agent.spi.RolloutLimits;
import dev.guerdon.agent.spi.RolloutListener;
import dev.guerdon.api.EnvironmentProvider.Check;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunJob;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunOptions;
import dev.guerdon.lab.spi.Suite;
import dev.guerdon.offlineweb.sites.OfflineQuestions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on the offline web, recorded, and run again when that web is gone. */
class RecordedWebTest {

    /** One of each domain: fetched data, pages, lists over several pages. */
    private static final List<Integer> SOME = List.of(0, 18, 35);

    private final OfflineWeb web = OfflineWeb.start();
    private final Registry registry = Registry.discover();

    @TempDir
    private Path folder;

    @BeforeEach
    void needsChromium() {
        List<Check> missing = registry.environment("browser").checks().stream()
                .filter(check -> !check.ok())
                .filter(check -> check.part().toLowerCase(Locale.ROOT).matches(".*(chromium|node|browser).*"))
                .toList();
        assumeThat(missing).as("Chromium and Node, which the browser needs").isEmpty();
        registry.add(new Recorded(web));
    }

    @AfterEach
    void end() {
        web.close();
    }

    /** The questions on a web of the test's own, which it can stop. */
    private record Recorded(OfflineWeb web) implements BrowserTaskSource {

        @Override
        public String prefix() {
            return "recorded.";
        }

        @Override
        public BrowserTask create(String id, Task description, Map<String, String> options) {
            return new QuestionTask(
                    OfflineQuestions.list().get(Integer.parseInt(id.substring(prefix().length()))), web.hints());
        }

        @Override
        public Stream<Task> tasks(String split, Map<String, String> options) {
            return Stream.empty();
        }

        @Override
        public List<String> ownHosts() {
            return List.of(web.hosts());
        }
    }

    private static Suite suite(List<Integer> numbers) {
        List<Task> tasks = numbers.stream()
                .map(number -> {
                    OfflineQuestions.Question question = OfflineQuestions.list().get(number);
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    fields.put("task_id", "recorded." + number);
                    fields.put("answer", question.gold());
                    return Task.of("recorded." + number, question.text(), fields);
                })
                .toList();
        return new Suite(
                "recorded",
                "",
                List.of(Suite.Part.builder("recorded", "assistantbench_reward", tasks)
                        .environment("browser", Map.of())
                        .agent("web-research")
                        .model("policy:web-researcher")
                        .tools(List.of("fetch_json"))
                        .limits(RolloutLimits.turns(30))
                        .build()));
    }

    private Map<String, List<String>> run(RunOptions options) throws InterruptedException {
        Map<String, List<String>> said = new LinkedHashMap<>();
        RunStore store = new RunStore(folder.resolve("runs"));
        try (Run run = RunJob.create(registry, store, options).run(new RolloutListener() {})) {
            for (Episode episode : run.episodes()) {
                said.put(
                        episode.key() + " " + episode.score() + " "
                                + episode.ending().error(),
                        run.detail(episode).trajectory().messages().stream()
                                .map(Message::text)
                                .toList());
            }
        }
        return said;
    }

    @Test
    @Tag("slow")
    void aWebRunIsTheSameWhenTheWebIsGone() throws Exception {
        Path tape = folder.resolve("tape");
        Suite suite = suite(SOME);
        Map<String, List<String>> recorded = run(RunOptions.builder(suite)
                .parallel(2)
                .record(tape)
                .recordPages(true)
                .build());
        assertThat(recorded).hasSize(SOME.size());
        assertThat(String.join("\n", recorded.keySet())).contains("reward=1.0").doesNotContain("Unscored");
        web.close();
        Map<String, List<String>> replayed =
                run(RunOptions.builder(suite).parallel(2).replay(tape).build());
        assertThat(replayed).containsExactlyInAnyOrderEntriesOf(recorded);
    }

    @Test
    void whatWasNotRecordedIsTheAgentsToReadAndIsNotAsked() throws Exception {
        Path tape = folder.resolve("tape");
        run(RunOptions.builder(suite(List.of(0))).record(tape).recordPages(true).build());
        // The same model, other pages: the conversation fits, the requests of the browser do not.
        Path http = tape.resolve("http.jsonl");
        List<String> lines = Files.readAllLines(http, StandardCharsets.UTF_8);
        Files.write(
                http,
                lines.stream()
                        .filter(line -> !line.contains("\"source\":\"fetch\""))
                        .toList());
        String said =
                run(RunOptions.builder(suite(List.of(0))).replay(tape).build()).toString();
        assertThat(said)
                .contains("was not recorded")
                .contains("asks nothing of the network")
                .contains("is not among the"); // The model saw other words than were recorded.
    }

    @Test
    @Tag("rare")
    void aTaskThatIsRunTwiceIsPlayedTwice() throws Exception {
        Path tape = folder.resolve("tape");
        Suite suite = suite(List.of(0));
        Map<String, List<String>> recorded = run(RunOptions.builder(suite)
                .parallel(2)
                .repeat(2)
                .record(tape)
                .recordPages(true)
                .build());
        assertThat(recorded).hasSize(2);
        web.close();
        assertThat(run(RunOptions.builder(suite)
                        .parallel(2)
                        .repeat(2)
                        .replay(tape)
                        .build()))
                .containsExactlyInAnyOrderEntriesOf(recorded);
    }

    @Test
    @Tag("slow")
    void halfALineOfAKilledProcessIsLeftOut() throws Exception {
        Path tape = folder.resolve("tape");
        RunOptions recording = RunOptions.builder(suite(List.of(0)))
                .record(tape)
                .recordPages(true)
                .build();
        Map<String, List<String>> recorded = run(recording);
        cutLastLine(tape.resolve("http.jsonl"));
        // Recording goes on behind the half line, and the whole is read.
        run(recording);
        web.close();
        assertThat(run(RunOptions.builder(suite(List.of(0))).replay(tape).build()))
                .isEqualTo(recorded);
    }

    private static void cutLastLine(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(all, all.length - 20));
    }
}
