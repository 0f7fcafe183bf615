package dev.guerdon.lab.suite;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Message;
import dev.guerdon.api.Task;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.MessageReader;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.core.spi.GzipStream;
import dev.guerdon.core.spi.RowFormat;
import dev.guerdon.core.spi.RowReader;
import dev.guerdon.lab.spi.LabException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tasks from rows, as AgentFly's data files have them: {@code messages} or a {@code question}, and whatever the reward needs beside.
 *
 * <p>A row's prompt is its {@code messages}, else its {@code prompt} (messages or text), else its {@code question} or
 * {@code instruction}. Its id is its {@code id}, else made of the file's name and the row's number. All else becomes the task's
 * fields; a question stays one, because a reward may ask for it.
 */
@Internal
public final class TaskDataset {

    private TaskDataset() {}

    /**
     * A task and where it stands.
     *
     * @param where the file and the line, or the row
     */
    public record Row(Task task, String where) {}

    /**
     * Returns the tasks of a file: JSON lines, a JSON array, either of them with gzip, or rows such as Parquet's.
     *
     * @param registry has the formats of rows
     */
    public static List<Row> read(Registry registry, Path file) {
        String name = String.valueOf(file.getFileName());
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no data file " + file);
        }
        Optional<RowFormat> format = RowFormat.of(registry, name);
        if (format.isPresent()) {
            return rows(format.get(), file, name.substring(0, name.lastIndexOf('.')));
        }
        String stem = name.replaceFirst("(\\.jsonl|\\.json)?(\\.gz)?$", "");
        try (InputStream in = open(file, name)) {
            return read(in, file.toString(), stem);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Row> rows(RowFormat format, Path file, String stem) {
        List<Row> tasks = new ArrayList<>();
        try (RowReader rows = format.open(file)) {
            for (Map<String, @Nullable Object> row : rows) {
                tasks.add(row(new Json(row), file + ", row " + tasks.size(), stem + "-" + tasks.size()));
            }
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + e.getMessage(), e);
        }
        return tasks;
    }

    private static InputStream open(Path file, String name) throws IOException {
        InputStream in = Files.newInputStream(file);
        return name.endsWith(".gz") ? new GzipStream(in) : in;
    }

    /**
     * Returns the tasks of a stream of JSON.
     *
     * @param where names it in messages
     * @param stem goes before the number of a row that has no id
     */
    public static List<Row> read(InputStream in, String where, String stem) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(Utf8.strict(in), StandardCharsets.UTF_8), 1 << 16);
        return beginsArray(reader) ? array(reader, where, stem) : lines(reader, where, stem);
    }

    private static boolean beginsArray(Reader reader) throws IOException {
        while (true) {
            reader.mark(1);
            int c = reader.read();
            if (c == '\ufeff' || Character.isWhitespace(c)) {
                continue;
            }
            if (c >= 0) {
                reader.reset();
            }
            return c == '[';
        }
    }

    private static List<Row> array(Reader reader, String where, String stem) throws IOException {
        List<Row> tasks = new ArrayList<>();
        for (Json row : JsonCodec.read(text(reader), where).asList()) {
            tasks.add(row(row, where + ", row " + tasks.size(), stem + "-" + tasks.size()));
        }
        return tasks;
    }

    private static String text(Reader reader) throws IOException {
        StringWriter all = new StringWriter();
        reader.transferTo(all);
        return all.toString();
    }

    private static List<Row> lines(BufferedReader reader, String where, String stem) throws IOException {
        List<Row> tasks = new ArrayList<>();
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            if (!line.isBlank()) {
                String here = where + ":" + number;
                tasks.add(row(JsonCodec.read(line, here), here, stem + "-" + tasks.size()));
            }
        }
        return tasks;
    }

    /**
     * Reads the task of a row.
     *
     * @param where names the row in messages
     * @param fallbackId the id where the row has none
     */
    static Row row(Json row, String where, String fallbackId) {
        if (!row.isObject()) {
            throw new LabException(where + ": expected a row as an object, found " + row.kind());
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(row.asMap());
        Object id = fields.remove("id");
        try {
            List<Message> messages = prompt(fields, where);
            return new Row(new Task(id == null ? fallbackId : String.valueOf(id), messages, fields), where);
        } catch (GuerdonException e) {
            throw e instanceof LabException ? e : new LabException(where + ": " + e.getMessage(), e);
        }
    }

    private static List<Message> prompt(Map<String, @Nullable Object> fields, String where) {
        for (String name : List.of("messages", "prompt")) {
            Object value = fields.get(name);
            if (value instanceof List<?> list && !list.isEmpty()) {
                fields.remove(name);
                return MessageReader.messages(value);
            }
        }
        for (String name : List.of("prompt", "question", "instruction")) {
            if (fields.get(name) instanceof String text && !text.isBlank()) {
                return List.of(Message.user(text));
            }
        }
        throw new LabException(where + ": expected 'messages', 'prompt', 'question' or 'instruction', found only: "
                + String.join(", ", fields.keySet()));
    }
}
