package dev.guerdon.server.environment;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.server.http.ServeException;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.EnvironmentHandle.WantedTask;
import dev.guerdon.server.spi.ServedEnvironment.ServedTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tasks of an environment by split, what clients may see of them, and which one a client means. */
final class TaskLists {

    private final EnvironmentDefinition definition;
    private final EnvironmentProvider provider;
    private final EnvironmentSessions sessions;
    private final Map<String, List<Task>> known = new ConcurrentHashMap<>();
    private final AtomicLong turn = new AtomicLong();

    TaskLists(EnvironmentDefinition definition, EnvironmentProvider provider, EnvironmentSessions sessions) {
        this.definition = definition;
        this.provider = provider;
        this.sessions = sessions;
    }

    /**
     * A task and where it is.
     *
     * @param split empty if it is the client's own
     * @param index -1 if it is the client's own
     */
    record Found(Task task, String split, int index) {}

    /** Returns all tasks of a split; an empty name is the first. */
    List<Task> all(String name) {
        Split split = split(name);
        List<Task> tasks = split.tasks();
        if (tasks != null) {
            return tasks;
        }
        List<Task> before = known.get(split.name());
        if (before != null) {
            return before;
        }
        List<Task> listed = sessions.ask("listing the tasks", () -> {
            try (Stream<Task> own = provider.tasks(split.own(), definition.settings())) {
                return own.toList();
            }
        });
        known.put(split.name(), listed);
        return listed;
    }

    private Split split(String name) {
        if (name.isEmpty()) {
            return definition.splits().getFirst();
        }
        List<String> names = definition.splits().stream().map(Split::name).toList();
        return definition.splits().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ServeException(
                        404,
                        "unknown_split",
                        "the environment '" + definition.name() + "' has no split '" + ServeException.shown(name) + "'"
                                + NameRules.didYouMean(name, names) + "; there are: " + String.join(", ", names)));
    }

    List<ServedTask> range(String name, long from, long to) {
        String split = split(name).name();
        List<Task> all = all(split);
        int first = Math.clamp(from, 0, all.size());
        int behind = Math.clamp(to, first, all.size());
        List<ServedTask> tasks = new ArrayList<>(behind - first);
        for (int i = first; i < behind; i++) {
            tasks.add(shown(new Found(all.get(i), split, i)));
        }
        return tasks;
    }

    /** Returns what a client may see of a task. */
    ServedTask shown(Found found) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (String name : definition.shown()) {
            if (found.task().fields().containsKey(name)) {
                fields.put(name, found.task().fields().get(name));
            }
        }
        return new ServedTask(
                found.split(), found.index(), found.task().id(), found.task().messages(), fields);
    }

    /** Returns the task that a client means. */
    Found find(WantedTask wanted, @Nullable Long seed) {
        return switch (wanted) {
            case WantedTask.Usual usual -> usual(seed);
            case WantedTask.At at -> at(at.split(), at.index());
            case WantedTask.Named named -> named(named.split(), named.id());
            case WantedTask.Described described -> described(described.spec());
        };
    }

    private Found usual(@Nullable Long seed) {
        List<Task> all = all("");
        if (all.isEmpty()) {
            throw new ServeException(
                    404, "unknown_task", "the environment '" + definition.name() + "' has no tasks in its first split");
        }
        long number = seed == null ? turn.getAndIncrement() : seed;
        return at("", Math.floorMod(number, (long) all.size()));
    }

    private Found at(String name, long index) {
        String split = split(name).name();
        List<Task> all = all(split);
        if (index < 0 || index >= all.size()) {
            throw new ServeException(
                    404,
                    "unknown_task",
                    "the split '" + split + "' of '" + definition.name() + "' has " + all.size()
                            + " tasks, numbered from 0; there is no task " + index);
        }
        return new Found(all.get((int) index), split, (int) index);
    }

    private Found named(String name, String id) {
        List<String> splits = name.isEmpty()
                ? definition.splits().stream().map(Split::name).toList()
                : List.of(split(name).name());
        for (String split : splits) {
            List<Task> all = all(split);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).id().equals(id)) {
                    return new Found(all.get(i), split, i);
                }
            }
        }
        throw new ServeException(
                404,
                "unknown_task",
                "the environment '" + definition.name() + "' has no task '" + ServeException.shown(id) + "'"
                        + (name.isEmpty() ? "" : " in the split '" + ServeException.shown(name) + "'"));
    }

    private Found described(Map<String, @Nullable Object> spec) {
        String split = spec.get("split") instanceof String text ? text : "";
        if (spec.get("index") instanceof Number index && (index instanceof Integer || index instanceof Long)) {
            return at(split, index.longValue());
        }
        if (spec.get("id") instanceof String id && !definition.clientTasks()) {
            return named(split, id);
        }
        if (!definition.clientTasks()) {
            throw new ServeException(
                    403,
                    "own_task",
                    "name a task of the server, by 'split' and 'index' or by 'id'; tasks of a client's own need"
                            + " 'client_tasks: true' for the environment '" + definition.name()
                            + "' in the serve file");
        }
        Object id = spec.getOrDefault("id", spec.getOrDefault("task_id", "client"));
        return new Found(new Task(String.valueOf(id), List.of(), spec), "", -1);
    }
}
