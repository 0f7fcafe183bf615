package dev.guerdon.lab.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.base.Names;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Some tasks out of many, as {@code --tasks} names them: places from 0 such as {@code 0-9,12}, or ids. */
@Experimental
public final class TaskSelection {

    private static final Pattern PLACES = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private TaskSelection() {}

    /**
     * The chosen tasks in the order in which they are named, each once.
     *
     * @throws LabException for a place that is not there, or an id that no task has, with the nearest
     */
    public static List<Task> of(String selection, List<Task> tasks) {
        Set<Task> chosen = new LinkedHashSet<>();
        for (String item : selection.split(",", -1)) {
            String word = item.strip();
            Matcher places = PLACES.matcher(word);
            if (places.matches()) {
                int first = Integer.parseInt(places.group(1));
                int last = places.group(2) == null ? first : Integer.parseInt(places.group(2));
                if (last < first || last >= tasks.size()) {
                    throw new LabException(
                            "expected places from 0 to " + (tasks.size() - 1) + " for the tasks, found '" + word + "'");
                }
                chosen.addAll(tasks.subList(first, last + 1));
            } else {
                chosen.add(byId(word, tasks));
            }
        }
        return List.copyOf(chosen);
    }

    public static Task byId(String id, List<Task> tasks) {
        return tasks.stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow(() -> unknown(id, tasks));
    }

    private static LabException unknown(String id, List<Task> tasks) {
        String hint = Names.didYouMean(id, tasks.stream().map(Task::id).toList());
        return new LabException(
                "there is no task '" + id + "'" + (hint.isEmpty() ? "; expected ids or places such as 0-9,12" : hint));
    }
}
