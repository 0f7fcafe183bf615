package dev.guerdon.browser;

import dev.guerdon.api.Task;
import java.util.Map;
import java.util.stream.Stream;

/** The questions on the offline web, which need nothing but Guerdon. */
final class OfflineSource implements BrowserTaskSource {

    @Override
    public String prefix() {
        return OfflineQuestions.PREFIX;
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        return OfflineTask.of(id);
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return split.isEmpty() || split.equals("offline") || split.equals("offline-web")
                ? OfflineQuestions.tasks().stream()
                : Stream.empty();
    }
}
