package dev.guerdon.viewer.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.StoredSession;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.OpenRuns;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The sessions beside the runs. */
@Internal
public final class SessionsScreen implements Screen {

    private final OpenRuns runs;

    public SessionsScreen(OpenRuns runs) {
        this.runs = runs;
    }

    /** A session in the list. */
    public record Row(String name, String outcome, String address) {}

    @Override
    public String path() {
        return "/sessions";
    }

    @Override
    public Answer show(Address address, Links links) {
        List<Row> rows = Stream.concat(
                        StoredSession.names(runs.store()).stream(), ImproveSession.names(runs.store()).stream())
                .sorted(Comparator.comparing((String name) -> name.replaceFirst("^[a-z]+_", ""))
                        .reversed())
                .map(name -> new Row(name, outcome(name), links.session(name)))
                .toList();
        Frame frame = new Frame("Sessions", links, List.of(), List.of("trace.css"));
        return new Answer.Html("sessions.jte", Map.of("frame", frame, "rows", rows));
    }

    private String outcome(String name) {
        try {
            Optional<ImproveSession> improved = ImproveSession.in(runs.store(), name);
            if (improved.isPresent()) {
                return improved.get().view().outcome();
            }
            return SessionScreen.outcome(StoredSession.read(runs.store(), name));
        } catch (GuerdonException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
