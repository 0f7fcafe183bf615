package dev.guerdon.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.browser.QuestionFile.Question;
import dev.guerdon.core.Registry;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.RowReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionFileTest {

    @TempDir
    Path folder;

    private List<Question> read(String text) throws IOException {
        return QuestionFile.read(Files.writeString(folder.resolve("dev.jsonl"), text), new Registry());
    }

    @Test
    void aGoldMayBeANumberAListOrAnObject() throws IOException {
        List<Question> read = read("""
            {"id": "a", "task": "How many?", "answer": 45, "difficulty": "Hard"}
            {"id": "b", "task": "How much?", "answer": 14.2}
            {"id": "c", "task": "Which?", "answer": ["Potash", "Lumen"]}
            {"id": "d", "task": "What?", "answer": {"price": 3}}
            {"id": "e", "task": "Secret?", "answer": null}
            """);
        assertThat(read).noneMatch(Question::isBroken);
        assertThat(read.stream().map(Question::gold))
                .containsExactly("45", "14.2", "Potash\nLumen", "{\"price\":3}", "");
        assertThat(read.getFirst().difficulty()).isEqualTo("Hard");
    }

    @Test
    void aBadLineSpoilsOnlyItselfAndSaysWhereItIs() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write("\ufeff{\"id\": \"a\", \"task\": \"1?\", \"answer\": \"1\"}\r\n\n{broken\n"
                .getBytes(StandardCharsets.UTF_8));
        bytes.write(new byte[] {'{', '"', (byte) 0xff, '"', '}', '\n'});
        bytes.write("""
            {"id": "a", "task": "again?", "answer": "1"}
            {"id": "c", "answer": "no task"}
            [1]
            {"id": "b", "task": "2?", "answer": "2"}\
            """.getBytes(StandardCharsets.UTF_8));
        Path file = Files.write(folder.resolve("dev.jsonl"), bytes.toByteArray());
        List<Question> read = QuestionFile.read(file, new Registry());
        assertThat(read).hasSize(7);
        assertThat(read.get(0).question()).isEqualTo("1?");
        assertThat(read.get(1).problem()).contains("dev.jsonl:3");
        assertThat(read.get(2).problem()).contains("dev.jsonl:4 is not UTF-8");
        assertThat(read.get(3).problem()).contains("dev.jsonl:5 has the id 'a'").contains("dev.jsonl:1 has already");
        assertThat(read.get(4).problem()).contains("dev.jsonl:6 has no 'task'");
        assertThat(read.get(5).problem()).contains("dev.jsonl:7").contains("expected an object");
        assertThat(read.get(6)).isEqualTo(new Question("b", "2?", "2", "", ""));
    }

    @Test
    void rowsAreReadByTheFormatOfTheirFile() throws IOException {
        Registry registry = new Registry();
        registry.add(new TwoRows());
        Path file = Files.writeString(folder.resolve("0000.rowsfile"), "");
        List<Question> read = QuestionFile.read(file, registry);
        assertThat(read.get(0)).isEqualTo(new Question("x", "Who?", "7", "", ""));
        assertThat(read.get(1).problem()).contains("0000.rowsfile, row 1 has no 'id'");
    }

    @Test
    void aFileWithoutAnyQuestionIsRefusedWithWhatWasExpected() throws IOException {
        assertThatThrownBy(() -> read("<html>log in first</html>"))
                .hasMessageContaining("expected AssistantBench's questions")
                .hasMessageContaining("dev.jsonl:1");
        assertThatThrownBy(() -> QuestionFile.read(folder.resolve("none.jsonl"), new Registry()))
                .hasMessageContaining("found nothing");
    }

    private static final class TwoRows implements RowFormat {
        @Override
        public String name() {
            return "Two";
        }

        @Override
        public List<String> endings() {
            return List.of(".rowsfile");
        }

        @Override
        public RowReader open(Path file) {
            List<Map<String, @Nullable Object>> rows =
                    List.of(Map.of("id", "x", "task", "Who?", "answer", 7), Map.of("task", "Nameless?"));
            return new RowReader() {
                @Override
                public Iterator<Map<String, @Nullable Object>> iterator() {
                    return rows.iterator();
                }

                @Override
                public void close() {}
            };
        }
    }
}
