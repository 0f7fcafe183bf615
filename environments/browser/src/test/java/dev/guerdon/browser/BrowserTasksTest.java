package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.browser.AssistantBenchSource.PredictionFile;
import dev.guerdon.browser.MiniwobSource.MiniwobBenchmark;
import dev.guerdon.browser.QuestionFile.Question;
import dev.guerdon.core.Registry;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserTasksTest {

    @TempDir
    Path folder;

    @Test
    void miniwobPagesGetTheReferencesSeeds() {
        Map<String, Object> table =
                Vectors.json("miniwob_js_seed_table.json").get("table").asMap();
        assertThat(table).hasSizeGreaterThan(100);
        table.forEach((seed, expected) ->
                assertThat(MiniwobBenchmark.pageSeed(Integer.parseInt(seed))).isEqualTo(expected));
    }

    @Test
    void theTinyBenchmarkHasTheReferencesSeeds() {
        assertThat(MiniwobBenchmark.tinySeeds())
                .isEqualTo(Map.of("miniwob.click-dialog", List.of(28, 14), "miniwob.click-checkboxes", List.of(7, 20)));
    }

    @Test
    void aGivenSeedWinsOverTheBenchmarksButNotInItsOwnRollouts() {
        Map<String, Object> listed = Map.of("seeds", List.of(24, 26));
        assertThat(seed("miniwob.x", listed, null)).isEqualTo(24);
        assertThat(seed("miniwob.x", listed, 0L)).isZero();
        assertThat(seed("miniwob.x", listed, 7L)).isEqualTo(7);
        assertThat(seed("miniwob.x", listed, (1L << 31) + 7)).isEqualTo(7);
        assertThat(seed("miniwob.x", listed, -1L)).isEqualTo(Integer.MAX_VALUE);
        assertThat(seed("miniwob.x#0", listed, 7L)).isEqualTo(24);
        assertThat(seed("miniwob.x#1", listed, 7L)).isEqualTo(26);
        assertThat(seed("miniwob.x#2", listed, 7L)).isEqualTo(7);
        assertThat(seed("miniwob.x#2", listed, null)).isZero();
        assertThat(seed("miniwob.x", Map.of("seeds", List.of(24, 26), "repeat", 1), 7L))
                .isEqualTo(26);
        assertThat(seed("miniwob.x", Map.of("seeds", List.of(24, 26), "seed", 5), 7L))
                .isEqualTo(5);
        assertThat(seed("miniwob.x#1", Map.of("seed", 5), 7L)).isEqualTo(5);
        assertThat(seed("miniwob.x", Map.of(), null)).isZero();
        assertThat(seed("miniwob.x", Map.of(), 7L)).isEqualTo(7);
    }

    private static int seed(String id, Map<String, Object> fields, @Nullable Long given) {
        return BrowserTasks.seed(BrowserTasks.seeded(new Task(id, List.of(), Map.copyOf(fields)), given));
    }

    @Test
    void miniwobTasksAreThePagesOfTheFolder() throws IOException {
        assertThatThrownBy(() -> MiniwobBenchmark.tasks(folder)).hasMessageContaining("no task pages");
        Files.createFile(folder.resolve("click-test.html"));
        Files.createFile(folder.resolve("ascending-numbers.html"));
        Files.createDirectory(folder.resolve("common"));
        List<String> tasks = MiniwobBenchmark.tasks(folder);
        assertThat(tasks).containsExactly("miniwob.ascending-numbers", "miniwob.click-test");
        assertThat(MiniwobBenchmark.seeds(tasks).values()).allMatch(seeds -> seeds.size() == 5);
    }

    @Test
    void miniwobLeavesOutWhatTheReferenceLeavesOutSoThatSeedsAreTheReferences() throws IOException {
        for (String name : List.of("ascending-numbers", "bisect-angle", "book-flight", "button-delay", "buy-ticket")) {
            Files.createFile(folder.resolve(name + ".html"));
        }
        List<String> tasks = MiniwobBenchmark.tasks(folder);
        assertThat(tasks).doesNotContain("miniwob.button-delay").hasSize(4);
        // Drawn with numpy.
        assertThat(MiniwobBenchmark.seeds(tasks))
                .containsEntry("miniwob.ascending-numbers", List.of(28, 14, 7, 20, 18))
                .containsEntry("miniwob.book-flight", List.of(2, 21, 1, 23, 29));
    }

    private AssistantBenchSource questions() {
        return new AssistantBenchSource(
                new Registry(), new BenchmarkFolder(folder.resolve("kept"), folder.resolve("miniwob")));
    }

    @Test
    void assistantBenchTasksAreTheLinesOfTheirFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("dev.jsonl"), """
            {"id": "a", "task": "How many?", "answer": 3, "difficulty": "Hard"}

            {"id": "b", "task": "Which?", "answer": null}
            {"id": "c"}
            """);
        Map<String, String> both = Map.of("assistantbench", file.toString(), "assistantbench-test", file.toString());
        assertThat(questions().question("assistantbench.validation.0", both))
                .isEqualTo(new Question("a", "How many?", "3", "Hard", ""));
        assertThat(questions().question("assistantbench.test.1", both).gold()).isEmpty();
        assertThat(questions().question("assistantbench.imp.0", Map.of()).gold())
                .isEqualTo("20");
        assertThatThrownBy(() -> questions().question("assistantbench.validation.3", both))
                .hasMessageContaining("assistantbench.validation.0 to assistantbench.validation.2");
        assertThatThrownBy(() -> questions().question("assistantbench.validation.2", both))
                .hasMessageContaining("dev.jsonl:4 has no 'task'");
    }

    @Test
    void questionsThatAreNotHereAreToldWithWhatToDo() throws IOException {
        AssistantBenchSource source = new AssistantBenchSource(
                new Registry(), new BenchmarkFolder(folder.resolve("kept"), folder.resolve("miniwob")));
        Map<String, String> asked = Map.of("kind", "assistantbench");
        assertThatThrownBy(() -> source.tasks("test", asked))
                .hasMessageContaining("the test questions of AssistantBench are not here")
                .hasMessageContaining("guerdon setup assistantbench --from FILE");
        assertThatThrownBy(() -> source.tasks("tset", asked)).hasMessageContaining("did you mean 'test'");
        assertThat(source.tasks("test", Map.of())).as("of all kinds of tasks").isEmpty();
        Files.createDirectories(folder.resolve("kept"));
        Files.writeString(folder.resolve("kept/validation.jsonl"), """
            {"id": "a", "task": "How many?", "answer": "3", "difficulty": "Hard"}
            {"id": "b"}
            """);
        assertThat(source.tasks("", asked).map(Task::id))
                .containsExactly("assistantbench.validation.0", "assistantbench.validation.1");
        assertThat(source.tasks("", asked).findFirst().orElseThrow().fields())
                .containsEntry("answer", "3")
                .containsEntry("domain", "Hard");
        MiniwobSource miniwob =
                new MiniwobSource(new BenchmarkFolder(folder.resolve("kept"), folder.resolve("miniwob")));
        assumeTrue(System.getenv("MINIWOB_URL") == null);
        assertThatThrownBy(() -> miniwob.tasks("", Map.of("kind", "miniwob")))
                .hasMessageContaining("'guerdon setup miniwob'");
    }

    @Test
    void theRepeatIsInTheFieldOrInTheIdOfTheRollout() {
        assertThat(BrowserTasks.repeat(Task.of("miniwob.click-test#3", "", Map.of())))
                .isEqualTo(3);
        assertThat(BrowserTasks.repeat(Task.of("miniwob.click-test", "", Map.of("repeat", 2))))
                .isEqualTo(2);
        assertThat(BrowserTasks.repeat(Task.of("c#", "", Map.of()))).isZero();
        assertThat(BrowserTasks.repeat(Task.of("7", "", Map.of()))).isZero();
    }

    @Test
    void aQuestionHasOneLineHoweverOftenItIsAsked() throws IOException {
        Path file = folder.resolve("new/predictions.jsonl");
        PredictionFile predictions = new PredictionFile(file);
        predictions.answer("q1", "");
        predictions.answer("q2", "");
        predictions.answer("q1", "somewhere é");
        assertThat(file).hasContent("""
            {"id": "q1", "answer": "somewhere \\u00e9"}
            {"id": "q2", "answer": ""}
            """);
        predictions.answer("q1", "");
        predictions.answer("q1", "elsewhere");
        predictions.answer("q3", "unasked");
        assertThat(file).hasContent("""
            {"id": "q1", "answer": "elsewhere"}
            {"id": "q2", "answer": ""}
            {"id": "q3", "answer": "unasked"}
            """);
        assertThat(folder.resolve("new/predictions.jsonl.lock")).doesNotExist();
        Files.writeString(file, "{\"id\": \"q1\", \"answer\": \"\"}\n{\"no\": \"id\"}\n");
        assertThatThrownBy(() -> predictions.answer("q4", "")).hasMessageContaining("without an 'id': 2");
        assertThat(Files.readAllLines(file))
                .as("a file that is another's is left alone")
                .hasSize(2);
    }

    @Test
    void eachRepeatHasAFileOfItsOwn() {
        Path file = folder.resolve("predictions.jsonl");
        for (int repeat = 0; repeat < 3; repeat++) {
            PredictionFile.ofRepeat(file, repeat).answer("q", "answer " + repeat);
        }
        assertThat(file).hasContent("{\"id\": \"q\", \"answer\": \"answer 0\"}\n");
        assertThat(folder.resolve("predictions-2.jsonl")).content().contains("answer 1");
        assertThat(folder.resolve("predictions-3.jsonl")).content().contains("answer 2");
    }

    @Test
    void aLockFileThatAKilledProcessLeftStopsNobody() throws IOException {
        Path file = folder.resolve("predictions.jsonl");
        Files.createFile(folder.resolve("predictions.jsonl.lock"));
        new PredictionFile(file, Duration.ZERO).answer("q", "");
        assertThat(file).hasContent("{\"id\": \"q\", \"answer\": \"\"}\n");
    }

    @Test
    @SuppressWarnings("try") // the lock is held, not used
    void predictionsThatAnotherClassLoaderOfTheProcessWritesAreWaitedFor() throws IOException {
        Path file = folder.resolve("predictions.jsonl");
        try (FileChannel channel = FileChannel.open(
                        folder.resolve("predictions.jsonl.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThatThrownBy(() -> new PredictionFile(file, Duration.ZERO).answer("q", ""))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining("has been locked by another process");
        }
    }

    @Test
    void manyWritersLoseNoLine() throws Exception {
        Path file = folder.resolve("predictions.jsonl");
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String id = "q" + i;
                all.add(threads.submit(() -> {
                    PredictionFile predictions = new PredictionFile(file);
                    predictions.answer(id, "");
                    predictions.answer(id, "a");
                }));
            }
            for (Future<?> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
        assertThat(Files.readAllLines(file)).hasSize(40).allMatch(line -> line.contains("\"answer\": \"a\""));
    }
}
