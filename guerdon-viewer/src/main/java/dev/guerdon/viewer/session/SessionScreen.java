package dev.guerdon.viewer.session;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.lab.Comparer;
import dev.guerdon.lab.Prompts;
import dev.guerdon.lab.StoredSession;
import dev.guerdon.lab.spi.Comparison.ConfigChange;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.session.SessionView.Entry;
import dev.guerdon.viewer.session.SessionView.Place;
import dev.guerdon.viewer.session.SessionView.Setting;
import dev.guerdon.viewer.trace.Difference;
import dev.guerdon.viewer.trace.OpenRuns;
import dev.guerdon.viewer.trace.Passage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A session: what was tried, what was decided, and on which evidence. */
@Internal
public final class SessionScreen implements Screen {

    private static final int MOST_REGRESSIONS = 50;

    private final OpenRuns runs;

    public SessionScreen(OpenRuns runs) {
        this.runs = runs;
    }

    @Override
    public String path() {
        return "/sessions/{session}";
    }

    /** What is needed of a run. */
    private record Known(RunInfo info, String reward) {}

    @Override
    public Answer show(Address address, Links links) {
        String name = address.part("session");
        SessionView view =
                ImproveSession.in(runs.store(), name).map(ImproveSession::view).orElseGet(() -> iterated(name, links));
        Frame frame = new Frame(
                view.name(),
                links,
                List.of(
                        new Frame.Crumb("sessions", links.sessions()),
                        new Frame.Crumb(view.name(), links.session(view.name()))),
                List.of("trace.css"));
        return new Answer.Html("session.jte", Map.of("frame", frame, "view", view));
    }

    private SessionView iterated(String name, Links links) {
        StoredSession session = StoredSession.read(runs.store(), name);
        Map<String, Optional<Known>> known = new HashMap<>();
        Map<String, String> changes = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        List<String> lineage = new ArrayList<>();
        for (Decision decision : session.decisions()) {
            entries.add(entry(entries.size(), decision, changes.getOrDefault(decision.against(), ""), known, links));
            changes.put(decision.run(), decision.change());
            if (decision.verdict() == Decision.Verdict.START || decision.verdict() == Decision.Verdict.KEPT) {
                lineage.add(Passage.visible(decision.change()));
            }
        }
        return new SessionView(
                session.name(),
                outcome(session),
                Passage.of(session.plan(), Passage.USUAL, ""),
                entries,
                lineage,
                session.again().stream().map(run -> place(run, links)).toList(),
                session.running().isEmpty() ? null : place(session.running(), links));
    }

    static String outcome(StoredSession session) {
        long kept = count(session, Decision.Verdict.KEPT);
        long tried = session.decisions().size() - count(session, Decision.Verdict.START);
        return tried + (tried == 1 ? " change tried, " : " changes tried, ") + kept + " kept, "
                + count(session, Decision.Verdict.ROLLED_BACK) + " rolled back, "
                + count(session, Decision.Verdict.UNDECIDED) + " undecided, "
                + count(session, Decision.Verdict.FAILED) + " failed";
    }

    private static long count(StoredSession session, Decision.Verdict verdict) {
        return session.decisions().stream()
                .filter(decision -> decision.verdict() == verdict)
                .count();
    }

    private Entry entry(int number, Decision decision, String parent, Map<String, Optional<Known>> known, Links links) {
        Optional<Known> run = known(decision.run(), known);
        Optional<Known> against = known(decision.against(), known);
        boolean both = run.isPresent() && against.isPresent();
        return new Entry(
                number,
                Passage.visible(decision.change()),
                SessionView.Verdict.of(decision.verdict()),
                Passage.visible(decision.reason()),
                List.of(),
                Passage.visible(parent),
                run.map(Known::reward).orElse(""),
                run.isPresent() ? place(decision.run(), links) : null,
                both ? links.compare(decision.against(), decision.run()) : "",
                both
                        ? Comparer.configuration(against.get().info(), run.get().info()).stream()
                                .filter(change -> !change.name().startsWith("machine."))
                                .map(SessionScreen::setting)
                                .toList()
                        : List.of(),
                both
                        ? decision.regressions().stream()
                                .limit(MOST_REGRESSIONS)
                                .map(task -> new Place(
                                        Passage.visible(task),
                                        links.traces(decision.against(), decision.run(), task, 0)))
                                .toList()
                        : List.of());
    }

    private static Setting setting(ConfigChange change) {
        @Nullable
        Difference difference = Prompts.isSection(change)
                ? new Difference(
                        Difference.lines(
                                Prompts.difference(change).stream().skip(2).toList()),
                        "")
                : null;
        return new Setting(
                change.name(),
                difference == null ? Passage.line(change.base(), 300) : "",
                difference == null ? Passage.line(change.candidate(), 300) : "",
                difference);
    }

    /** A run of a session may have been removed since. */
    private Optional<Known> known(String run, Map<String, Optional<Known>> known) {
        if (run.isEmpty()) {
            return Optional.empty();
        }
        return known.computeIfAbsent(run, name -> {
            try (Run open = runs.open(name)) {
                return Optional.of(new Known(open.info(), open.mean().words()));
            } catch (GuerdonException e) {
                return Optional.empty();
            }
        });
    }

    private static Place place(String run, Links links) {
        return new Place(run, links.run(run));
    }
}
