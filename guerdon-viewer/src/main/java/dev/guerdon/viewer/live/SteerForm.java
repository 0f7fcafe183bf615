package dev.guerdon.viewer.live;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Form;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;

/** Pauses a run under way, lets it go on, or stops it after what is in flight. */
@Internal
public final class SteerForm implements Form {

    private final RunData data;

    public SteerForm(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/steer";
    }

    @Override
    public Answer take(Address address, Links links) {
        RunInfo info = data.store().outline(address.part("run"));
        LiveRun.Wish wish = switch (address.text("wish", "")) {
            case "pause" -> LiveRun.Wish.PAUSE;
            case "go" -> LiveRun.Wish.GO_ON;
            case "stop" -> LiveRun.Wish.STOP;
            default -> throw Problem.badRequest("expected the wish 'pause', 'go' or 'stop'");
        };
        LiveRun.ask(data.store().root().resolve(info.name()), wish);
        return new Answer.Elsewhere(links.run(info.name()));
    }
}
