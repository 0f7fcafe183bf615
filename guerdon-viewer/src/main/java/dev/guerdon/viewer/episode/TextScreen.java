package dev.guerdon.viewer.episode;

import dev.guerdon.api.Internal;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.OpenRuns.Opened;
import dev.guerdon.viewer.trace.Passage;
import dev.guerdon.viewer.trace.Steps;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** The whole of a text of which a page shows the beginning, as plain text. */
@Internal
public final class TextScreen implements Screen {

    private final OpenRuns runs;

    public TextScreen(OpenRuns runs) {
        this.runs = runs;
    }

    @Override
    public String path() {
        return "/runs/{run}/text";
    }

    @Override
    public Answer show(Address address, Links links) {
        Opened opened = runs.episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
        int step = address.number("step", 1);
        if (step < 1 || step > opened.detail().turns().size()) {
            throw Problem.notFound("the episode has " + opened.detail().turns().size() + " steps, and no step " + step);
        }
        String text;
        try {
            text = new Steps(opened, links, Passage.USUAL).text(step - 1, address.text("part", ""));
        } catch (IllegalArgumentException e) {
            throw Problem.notFound(String.valueOf(e.getMessage()));
        }
        return new Answer.Stream("text/plain; charset=utf-8", "", out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            writer.write(text);
            writer.flush();
        });
    }
}
