package dev.guerdon.viewer.live;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.LiveRun;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.index.Column;
import dev.guerdon.viewer.index.EpisodeIndex;
import dev.guerdon.viewer.page.Figure;
import dev.guerdon.viewer.page.Links;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Puts together what is known of a run under way. */
@Internal
public final class UnderWay {

    private UnderWay() {}

    /**
     * The run as it is now.
     *
     * @param planned how many episodes it has once it is complete
     */
    public static LiveView of(RunStore store, RunInfo info, EpisodeIndex index, long planned, Links links) {
        Path folder = store.root().resolve(info.name());
        Optional<LiveRun> live = LiveRun.in(folder);
        List<LiveView.Flight> flights = live.map(LiveRun::flights).orElse(List.of()).stream()
                .map(flight -> flight(folder, info, flight, links))
                .toList();
        String mode = live.map(each -> each.stopping() ? "stopping" : each.paused() ? "paused" : "running")
                .orElse("running");
        return new LiveView(
                index.size(),
                planned,
                Figure.reward(mean(index.column("reward"))),
                mode.equals("running") ? left(index, planned - index.size(), flights.size()) : "",
                mode,
                live.isPresent() && !links.formKey().isEmpty(),
                flights);
    }

    private static LiveView.Flight flight(Path folder, RunInfo info, LiveRun.Flight flight, Links links) {
        String picture = LiveRun.picture(folder, flight.task(), flight.repeat())
                .map(file -> links.run(info.name()) + "/live/picture?task="
                        + URLEncoder.encode(flight.task(), StandardCharsets.UTF_8)
                                .replace("+", "%20")
                        + "&repeat=" + flight.repeat() + "&step=" + flight.steps())
                .orElse("");
        Duration time = Duration.between(flight.started(), Instant.now());
        return new LiveView.Flight(
                Figure.line(flight.task(), 120),
                flight.repeat(),
                flight.steps(),
                Figure.duration(Duration.ofSeconds(Math.max(0, time.toSeconds()))),
                Figure.line(flight.action(), 200),
                picture);
    }

    private static double mean(Column column) {
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
                : Figure.seconds(Math.max(1, Math.ceil(each * open / atOnce)));
    }
}
