package dev.guerdon.scienceworld.simulator;

import dev.guerdon.api.Internal;
import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which world to build.
 *
 * @param task the task's name as the simulator spells it
 * @param variation which of its variations
 * @param simplifications the labels as they were asked for
 */
@Internal
public record Episode(String task, int variation, String simplifications) {

    public static final String TASK = "task_name";
    public static final String VARIATION = "variation_idx";
    public static final String SIMPLIFICATIONS = "simplifications";

    /** What a task's fields ask for; a task that does not say gets {@code boil}, variation 0. */
    public static Episode of(Task task) {
        return of(task.fields());
    }

    static Episode of(Map<String, @Nullable Object> fields) {
        return new Episode(
                TaskNames.normalise(text(fields, TASK, "boil")), number(fields), text(fields, SIMPLIFICATIONS, ""));
    }

    private static String text(Map<String, @Nullable Object> fields, String name, String otherwise) {
        Json value = new Json(fields.get(name));
        if (value.isNull()) {
            return otherwise;
        }
        if (!value.isString()) {
            throw new ScienceworldException("the field '" + name + "' should be a text, found " + value.kind());
        }
        return value.asString();
    }

    private static int number(Map<String, @Nullable Object> fields) {
        Json value = new Json(fields.get(VARIATION));
        if (value.isNull()) {
            return 0;
        }
        if (!value.isNumber() || value.asDouble() != Math.rint(value.asDouble())) {
            throw new ScienceworldException("the field '" + VARIATION + "' should be a whole number, found "
                    + value.kind() + " " + value.value());
        }
        return (int) value.asDouble();
    }

    /** Says what is wrong before the simulator gets to see it, because there it would end in an error state. */
    public void check(Simulator simulator) {
        List<String> known = simulator.taskNames();
        if (!known.contains(task)) {
            throw new ScienceworldException("unknown task '" + task + "'" + Names.didYouMean(task, known)
                    + "; there are: " + String.join(", ", known));
        }
        int count = simulator.variations(task);
        if (variation < 0 || variation >= count) {
            throw new ScienceworldException(
                    "the task '" + task + "' has the variations 0 to " + (count - 1) + ", found " + variation);
        }
        Simplifications.check(simplifications, task);
    }

    /** The labels as the simulator understands them. */
    public String labels() {
        return Simplifications.check(simplifications, task);
    }

    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(TASK, task);
        fields.put(VARIATION, variation);
        if (!simplifications.isEmpty()) {
            fields.put(SIMPLIFICATIONS, simplifications);
        }
        return fields;
    }

    /** Names the episode in results. */
    public String id() {
        return task + "-" + variation + (simplifications.isEmpty() ? "" : "-" + simplifications.replace(',', '+'));
    }
}
