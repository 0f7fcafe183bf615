package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import java.util.Map;

/** Some rows of a run's table, for a script that scrolls. */
@Internal
public final class RowsScreen implements Screen {

    private static final int MOST = 500;

    private final RunData data;

    public RowsScreen(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/rows";
    }

    @Override
    public Answer show(Address address, Links links) {
        TableAddress asked = TableAddress.of(address);
        int limit = Math.clamp(address.number("limit", TableAddress.PAGE), 1, MOST);
        EpisodeIndex index = data.index(asked.run());
        TableView view = TableView.of(
                data.table(index, asked.filter(), asked.sort()),
                asked,
                TableView.columns(index, asked.columns()),
                limit,
                links);
        return new Answer.Html("runrows.jte", Map.of("view", view));
    }
}
