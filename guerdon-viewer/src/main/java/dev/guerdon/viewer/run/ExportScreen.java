package dev.guerdon.viewer.run;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.export.Export;
import dev.guerdon.viewer.export.ExportFormat;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;

/** A run's table as a file. */
@Internal
public final class ExportScreen implements Screen {

    private final RunData data;

    public ExportScreen(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/export";
    }

    @Override
    public Answer show(Address address, Links links) {
        TableAddress asked = TableAddress.of(address);
        ExportFormat format = ExportFormat.of(address.text("format", "csv"));
        EpisodeIndex index = data.index(asked.run());
        Export export = Export.of(data.table(index, asked.filter(), asked.sort()), asked.columns());
        return new Answer.Stream(
                format.mediaType(), asked.run() + "." + format.ending(), out -> export.write(format, out));
    }
}
