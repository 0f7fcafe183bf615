package dev.guerdon.browser;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Json;
import dev.guerdon.api.Plugin.Catalogue;
import dev.guerdon.browser.spi.BrowserException;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.RowReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * AssistantBench's questions in the forms that its hub has them: JSON lines, and rows such as Parquet's.
 *
 * <p>A question's number is its place in the file. A line that cannot be read keeps its place and says what is wrong with it, so that
 * all others keep theirs.
 */
final class QuestionFile {

    /**
     * A question.
     *
     * @param id the data set's id, which predictions are stored under
     * @param question what the agent is asked
     * @param gold the answer; empty if it is kept secret
     * @param difficulty what the data set says of it; empty for nothing
     * @param problem why it cannot be asked, with its file and line; empty if it can
     */
    public record Question(String id, String question, String gold, String difficulty, String problem) {

        static Question broken(String problem) {
            return new Question("", "", "", "", problem);
        }

        public boolean isBroken() {
            return !problem.isEmpty();
        }
    }

    private final List<Question> questions = new ArrayList<>();
    private final Map<String, String> places = new HashMap<>();

    /**
     * Reads a file.
     *
     * @param formats has the formats of rows
     * @throws BrowserException where not a single question is in it
     */
    public static List<Question> read(Path file, Catalogue formats) {
        QuestionFile read = new QuestionFile();
        try {
            if (!Files.isRegularFile(file)) {
                throw new BrowserException("expected AssistantBench's questions in the file " + file + ", found "
                        + (Files.isDirectory(file) ? "a folder" : "nothing"));
            }
            Optional<RowFormat> format = RowFormat.of(formats, String.valueOf(file.getFileName()));
            if (format.isPresent()) {
                read.rows(format.get(), file);
            } else {
                read.lines(file);
            }
        } catch (IOException e) {
            throw new BrowserException("could not read AssistantBench's questions from " + file + ": " + e, e);
        }
        if (read.questions.stream().allMatch(Question::isBroken)) {
            throw new BrowserException(
                    "expected AssistantBench's questions in " + file + ", as JSON lines (.jsonl) or Parquet (.parquet)"
                            + " with the fields id, task and answer, found none"
                            + read.questions.stream()
                                    .findFirst()
                                    .map(first -> ": " + first.problem())
                                    .orElse(""));
        }
        return List.copyOf(read.questions);
    }

    private void rows(RowFormat format, Path file) throws IOException {
        try (RowReader rows = format.open(file)) {
            for (Map<String, @Nullable Object> row : rows) {
                questions.add(question(new Json(row), file + ", row " + questions.size()));
            }
        }
    }

    /** Reads lines, each decoded by itself: bytes that are no text spoil their line, and not the file. */
    private void lines(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = bytes.length > 2 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf
                ? 3
                : 0;
        for (int number = 1; from < bytes.length; number++) {
            int to = from;
            while (to < bytes.length && bytes[to] != '\n') {
                to++;
            }
            line(bytes, from, to, file + ":" + number);
            from = to + 1;
        }
    }

    private void line(byte[] bytes, int from, int to, String where) {
        if (Utf8.firstWrong(bytes, from, to) >= 0) {
            questions.add(Question.broken(where + " is not UTF-8"));
            return;
        }
        String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (text.isBlank()) {
            return;
        }
        try {
            questions.add(question(JsonCodec.read(text, where), where));
        } catch (GuerdonException e) {
            questions.add(Question.broken(String.valueOf(e.getMessage())));
        }
    }

    private Question question(Json row, String where) {
        if (!row.isObject()) {
            return Question.broken(where + ": expected an object with id, task and answer, found " + row.kind());
        }
        for (String name : List.of("id", "task")) {
            if (text(row, name).isBlank()) {
                return Question.broken(
                        where + " has no '" + name + "'; expected AssistantBench's fields id, task and answer");
            }
        }
        String id = text(row, "id");
        String before = places.putIfAbsent(id, where);
        if (before != null) {
            return Question.broken(
                    where + " has the id '" + id + "', which " + before + " has already; predictions are stored by id");
        }
        return new Question(id, text(row, "task"), text(row, "answer"), text(row, "difficulty"), "");
    }

    /** Returns a field as the benchmark's scorer reads golds: values on lines of their own, numbers and objects as JSON. */
    private static String text(Json row, String name) {
        return row.find(name).map(Json::value).map(QuestionFile::text).orElse("");
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case List<?> list -> list.stream().map(QuestionFile::text).collect(Collectors.joining("\n"));
            default -> JsonCodec.write(value);
        };
    }
}
