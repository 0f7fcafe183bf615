package dev.guerdon.viewer.episode;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.lab.ImprovementSession;
import dev.guerdon.lab.IterationSession;
import dev.guerdon.lab.RunComparer;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.StoredSession;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.viewer.episode.SessionScreen.SessionView.Entry;
import dev.guerdon.viewer.episode.SessionScreen.SessionView.Place;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A session: what was tried, what was decided, and on which evidence. */
final class SessionScreen {

    private static final int MOST_REGRESSIONS = 50;

    private final OpenRuns runs;

    public SessionScreen(OpenRuns runs) {
        this.runs = runs;
    }

    /** Facts that are needed of a run. */
    private record Known(RunInfo info, String reward) {}

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        String name = address.part("session");
        SessionView view =
                ImproveSession.in(runs.store(), name).map(ImproveSession::view).orElseGet(() -> iterated(name, links));
        PageFrame frame = new PageFrame(
                view.name(),
                links,
                List.of(
                        new PageFrame.Crumb("sessions", links.sessions()),
                        new PageFrame.Crumb(view.name(), links.session(view.name()))),
                List.of("trace.css"));
        return new ScreenAnswer.Html("episode/session.jte", Map.of("frame", frame, "view", view));
    }

    private SessionView iterated(String name, PageLinks links) {
        StoredSession session = IterationSession.session(runs.store(), name);
        Map<String, Optional<Known>> known = new HashMap<>();
        Map<String, String> changes = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        List<String> lineage = new ArrayList<>();
        for (Decision decision : session.decisions()) {
            entries.add(entry(entries.size(), decision, changes.getOrDefault(decision.against(), ""), known, links));
            changes.put(decision.run(), decision.change());
            if (decision.verdict() == Decision.Verdict.START || decision.verdict() == Decision.Verdict.KEPT) {
                lineage.add(TextPassage.visible(decision.change()));
            }
        }
        return new SessionView(
                name,
                outcome(session),
                TextPassage.of(session.plan(), TextPassage.USUAL, ""),
                entries,
                lineage,
                session.again().stream().map(run -> place(run, links)).toList(),
                session.running().isEmpty() ? null : place(session.running(), links));
    }

    /** A session in the list. */
    public record Row(String name, String outcome, String address) {}

    /** Lists the sessions beside the runs, the newest first. */
    public ScreenAnswer list(PageAddress address, PageLinks links) {
        List<Row> rows = Stream.concat(
                        IterationSession.sessions(runs.store()).stream(),
                        ImprovementSession.sessions(runs.store()).stream())
                .sorted(Comparator.comparing((String name) -> name.replaceFirst("^[a-z]+_", ""))
                        .reversed())
                .map(name -> new Row(name, outcome(name), links.session(name)))
                .toList();
        PageFrame frame = new PageFrame("Sessions", links, List.of(), List.of("trace.css"));
        return new ScreenAnswer.Html("episode/sessions.jte", Map.of("frame", frame, "rows", rows));
    }

    private String outcome(String name) {
        try {
            return ImproveSession.in(runs.store(), name)
                    .map(improved -> improved.view().outcome())
                    .orElseGet(() -> outcome(IterationSession.session(runs.store(), name)));
        } catch (GuerdonException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String outcome(StoredSession session) {
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

    private Entry entry(
            int number, Decision decision, String parent, Map<String, Optional<Known>> known, PageLinks links) {
        Optional<Known> run = known(decision.run(), known);
        Optional<Known> against = known(decision.against(), known);
        boolean both = run.isPresent() && against.isPresent();
        return new Entry(
                number,
                TextPassage.visible(decision.change()),
                SessionView.Verdict.of(decision.verdict()),
                TextPassage.visible(decision.reason()),
                List.of(),
                TextPassage.visible(parent),
                run.map(Known::reward).orElse(""),
                run.isPresent() ? place(decision.run(), links) : null,
                both ? links.compare(decision.against(), decision.run()) : "",
                both
                        ? RunComparer.configuration(
                                        against.get().info(), run.get().info())
                                .stream()
                                .filter(change -> !change.name().startsWith("machine."))
                                .map(ChangedSetting::of)
                                .toList()
                        : List.of(),
                both
                        ? decision.regressions().stream()
                                .limit(MOST_REGRESSIONS)
                                .map(task -> new Place(
                                        TextPassage.visible(task),
                                        links.traces(decision.against(), decision.run(), task, 0)))
                                .toList()
                        : List.of());
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

    private static Place place(String run, PageLinks links) {
        return new Place(run, links.run(run));
    }

    /**
     * A session on a page.
     *
     * @param outcome what it came to, in words
     * @param entries the candidates in the order in which they were tried
     * @param lineage the states that stood, from the start to the last
     * @param again the runs of the confirmation
     * @param running the run that goes on; null for none
     */
    record SessionView(
            String name,
            String outcome,
            TextPassage plan,
            List<Entry> entries,
            List<String> lineage,
            List<Place> again,
            @Nullable Place running) {

        /** A run and where it is. */
        public record Place(String name, String address) {}

        /**
         * A candidate.
         *
         * @param verdict what became of it
         * @param facts further facts, in a few words each: who proposed it, for which cause, what it gained
         * @param parent the change that it was tried on top of; empty for the start
         * @param reward its average in words; empty where nobody knows
         * @param run the run that tried it; null for none
         * @param compare where it is compared with what stood before; empty for nowhere
         * @param settings what was changed
         * @param regressions the tasks that lost reward, with both traces
         */
        public record Entry(
                int number,
                String change,
                Verdict verdict,
                String reason,
                List<String> facts,
                String parent,
                String reward,
                @Nullable Place run,
                String compare,
                List<ChangedSetting> settings,
                List<Place> regressions) {}

        /** Verdict on a candidate in words, how that looks, and a word for styles. */
        public record Verdict(String words, String look, String kind) {

            static Verdict of(Decision.Verdict verdict) {
                String look = switch (verdict) {
                    case START -> "info";
                    case KEPT -> "good";
                    case ROLLED_BACK -> "";
                    case UNDECIDED -> "warn";
                    case FAILED -> "bad";
                };
                return new Verdict(
                        verdict.words(),
                        look,
                        verdict.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        }
    }
}
