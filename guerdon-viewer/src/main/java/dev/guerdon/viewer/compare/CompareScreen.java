package dev.guerdon.viewer.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.Prompts;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Change;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.viewer.compare.CompareView.Filter;
import dev.guerdon.viewer.compare.CompareView.Row;
import dev.guerdon.viewer.compare.CompareView.Side;
import dev.guerdon.viewer.page.Address;
import dev.guerdon.viewer.page.Answer;
import dev.guerdon.viewer.page.Frame;
import dev.guerdon.viewer.page.Links;
import dev.guerdon.viewer.page.Problem;
import dev.guerdon.viewer.page.Screen;
import dev.guerdon.viewer.trace.Difference;
import dev.guerdon.viewer.trace.Passage;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Two runs: the verdict, what became of each task, and what else is different between them. */
@Internal
public final class CompareScreen implements Screen {

    private static final int ON_A_PAGE = 100;
    private static final int IN_A_BUNDLE = 2_000;

    private final Pairs pairs;

    public CompareScreen(Pairs pairs) {
        this.pairs = pairs;
    }

    @Override
    public String path() {
        return "/compare";
    }

    @Override
    public Answer show(Address address, Links links) {
        String base = address.first("base").orElseThrow(CompareScreen::twoRuns);
        String candidate = address.first("candidate").orElseThrow(CompareScreen::twoRuns);
        Pairs.Compared compared = pairs.of(base, candidate);
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
        String kept = (words.isEmpty() ? "" : "&q=" + escaped(words))
                + (domain.isEmpty() ? "" : "&domain=" + escaped(domain));
        CompareView view = new CompareView(
                side(compared.comparison().base(), links),
                side(versus.candidate(), links),
                versus,
                chosen.stream()
                        .skip((long) (page - 1) * size)
                        .limit(size)
                        .map(line -> row(line, base, candidate, links))
                        .toList(),
                filters(compared, kind, here + kept),
                new CompareView.Page(
                        chosen.size(),
                        page,
                        pages,
                        page > 1 ? here + kept + "&kind=" + escaped(kind) + "&page=" + (page - 1) : "",
                        page < pages ? here + kept + "&kind=" + escaped(kind) + "&page=" + (page + 1) : "",
                        kind,
                        words,
                        domain),
                changes(versus));
        Frame frame = new Frame(
                versus.candidate().run() + " against " + base,
                links,
                List.of(
                        new Frame.Crumb(base, links.run(base)),
                        new Frame.Crumb(
                                versus.candidate().run(),
                                links.run(versus.candidate().run()))),
                List.of("trace.css", "trace.js"));
        return new Answer.Html("compare.jte", Map.of("frame", frame, "view", view));
    }

    private static Problem twoRuns() {
        return Problem.badRequest(
                "expected two runs to compare, as base=RUN and candidate=RUN; choose two in the list of runs");
    }

    private static Side side(Comparison.Subject subject, Links links) {
        return new Side(
                subject.run(),
                links.run(subject.run()),
                Passage.line(subject.info().note(), 120),
                subject.mean().words() + error(subject.mean().standardError()),
                subject.metrics().episodes(),
                subject.planned(),
                subject.metrics().unscored(),
                subject.passAt().entrySet().stream()
                        .map(each -> String.format(Locale.ROOT, "%s %.3f", each.getKey(), each.getValue()))
                        .toList());
    }

    private static String error(double standardError) {
        return Double.isFinite(standardError) ? String.format(Locale.ROOT, " ± %.3f", standardError) : "";
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
                        .orElseThrow(
                                () -> Problem.badRequest("expected a kind of change such as fixed, regressed, flaky,"
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

    private static List<Filter> filters(Pairs.Compared compared, String current, String here) {
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

    private static Row row(TaskLine line, String base, String candidate, Links links) {
        return new Row(
                Passage.visible(line.task()),
                Passage.visible(line.domain()),
                line.unscored() ? "missing" : line.change().words(),
                look(line),
                number(line.base()),
                number(line.candidate()),
                Double.isNaN(line.difference()) ? "" : String.format(Locale.ROOT, "%+.3f", line.difference()),
                Double.isNaN(line.difference()) ? 0 : (int) Math.round(50 * Math.clamp(line.difference(), -1, 1)),
                line.pairs() + (line.missing() > 0 ? " (" + line.missing() + " missing)" : ""),
                links.traces(base, candidate, line.task(), 0));
    }

    private static String look(TaskLine line) {
        return line.unscored()
                ? "warn"
                : switch (line.change()) {
                    case FIXED -> "good";
                    case REGRESSED -> "bad";
                    case FLAKY -> "warn";
                    case UNCHANGED, ONLY_IN_BASE, ONLY_IN_CANDIDATE -> "";
                };
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static List<CompareView.Setting> changes(Versus versus) {
        return versus.config().stream()
                .map(change -> Prompts.isSection(change)
                        ? new CompareView.Setting(
                                change.name(),
                                "",
                                "",
                                new Difference(
                                        Difference.lines(Prompts.difference(change).stream()
                                                .skip(2)
                                                .toList()),
                                        ""))
                        : new CompareView.Setting(
                                change.name(),
                                Passage.line(change.base(), 400),
                                Passage.line(change.candidate(), 400),
                                null))
                .toList();
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
