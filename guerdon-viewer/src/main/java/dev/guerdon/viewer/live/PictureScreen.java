package dev.guerdon.viewer.live;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last screenshot of an episode under way. */
@Internal
public final class PictureScreen implements Screen {

    private final RunData data;

    public PictureScreen(RunData data) {
        this.data = data;
    }

    @Override
    public String path() {
        return "/runs/{run}/live/picture";
    }

    @Override
    public Answer show(Address address, Links links) {
        RunInfo info = data.store().outline(address.part("run"));
        Path picture = LiveRun.picture(
                        data.store().root().resolve(info.name()), address.text("task", ""), address.number("repeat", 0))
                .orElseThrow(() -> Problem.notFound("there is no screenshot of this episode"));
        return new Answer.Stream("image/png", "", out -> Files.copy(picture, out));
    }
}
