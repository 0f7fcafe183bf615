package dev.guerdon.viewer.episode;

import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.viewer.episode.ComparedPairs.TaskLine;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageProblem;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Two runs: the verdict, what became of each task, and what else is different between them. */
final class CompareScreen {

    private static final int ON_A_PAGE = 100;
    private static final int IN_A_BUNDLE = 2_000;

    private final ComparedPairs pairs;

    public CompareScreen(OpenRuns runs) {
        this.pairs = new ComparedPairs(runs);
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        String base = address.first("base").orElseThrow(CompareScreen::twoRuns);
        String candidate = address.first("candidate").orElseThrow(CompareScreen::twoRuns);
        ComparedPairs.Compared compared = pairs.of(base, candidate);
        Versus versus = compared.versus();
        String kind = address.text("kind", "changed");
        String words = address.text("q", "");
        String domain = address.text("domain", "");
        List<TaskLine> chosen = compared.lines(kind(kind)
                .and(line -> words.isEmpty() || line.task().contains(words))
                .and(line -> domain.isEmpty() || line.domain().equals(domain)));
        int size = links.served() ? ON_A_PAGE : IN_A_BUNDLE;
        int pages = Math.max(1, (chosen.size() + size - 1) / size);
        int page = Math.clamp(address.number("page", 1), 1, pages);
        String here = links.compare(base, candidate);
        String kept = (words.isEmpty() ? "" : "&q=" + PageAddress.escaped(words))
                + (domain.isEmpty() ? "" : "&domain=" + PageAddress.escaped(domain));
        String other = here + kept + "&kind=" + PageAddress.escaped(kind) + "&page=";
        CompareView view = new CompareView(
                compared.comparison().base(),
                versus,
                chosen.stream().skip((long) (page - 1) * size).limit(size).toList(),
                filters(compared, kind, here + kept),
                new Page(
                        chosen.size(),
                        page,
                        pages,
                        page > 1 ? other + (page - 1) : "",
                        page < pages ? other + (page + 1) : "",
                        kind,
                        words,
                        domain),
                versus.config().stream().map(ChangedSetting::of).toList());
        PageFrame frame = new PageFrame(
                versus.candidate().run() + " against " + base,
                links,
                List.of(
                        new PageFrame.Crumb(base, links.run(base)),
                        new PageFrame.Crumb(
                                versus.candidate().run(),
                                links.run(versus.candidate().run()))),
                List.of("trace.css", "trace.js"));
        return new ScreenAnswer.Html("episode/compare.jte", Map.of("frame", frame, "view", view));
    }

    private static PageProblem twoRuns() {
        return PageProblem.badRequest(
                "expected two runs to compare, as base=RUN and candidate=RUN; choose two in the list of runs");
    }

    /** Returns the average reward of a run in words. */
    static String mean(Comparison.Subject run) {
        double error = run.mean().standardError();
        return run.mean().words() + (Double.isFinite(error) ? String.format(Locale.ROOT, " ± %.3f", error) : "");
    }

    private static Predicate<TaskLine> kind(String kind) {
        return switch (kind) {
            case "all" -> line -> true;
            case "changed" ->
                line -> line.change() == Change.FIXED
                        || line.change() == Change.REGRESSED
                        || line.change() == Change.FLAKY;
            case "missing" -> line -> line.missing() > 0;
            default -> {
                Change wanted = change(kind)
                        .orElseThrow(() ->
                                PageProblem.badRequest("expected a kind of change such as fixed, regressed, flaky,"
                                        + " unchanged, only_in_base, only_in_candidate, missing, changed or all, found '"
                                        + kind + "'"));
                yield line -> line.change() == wanted && !line.unscored();
            }
        };
    }

    private static Optional<Change> change(String word) {
        for (Change change : Change.values()) {
            if (change.name().toLowerCase(Locale.ROOT).equals(word)) {
                return Optional.of(change);
            }
        }
        return Optional.empty();
    }

    private static List<Filter> filters(ComparedPairs.Compared compared, String current, String here) {
        List<Filter> out = new ArrayList<>();
        for (String word : List.of(
                "changed",
                "fixed",
                "regressed",
                "flaky",
                "unchanged",
                "missing",
                "only_in_base",
                "only_in_candidate",
                "all")) {
            Predicate<TaskLine> wanted = kind(word);
            int count = (int) compared.lines().stream().filter(wanted).count();
            if (count > 0 || word.equals(current) || word.equals("changed")) {
                out.add(new Filter(word.replace('_', ' '), count, here + "&kind=" + word, word.equals(current)));
            }
        }
        return out;
    }

    /** Returns how the change of a task looks. */
    static String look(TaskLine line) {
        return line.unscored()
                ? "warn"
                : switch (line.change()) {
                    case FIXED -> "good";
                    case REGRESSED -> "bad";
                    case FLAKY -> "warn";
                    case UNCHANGED, ONLY_IN_BASE, ONLY_IN_CANDIDATE -> "";
                };
    }

    /** Returns the difference of a task with its sign; empty if there is none. */
    static String difference(TaskLine line) {
        return Double.isNaN(line.difference()) ? "" : String.format(Locale.ROOT, "%+.3f", line.difference());
    }

    /** Returns the difference of a task from -50 to 50. */
    static int bar(TaskLine line) {
        return Double.isNaN(line.difference()) ? 0 : (int) Math.round(50 * Math.clamp(line.difference(), -1, 1));
    }

    /**
     * Two runs on a page.
     *
     * @param versus what the comparison says
     * @param rows the tasks on this page
     * @param filters the kinds of change that can be chosen
     * @param settings what else is different between the runs
     */
    record CompareView(
            Comparison.Subject base,
            Versus versus,
            List<TaskLine> rows,
            List<Filter> filters,
            Page page,
            List<ChangedSetting> settings) {

        /** Returns where both traces of a task are. */
        String traces(TaskLine row, PageLinks links) {
            return links.traces(base.run(), versus.candidate().run(), row.task(), 0);
        }
    }

    /** A kind of change, how many tasks have it, and where they are. */
    record Filter(String name, int count, String address, boolean current) {}

    /** Part of the tasks that is shown. */
    record Page(
            int tasks, int page, int pages, String previous, String next, String kind, String words, String domain) {}
}
