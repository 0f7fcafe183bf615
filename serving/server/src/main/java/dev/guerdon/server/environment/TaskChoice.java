package dev.guerdon.server.environment;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.server.http.ServeException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the task that a client means.
 *
 * @param provider knows the tasks
 * @param options the values of the provider's options
 */
record TaskChoice(EnvironmentProvider provider, Map<String, String> options) {

    private static final int SHOWN = 10;

    /**
     * The task.
     *
     * @param wanted the id of one of the provider's tasks, or an object with the task's fields, or null for the one that the server was
     *     started with, where the seed draws what that leaves open
     * @param split where an id is looked up
     * @param seed null where the client gave none
     */
    Task of(@Nullable Json wanted, String split, @Nullable Long seed) {
        if (wanted == null || wanted.isNull()) {
            return seed == null ? provider.task(options) : provider.task(options, seed);
        }
        if (wanted.isObject()) {
            Map<String, @Nullable Object> fields = wanted.asMap();
            Object id = fields.getOrDefault("id", fields.getOrDefault("task_id", "http"));
            return new Task(String.valueOf(id), List.of(), fields);
        }
        if (!wanted.isString()) {
            throw ServeException.bad(
                    "expected 'task' to be a task's id or an object with its fields, found " + wanted.kind());
        }
        String id = wanted.asString();
        try (Stream<Task> tasks = provider.tasks(split, options)) {
            return tasks.filter(task -> task.id().equals(id)).findFirst().orElseThrow(() -> unknown(id, split));
        }
    }

    private ServeException unknown(String id, String split) {
        try (Stream<Task> tasks = provider.tasks(split, options)) {
            List<String> some = tasks.limit(SHOWN).map(Task::id).toList();
            return new ServeException(
                    404,
                    "unknown_task",
                    "there is no task '" + id + "'" + (split.isEmpty() ? "" : " in the split '" + split + "'")
                            + "; the first ones are: " + String.join(", ", some) + "; GET /tasks lists all");
        }
    }
}
