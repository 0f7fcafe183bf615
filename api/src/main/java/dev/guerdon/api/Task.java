package dev.guerdon.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Question to an agent, and what the reward may need to know.
 *
 * @param id names the task in results and messages
 * @param messages the prompt
 * @param fields additional fields by their JSON names, such as {@code answer} or {@code task_id}
 */
@Stable
public record Task(String id, List<Message> messages, Map<String, @Nullable Object> fields) {

    public Task {
        messages = List.copyOf(messages);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** Returns a task that asks one question. */
    public static Task of(String id, String question, Map<String, @Nullable Object> fields) {
        return new Task(id, List.of(Message.user(question)), fields);
    }

    /** Returns the field of that name, if the task has it with a value other than null. */
    public Optional<Json> field(String name) {
        return Optional.ofNullable(fields.get(name)).map(Json::new);
    }
}
