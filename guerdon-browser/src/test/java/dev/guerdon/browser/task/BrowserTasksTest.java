package dev.guerdon.browser.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.Vectors;
import dev.guerdon.browser.spi.ElementProperties;
import dev.guerdon.browser.task.BrowserBenchmarks.Entry;
import dev.guerdon.browser.view.SetOfMarks;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
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
        table.forEach((seed, expected) -> assertThat(BrowserBenchmarks.miniwobPageSeed(Integer.parseInt(seed)))
                .isEqualTo(expected));
    }

    @Test
    void benchmarksHaveTheReferencesSizesAndSeeds() {
        List<Entry> assistantBench = BrowserBenchmarks.assistantBench();
        assertThat(assistantBench).hasSize(214);
        assertThat(assistantBench.stream().limit(20).map(Entry::seed))
                .containsExactly(28, 14, 7, 20, 18, 22, 10, 10, 23, 23, 2, 21, 1, 23, 29, 1, 20, 32, 11, 21);
        assertThat(assistantBench.getLast().task()).isEqualTo("assistantbench.test.180");
        assertThat(BrowserBenchmarks.miniwobTinyTest())
                .containsExactly(
                        new Entry("miniwob.click-dialog", 28, 5),
                        new Entry("miniwob.click-dialog", 14, 5),
                        new Entry("miniwob.click-checkboxes", 7, 5),
                        new Entry("miniwob.click-checkboxes", 20, 5));
    }

    @Test
    void miniwobTasksAreThePagesOfTheFolder() throws IOException {
        assertThatThrownBy(() -> BrowserBenchmarks.miniwobTasks(folder)).hasMessageContaining("no task pages");
        Files.createFile(folder.resolve("click-test.html"));
        Files.createFile(folder.resolve("ascending-numbers.html"));
        Files.createDirectory(folder.resolve("common"));
        List<String> tasks = BrowserBenchmarks.miniwobTasks(folder);
        assertThat(tasks).containsExactly("miniwob.ascending-numbers", "miniwob.click-test");
        assertThat(BrowserBenchmarks.miniwob(tasks)).hasSize(10).allMatch(entry -> entry.maxSteps() == 10);
    }

    @Test
    void assistantBenchTasksAreTheLinesOfTheirFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("dev.jsonl"), """
                {"id": "a", "task": "How many?", "answer": "3", "difficulty": "Hard"}

                {"id": "b", "task": "Which?", "answer": null}
                """);
        assertThat(AssistantBench.question("assistantbench.validation.0", file, null))
                .isEqualTo(new AssistantBench.Question("a", "How many?", "3"));
        assertThat(AssistantBench.question("assistantbench.test.1", null, file).gold())
                .isEmpty();
        assertThat(AssistantBench.question("assistantbench.imp.0", null, null).gold())
                .isEqualTo("20");
        assertThatThrownBy(() -> AssistantBench.question("assistantbench.validation.2", file, file))
                .hasMessageContaining("assistantbench.validation.0 to assistantbench.validation.1");
        assertThatThrownBy(() -> AssistantBench.question("assistantbench.test.0", file, null))
                .hasMessageContaining("test questions");
        Path broken = Files.writeString(folder.resolve("broken.jsonl"), "{\"id\": \"a\"}\n");
        assertThatThrownBy(() -> AssistantBench.read(broken)).hasMessageContaining("broken.jsonl:1 has no 'task'");
    }

    @Test
    void predictionsAreStoredAsTheReferenceStoresThem() throws IOException {
        Path file = folder.resolve("predictions.jsonl");
        PredictionFile predictions = new PredictionFile(file);
        predictions.add("q1");
        predictions.add("q2");
        predictions.answer("q1", "somewhere é");
        assertThat(file).hasContent("""
                {"id": "q1", "answer": "somewhere \\u00e9"}
                {"id": "q2", "answer": ""}
                """);
        assertThatThrownBy(() -> predictions.add("q2"))
                .hasMessageContaining("Prediction for task ID 'q2' already exists in file");
        assertThatThrownBy(() -> predictions.answer("q3", "x")).hasMessageContaining("does not exist");
        assertThat(folder.resolve("predictions.jsonl.lock")).doesNotExist();
    }

    @Test
    void aLockThatStaysIsGivenUp() throws IOException {
        Path file = folder.resolve("predictions.jsonl");
        Path lock = Files.createFile(folder.resolve("predictions.jsonl.lock"));
        PredictionFile predictions = new PredictionFile(file, Duration.ZERO, Duration.ZERO);
        assertThatThrownBy(() -> predictions.add("q"))
                .hasMessageContaining("has been locked")
                .hasMessageContaining("delete");
        Files.delete(lock);
        predictions.add("q");
        assertThat(file).exists();
    }

    @Test
    void marksAreDrawnAroundElementsThatCanBeActedOn() throws IOException {
        BufferedImage white = new BufferedImage(200, 100, BufferedImage.TYPE_INT_RGB);
        white.createGraphics().fillRect(0, 0, 200, 100);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(white, "png", png);
        byte[] marked = SetOfMarks.overlay(
                png.toByteArray(),
                Map.of(
                        "a12", element(20, 30, 100, 40, true),
                        "13", element(150, 80, 4, 4, true),
                        "14", element(150, 10, 30, 30, false),
                        "15", new ElementProperties(1.0, null, true, true)));
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(marked));
        assertThat(image.getWidth()).isEqualTo(200);
        assertThat(blackPixels(image, 20, 20, 60, 20)).isGreaterThan(100);
        assertThat(blackPixels(image, 60, 68, 60, 4)).isBetween(20, 100);
        assertThat(blackPixels(image, 130, 0, 70, 100)).isZero();
    }

    private static ElementProperties element(double x, double y, double width, double height, boolean marked) {
        return new ElementProperties(1.0, new ElementProperties.Box(x, y, width, height), true, marked);
    }

    private static int blackPixels(BufferedImage image, int x, int y, int width, int height) {
        int black = 0;
        for (int i = x; i < x + width; i++) {
            for (int j = y; j < y + height; j++) {
                black += (image.getRGB(i, j) & 0xffffff) == 0 ? 1 : 0;
            }
        }
        return black;
    }
}
