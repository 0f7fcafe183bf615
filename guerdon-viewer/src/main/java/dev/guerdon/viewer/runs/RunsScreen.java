package dev.guerdon.viewer.runs;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.RunStore;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import java.util.List;
import java.util.Map;

/** The list of runs, the newest first. */
@Internal
public final class RunsScreen implements Screen {

    private final RunStore store;

    public RunsScreen(RunStore store) {
        this.store = store;
    }

    @Override
    public String path() {
        return "/";
    }

    @Override
    public Answer show(Address address, Links links) {
        List<RunRow> rows = store.list().reversed().stream()
                .map(info -> new RunRow(info, store.summary(info), links.run(info.name())))
                .toList();
        return new Answer.Html("runs.jte", Map.of("frame", new Frame("Runs", links, List.of()), "rows", rows));
    }
}
