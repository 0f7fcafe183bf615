package dev.guerdon.viewer.run;

import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.PageTemplates;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** News of a run under way as server-sent events: its panel whenever that changes, and when it has ended. */
final class LiveScreen {

    private static final Duration LOOK = Duration.ofSeconds(1);

    /** A reader who went away is found out by writing. */
    private static final int SILENT_LOOKS = 15;

    private final RunData data;
    private final PageTemplates templates;
    private volatile boolean closed;

    public LiveScreen(RunData data, PageTemplates templates) {
        this.data = data;
        this.templates = templates;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        RunInfo info = data.store().outline(address.part("run"));
        return new ScreenAnswer.Stream("text/event-stream; charset=utf-8", "", out -> send(info.name(), links, out));
    }

    /** Shows the last screenshot of an episode under way. */
    public ScreenAnswer picture(PageAddress address, PageLinks links) {
        RunInfo info = data.store().outline(address.part("run"));
        Path picture = LiveRun.picture(
                        data.store().root().resolve(info.name()), address.text("task", ""), address.number("repeat", 0))
                .orElseThrow(() -> PageProblem.notFound("there is no screenshot of this episode"));
        return new ScreenAnswer.Stream("image/png", "", out -> Files.copy(picture, out));
    }

    private void send(String run, PageLinks links, OutputStream out) throws IOException {
        long planned = LiveRun.planned(data.store().root().resolve(run));
        String last = "";
        int silent = 0;
        while (!closed) {
            RunInfo info = data.store().outline(run);
            if (info.status() != RunInfo.Status.RUNNING) {
                event(out, "ended", info.status().name());
                return;
            }
            LiveView view = LiveView.of(data.store(), info, data.index(run), planned, links);
            String panel = new String(
                    templates.render(new ScreenAnswer.Html(
                            "run/runlive.jte", Map.of("live", view, "links", links, "name", run))),
                    StandardCharsets.UTF_8);
            if (!panel.equals(last)) {
                event(out, "panel", panel);
                event(out, "words", SecretFilter.known().redact(view.sentence()));
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

    /**
     * A run under way, in words.
     *
     * @param done how many episodes are finished
     * @param planned how many there are to be
     * @param mean the mean reward so far
     * @param left how long it will take, in words; empty where nobody can tell
     * @param mode {@code running}, {@code paused} or {@code stopping}
     * @param steerable whether it can be paused and stopped from here
     * @param flights the episodes under way
     */
    record LiveView(
            int done, long planned, String mean, String left, String mode, boolean steerable, List<Flight> flights) {

        /**
         * An episode under way.
         *
         * @param picture where its last screenshot is; empty if it has none
         */
        public record Flight(String task, int repeat, int steps, String time, String action, String picture) {}

        /** Returns how far it is, from 0 to 1000. */
        public int permille() {
            return planned == 0 ? 0 : (int) Math.min(1000, 1000L * done / planned);
        }

        /** Returns one sentence for those who listen. */
        public String sentence() {
            return done + " of " + planned + " episodes are finished, mean reward " + mean
                    + (mode.equals("running") ? "" : ", " + mode) + (left.isEmpty() ? "" : ", about " + left + " left");
        }

        /**
         * Returns the run as it is now.
         *
         * @param planned how many episodes it has once it is complete
         */
        static LiveView of(RunStore store, RunInfo info, EpisodeIndex index, long planned, PageLinks links) {
            Path folder = store.root().resolve(info.name());
            Optional<LiveRun> live = LiveRun.in(folder);
            List<Flight> flights = live.map(LiveRun::flights).orElse(List.of()).stream()
                    .map(flight -> flight(folder, info, flight, links))
                    .toList();
            String mode = live.map(each -> each.stopping() ? "stopping" : each.paused() ? "paused" : "running")
                    .orElse("running");
            return new LiveView(
                    index.size(),
                    planned,
                    PageNumber.reward(mean(index.column("reward"))),
                    mode.equals("running") ? left(index, planned - index.size(), flights.size()) : "",
                    mode,
                    live.isPresent() && !links.formKey().isEmpty(),
                    flights);
        }

        private static Flight flight(Path folder, RunInfo info, LiveRun.Flight flight, PageLinks links) {
            String picture = LiveRun.picture(folder, flight.task(), flight.repeat())
                    .map(file -> links.to(
                            "/runs/{run}/live/picture",
                            "run",
                            info.name(),
                            "task",
                            flight.task(),
                            "repeat",
                            String.valueOf(flight.repeat()),
                            "step",
                            String.valueOf(flight.steps())))
                    .orElse("");
            Duration time = Duration.between(flight.started(), Instant.now());
            return new Flight(
                    PageNumber.line(flight.task(), 120),
                    flight.repeat(),
                    flight.steps(),
                    PageNumber.duration(Duration.ofSeconds(Math.max(0, time.toSeconds()))),
                    PageNumber.line(flight.action(), 200),
                    picture);
        }

        private static double mean(FigureColumn column) {
            double sum = 0;
            int count = 0;
            for (int row = 0; row < column.size(); row++) {
                double value = column.number(row);
                if (!Double.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
            return count == 0 ? Double.NaN : sum / count;
        }

        /** From how long episodes took so far, and how many are made at a time. */
        private static String left(EpisodeIndex index, long open, int atOnce) {
            double each = mean(index.column("duration"));
            return open <= 0 || Double.isNaN(each) || atOnce == 0
                    ? ""
                    : PageNumber.seconds(Math.max(1, Math.ceil(each * open / atOnce)));
        }
    }
}
