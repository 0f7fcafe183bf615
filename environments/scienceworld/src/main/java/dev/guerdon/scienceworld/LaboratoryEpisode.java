package dev.guerdon.scienceworld;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.core.base.Utf8;
import dev.guerdon.scienceworld.simulator.LaboratorySimulator;
import dev.guerdon.scienceworld.simulator.ScienceworldException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the world to build.
 *
 * @param task the task's name as the simulator spells it
 * @param variation which of its variations
 * @param simplifications the labels as they were asked for
 */
record LaboratoryEpisode(String task, int variation, String simplifications) {

    static final String TASK = "task_name";
    static final String VARIATION = "variation_idx";
    static final String SIMPLIFICATIONS = "simplifications";

    /** Returns what a task's fields ask for; a task that does not say gets {@code boil}, variation 0. */
    static LaboratoryEpisode of(Task task) {
        return of(task.fields());
    }

    static LaboratoryEpisode of(Map<String, @Nullable Object> fields) {
        return new LaboratoryEpisode(
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
    void check(LaboratorySimulator simulator) {
        List<String> known = simulator.taskNames();
        if (!known.contains(task)) {
            throw new ScienceworldException("unknown task '" + task + "'" + NameRules.didYouMean(task, known)
                    + "; there are: " + String.join(", ", known));
        }
        int count = simulator.variations(task);
        if (variation < 0 || variation >= count) {
            throw new ScienceworldException(
                    "the task '" + task + "' has the variations 0 to " + (count - 1) + ", found " + variation);
        }
        Simplifications.check(simplifications, task);
    }

    /** Returns the labels as the simulator understands them. */
    String labels() {
        return Simplifications.check(simplifications, task);
    }

    Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(TASK, task);
        fields.put(VARIATION, variation);
        if (!simplifications.isEmpty()) {
            fields.put(SIMPLIFICATIONS, simplifications);
        }
        return fields;
    }

    /** Returns the name of the episode in results. */
    String id() {
        return task + "-" + variation + (simplifications.isEmpty() ? "" : "-" + simplifications.replace(',', '+'));
    }

    /** The labels that make a world easier. */
    static final class Simplifications {

        static final String EASY = "easy";
        private static final String NO_ELECTRICITY = "noElectricalAction";
        private static final List<String> LABELS =
                List.of("teleportAction", "selfWateringFlowerPots", "openContainers", "openDoors", NO_ELECTRICITY);
        private static final List<String> EASY_LABELS =
                List.of("teleportAction", "openDoors", "selfWateringFlowerPots", NO_ELECTRICITY);

        private Simplifications() {}

        /**
         * Checks labels and gives the text that the simulator understands.
         *
         * <p>{@code easy} is the simulator's own preset only where it stands alone; beside other labels it is spelled out.
         *
         * @param labels separated with commas, or empty
         */
        static String check(String labels, String task) {
            List<String> known = new ArrayList<>(LABELS);
            known.addFirst(EASY);
            List<String> given = Arrays.stream(labels.split(","))
                    .filter(label -> !label.isEmpty())
                    .toList();
            for (String label : given) {
                if (!known.contains(label)) {
                    throw new ScienceworldException("unknown simplification '" + label + "'"
                            + NameRules.didYouMean(label, known) + "; there are: " + String.join(", ", known)
                            + ", separated with commas and no blanks");
                }
            }
            if (given.contains(NO_ELECTRICITY) && needsElectricity(task)) {
                throw new ScienceworldException("the simplification '" + NO_ELECTRICITY + "' takes away what the task '"
                        + task + "' is about; leave it out");
            }
            if (!given.contains(EASY) || given.size() == 1) {
                return String.join(",", given);
            }
            Set<String> spelledOut = new LinkedHashSet<>();
            for (String label : given) {
                if (label.equals(EASY)) {
                    EASY_LABELS.stream()
                            .filter(easy -> !easy.equals(NO_ELECTRICITY) || !needsElectricity(task))
                            .forEach(spelledOut::add);
                } else {
                    spelledOut.add(label);
                }
            }
            return String.join(",", spelledOut);
        }

        private static boolean needsElectricity(String task) {
            return task.contains("power-component") || task.contains("conductivity");
        }
    }

    /** The ways to name a task: its name, its number in the paper, its title in the paper, and the names of older releases. */
    static final class TaskNames {

        private static final Pattern OLD_DECORATION = Pattern.compile("task-(\\d|a|b)+-|[()]");

        private static final Map<String, String> ALIASES = aliases();

        private TaskNames() {}

        /** Returns the simulator's name for a task named in any way; an unknown name comes back without its old decoration. */
        static String normalise(String named) {
            String name = ALIASES.getOrDefault(named, named).replace("mendellian", "mendelian");
            return OLD_DECORATION.matcher(name).replaceAll("");
        }

        /** Reads number, topic, title and name of each task, as the paper has them. */
        private static Map<String, String> aliases() {
            Map<String, String> aliases = new LinkedHashMap<>();
            Utf8.resource(TaskNames.class, "tasks.txt")
                    .lines()
                    .map(line -> line.split("\\|", -1))
                    .forEach(columns -> {
                        aliases.put(columns[0], columns[3]);
                        aliases.put(columns[1] + " " + columns[2], columns[3]);
                    });
            return aliases;
        }
    }
}
