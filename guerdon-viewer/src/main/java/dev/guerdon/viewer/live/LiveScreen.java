package dev.guerdon.viewer.live;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.data.RunData;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.page.Templates;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** News of a run under way as server-sent events: its panel whenever that changes, and when it has ended. */
@Internal
public final class LiveScreen implements Screen {

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** A reader who went away is found out by writing. */
    private static final int SILENT_LOOKS = 15;

    private final RunData data;
    private final Templates templates;
    private volatile boolean closed;

    public LiveScreen(RunData data, Templates templates) {
        this.data = data;
        this.templates = templates;
    }

    @Override
    public String path() {
        return "/runs/{run}/live";
    }

    @Override
    public Answer show(Address address, Links links) {
        RunInfo info = data.store().outline(address.part("run"));
        return new Answer.Stream("text/event-stream; charset=utf-8", "", out -> send(info.name(), links, out));
    }

    private void send(String run, Links links, OutputStream out) throws IOException {
        long planned = LiveRun.planned(data.store().root().resolve(run));
        String last = "";
        int silent = 0;
        while (!closed) {
            RunInfo info = data.store().outline(run);
            if (info.status() != RunInfo.Status.RUNNING) {
                event(out, "ended", info.status().name());
                return;
            }
            LiveView view = UnderWay.of(data.store(), info, data.index(run), planned, links);
            String panel = new String(
                    templates.render(new Answer.Html("runlive.jte", Map.of("live", view, "links", links, "name", run))),
                    StandardCharsets.UTF_8);
            if (!panel.equals(last)) {
                event(out, "panel", panel);
                event(out, "words", view.sentence());
                last = panel;
                silent = 0;
            } else if (++silent >= SILENT_LOOKS) {
                out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
                out.flush();
                silent = 0;
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void event(OutputStream out, String name, String text) throws IOException {
        StringBuilder message = new StringBuilder("event: ").append(name).append('\n');
        text.lines().forEach(line -> message.append("data: ").append(line).append('\n'));
        out.write(message.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Ends all streams. */
    public void close() {
        closed = true;
    }
}
