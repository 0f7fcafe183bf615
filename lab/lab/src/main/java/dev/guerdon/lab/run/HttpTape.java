package dev.guerdon.lab.run;

import dev.guerdon.api.Internal;
import dev.guerdon.core.Registry;
import dev.guerdon.core.spi.HttpTraffic;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.RunOptions;
import java.util.ArrayList;
import java.util.List;

/** Records or replays the HTTP traffic of a run, in every module that has some. */
@Internal
public final class HttpTape implements AutoCloseable {

    private final List<HttpTraffic.Session> sessions = new ArrayList<>();

    private HttpTape() {}

    /** Refuses what makes no sense, before anything is written. */
    public static void check(RunOptions.Traffic traffic) {
        if (traffic.record().isEmpty() && (traffic.pages() || traffic.inClear())) {
            throw new LabException("recording " + (traffic.pages() ? "pages" : "secrets")
                    + " needs a folder to record into; name one with --record DIR");
        }
    }

    /** Begins, where traffic is recorded or replayed; else nothing is loaded. */
    public static HttpTape begin(Registry registry, RunOptions.Traffic traffic) {
        HttpTape tape = new HttpTape();
        if (traffic.record().isPresent() || traffic.replay().isPresent()) {
            HttpTraffic.Wish wish =
                    new HttpTraffic.Wish(traffic.record(), traffic.replay(), traffic.pages(), traffic.inClear());
            try {
                registry.all(HttpTraffic.class).forEach(kind -> tape.sessions.add(kind.begin(wish)));
            } catch (RuntimeException e) {
                tape.close();
                throw e;
            }
        }
        return tape;
    }

    @Override
    public void close() {
        sessions.forEach(HttpTraffic.Session::close);
        sessions.clear();
    }
}
