package dev.guerdon.base;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A task as a plain JSON object: {@code id}, {@code messages}, {@code fields}. */
@Internal
public final class TaskJson {

    private TaskJson() {}

    /** The task as a plain object. */
    public static Map<String, @Nullable Object> of(Task task) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("id", task.id());
        out.put("messages", MessageWriter.messages(task.messages()));
        out.put("fields", task.fields());
        return out;
    }

    /** The task that {@link #of} wrote. */
    public static Task read(Json json) {
        return new Task(
                json.get("id").asString(),
                MessageReader.messages(
                        Objects.requireNonNull(json.get("messages").value())),
                json.get("fields").asMap());
    }
}
