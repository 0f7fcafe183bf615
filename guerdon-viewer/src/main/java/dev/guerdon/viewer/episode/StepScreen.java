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
import java.util.Map;

/** One step of an episode, without a page around it. */
@Internal
public final class StepScreen implements Screen {

    private final OpenRuns runs;
    private final Reasons reasons;

    public StepScreen(OpenRuns runs, Reasons reasons) {
        this.runs = runs;
        this.reasons = reasons;
    }

    @Override
    public String path() {
        return "/runs/{run}/step";
    }

    @Override
    public Answer show(Address address, Links links) {
        Opened opened = runs.episode(address.part("run"), address.text("task", ""), address.number("repeat", 0));
        int step = address.number("step", 1);
        int steps = opened.detail().turns().size();
        if (step < 1 || step > steps) {
            throw Problem.notFound("the episode has " + steps + " steps, and no step " + step);
        }
        return new Answer.Html(
                "episodestep.jte",
                Map.of(
                        "step",
                        new Steps(opened, links, Passage.USUAL)
                                .step(step - 1, reasons.of(opened, links).evidence()),
                        "of",
                        steps,
                        "tab",
                        address.text("tab", "")));
    }
}
