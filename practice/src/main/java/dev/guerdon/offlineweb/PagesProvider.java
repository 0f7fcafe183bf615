package dev.guerdon.offlineweb;

import dev.guerdon.api.Environment;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Task;
import dev.guerdon.offlineweb.sites.OfflineQuestions;
import dev.guerdon.offlineweb.sites.SeededWorlds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The environment {@code pages}: the offline web as text, without a browser.
 *
 * <p>It takes the browser's actions and shows pages as the browser does, thousands of times faster, because it runs no scripts and
 * waits for nothing. What a script would fill stays empty.
 */
final class PagesProvider implements EnvironmentProvider {

    /** Its name. */
    public static final String NAME = "pages";

    private static final Option TASK =
            new Option("task", "ID", "Play this task, such as generated.7.12 or offline.3. Default: generated.1.0.");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "The offline web as text, without a browser; runs no scripts";
    }

    @Override
    public List<Option> options() {
        return List.of(TASK);
    }

    @Override
    public Environment open(Map<String, String> options) {
        return new PagesEnvironment(OfflineWeb.shared());
    }

    @Override
    public Task task(Map<String, String> options) {
        String id = options.getOrDefault(TASK.name(), SeededWorlds.PREFIX + "1.0");
        QuestionTask task = QuestionTask.of(id, OfflineWeb.shared());
        return OfflineQuestions.task(id, id.startsWith(SeededWorlds.PREFIX) ? "generated" : "offline", task.question());
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        if (split.isEmpty() || SeededWorlds.isSplit(split)) {
            return SeededWorlds.tasks(split.isEmpty() ? "generated" : split).stream();
        }
        if (split.equals("offline")) {
            return OfflineQuestions.tasks().stream();
        }
        throw new GuerdonException("there is no split '" + split
                + "' of the offline web; there are offline, generated, generated-SEED and generated-SEEDxSIZE");
    }
}
