package dev.guerdon.browser;

import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the tasks of one kind, such as all of MiniWoB.
 *
 * <p>Found with {@link java.util.ServiceLoader}: name the class in {@code META-INF/services/dev.guerdon.browser.BrowserTaskSource}.
 */
public interface BrowserTaskSource {

    /** What the ids of these tasks begin with, such as {@code miniwob.}. */
    String prefix();

    /**
     * Makes a task.
     *
     * @param id its id, which begins with the prefix
     * @param description the task with its fields
     * @param options the options of the environment by name, such as {@code miniwob} for {@code --miniwob}
     */
    BrowserTask create(String id, Task description, Map<String, String> options);

    /** The tasks of a split; with an empty split, those that need nothing but Guerdon. */
    Stream<Task> tasks(String split, Map<String, String> options);

    /**
     * Hosts on this machine that its tasks are about, as {@link WebRules#allowing} takes them: the rules of the web allow them although
     * they are not public. Asked for at each request.
     */
    default List<String> ownHosts() {
        return List.of();
    }
}
