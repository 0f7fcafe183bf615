package dev.guerdon.offlineweb;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.offlineweb.questions.Questions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The questions on the offline web, which need nothing but Guerdon. */
@Experimental
public final class QuestionSource implements BrowserTaskSource {

    @Override
    public String prefix() {
        return Questions.PREFIX;
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        return QuestionTask.of(id, OfflineWeb.shared());
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return split.isEmpty() || split.equals("offline") || split.equals("offline-web")
                ? Questions.tasks().stream()
                : Stream.empty();
    }

    @Override
    public List<String> ownHosts() {
        return OfflineWeb.sharedHosts();
    }
}
