package dev.guerdon.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.spi.LabException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskDatasetTest {

    private static final Registry REGISTRY = Registry.discover();

    private static final String ROWS = """
            {"messages":[{"role":"system","content":"be brief"},{"role":"user","content":"2 + 2?"}],"answer":"4"}
            {"id":17,"question":"3 + 3?","answer":"6","level":2}

            {"prompt":[{"role":"user","content":"4 + 4?"}],"answer":"8"}
            """;

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<Task> tasks(Path file) {
        return TaskDataset.read(REGISTRY, file).stream()
                .map(TaskDataset.Row::task)
                .toList();
    }

    private static void checkRows(List<Task> tasks) {
        assertThat(tasks.stream().map(Task::id)).containsExactly("sums-0", "17", "sums-2");
        assertThat(tasks.get(0).messages()).hasSize(2);
        assertThat(tasks.get(0).fields()).containsOnlyKeys("answer");
        assertThat(tasks.get(1).messages().getFirst().text()).isEqualTo("3 + 3?");
        assertThat(tasks.get(1).fields()).containsOnlyKeys("question", "answer", "level");
        assertThat(tasks.get(2).messages().getFirst().text()).isEqualTo("4 + 4?");
    }

    @Test
    void jsonLines() throws IOException {
        checkRows(tasks(write("sums.jsonl", ROWS)));
    }

    @Test
    void jsonArray() throws IOException {
        String array = " ["
                + String.join(",", ROWS.lines().filter(line -> !line.isBlank()).toList()) + "]";
        checkRows(tasks(write("sums.json", array)));
    }

    @Test
    void gzip() throws IOException {
        Path file = folder.resolve("sums.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(ROWS.getBytes(StandardCharsets.UTF_8));
        }
        checkRows(tasks(file));
    }

    @Test
    void parquet() throws URISyntaxException {
        URL file = Objects.requireNonNull(TaskDatasetTest.class.getResource("/data/sums.parquet"));
        List<Task> tasks = tasks(Path.of(file.toURI()));
        assertThat(tasks.stream().map(Task::id)).containsExactly("first", "sums-1");
        assertThat(tasks.getFirst().messages()).containsExactly(Message.system("be brief"), Message.user("2 + 2?"));
        assertThat(tasks.getLast().fields()).isEqualTo(Map.of("answer", "6", "level", 2));
    }

    @Test
    void badRowIsNamedWithItsLine() throws IOException {
        Path file = write("bad.jsonl", "{\"question\":\"x\"}\n{\"answer\":1}\n");
        assertThatThrownBy(() -> TaskDataset.read(REGISTRY, file))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(
                        "bad.jsonl:2: expected 'messages', 'prompt', 'question' or 'instruction', found only: answer");
        Path torn = write("torn.jsonl", "{\"question\":\"x\"}\n{\"answer\":\n");
        assertThatThrownBy(() -> TaskDataset.read(REGISTRY, torn)).hasMessageContaining("torn.jsonl:2 is not JSON");
        assertThatThrownBy(() -> TaskDataset.read(REGISTRY, folder.resolve("none.jsonl")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("there is no data file");
    }
}
