package dev.guerdon.alfworld.household;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Task;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts a game into a task that an agent can be given. */
@Internal
public final class TaskText {

    private static final String PROMPT = """
            You are in a house and act with one command at a time through the tool alfworld_step.
            Commands: go to F; open F; close F; examine F; take T from F; move T to F (in older games: put T in/on F); \
            clean T with F; heat T with F; cool T with F; use T; slice T with T; examine T; inventory; look. \
            F is a receptacle such as drawer 2, T an object such as mug 1. You can hold one object. \
            The tool alfworld_get_admissible_commands lists what is possible now. \
            The episode ends when the task is done or when the commands are used up, usually after 50.

            """;

    private TaskText() {}

    /** The task of a game; the given fields come on top of the usual ones. */
    public static Task task(Library.Selected selected, Map<String, @Nullable Object> extra) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(extra);
        fields.put("task_id", selected.taskId());
        fields.put("split", selected.split());
        fields.put("task_type", selected.taskType());
        if (selected.annotation() >= 0) {
            fields.put("annotation", selected.annotation());
        }
        if (selected.file().isEmpty()) {
            fields.remove("seed"); // the id says it
        }
        String intro = selected.game().intro();
        return Task.of(selected.taskId(), PROMPT + intro, fields);
    }
}
