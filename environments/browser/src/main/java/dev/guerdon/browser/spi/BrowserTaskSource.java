package dev.guerdon.browser.spi;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Extension;
import dev.guerdon.api.Task;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the tasks of one kind, such as all of MiniWoB; a {@link dev.guerdon.api.Plugin} adds it. */
@Extension.Kind("browser-task-source")
@Experimental
public interface BrowserTaskSource extends Extension {

    /** Returns the prefix without its dot. */
    @Override
    default String name() {
        return prefix().endsWith(".") ? prefix().substring(0, prefix().length() - 1) : prefix();
    }

    /** Returns what the ids of these tasks begin with, such as {@code miniwob.}. */
    String prefix();

    /**
     * Makes a task.
     *
     * @param id its id, which begins with the prefix
     * @param description the task with its fields
     * @param options the options of the environment by name, such as {@code miniwob} for {@code --miniwob}
     */
    BrowserTask create(String id, Task description, Map<String, String> options);

    /** Returns the tasks of a split; with an empty split, those that need nothing but Guerdon. */
    Stream<Task> tasks(String split, Map<String, String> options);

    /**
     * Hosts on this machine that its tasks are about, as {@code WebRules.allowing} takes them: the rules of the web allow them although
     * they are not public. Asked for at each request.
     */
    default List<String> ownHosts() {
        return List.of();
    }
}
