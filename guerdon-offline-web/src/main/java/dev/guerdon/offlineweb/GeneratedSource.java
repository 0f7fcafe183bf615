package dev.guerdon.offlineweb;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Task;
import dev.guerdon.browser.spi.BrowserTask;
import dev.guerdon.browser.spi.BrowserTaskSource;
import dev.guerdon.offlineweb.family.Worlds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Questions that a generator makes from a seed, with the sites they are about: {@code generated.SEED.NUMBER}. */
@Experimental
public final class GeneratedSource implements BrowserTaskSource {

    @Override
    public String prefix() {
        return Worlds.PREFIX;
    }

    @Override
    public BrowserTask create(String id, Task description, Map<String, String> options) {
        return QuestionTask.of(id, OfflineWeb.shared());
    }

    @Override
    public Stream<Task> tasks(String split, Map<String, String> options) {
        return Worlds.isSplit(split) ? Worlds.tasks(split).stream() : Stream.empty();
    }

    @Override
    public List<String> ownHosts() {
        return OfflineWeb.sharedHosts();
    }
}
