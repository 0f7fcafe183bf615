package dev.guerdon.viewer.run;

import dev.guerdon.lab.RunStore.RunSummary;
import dev.guerdon.lab.spi.MeanShift;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.viewer.page.PageAddress;
import dev.guerdon.viewer.page.PageFrame;
import dev.guerdon.viewer.page.PageLinks;
import dev.guerdon.viewer.page.PageNumber;
import dev.guerdon.viewer.page.RewardChart;
import dev.guerdon.viewer.page.ScreenAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The list of runs by suite, the newest first. */
final class RunsScreen {

    private static final int MOST = 100;

    /** Number of characters that fit below the chart. */
    private static final int LABELS = 140;

    /**
     * The runs of a suite.
     *
     * @param suite its name
     * @param rows those that are shown, the newest first
     * @param all how many there are
     * @param trend how the mean reward went
     * @param rest where all of them are shown; empty where they are
     */
    public record SuiteGroup(String suite, List<RunRow> rows, int all, RewardChart trend, String rest) {

        /** Returns whether a model was asked in any of them, so that there are tokens and costs to tell. */
        public boolean asked() {
            return rows.stream().anyMatch(row -> row.summary().usage().tokens() > 0);
        }
    }

    private final RunData data;
    private final Predicate<String> chosen;

    /**
     * @param chosen which runs are listed, by name
     */
    public RunsScreen(RunData data, Predicate<String> chosen) {
        this.data = data;
        this.chosen = chosen;
    }

    /** Shows the page at an address. */
    public ScreenAnswer show(PageAddress address, PageLinks links) {
        String words = address.text("find", "");
        String only = address.text("suite", "");
        List<RunInfo> all = data.runs().reversed().stream()
                .filter(info -> chosen.test(info.name()))
                .toList();
        Map<String, List<RunInfo>> suites = new LinkedHashMap<>();
        for (RunInfo info : all) {
            if ((only.isEmpty() || info.suite().equals(only)) && has(info, words)) {
                suites.computeIfAbsent(info.suite(), suite -> new ArrayList<>()).add(info);
            }
        }
        List<SuiteGroup> groups = new ArrayList<>();
        suites.forEach((suite, infos) -> groups.add(group(suite, infos, !only.isEmpty(), links)));
        return new ScreenAnswer.Html(
                "run/runs.jte",
                Map.of(
                        "frame",
                        new PageFrame("Runs", links, List.of()),
                        "groups",
                        groups,
                        "all",
                        all.size(),
                        "find",
                        words,
                        "folder",
                        links.served() ? String.valueOf(data.store().root()) : ""));
    }

    private static boolean has(RunInfo info, String words) {
        String text = String.join(
                        "\n", info.name(), info.note(), info.model(), info.agent(), info.commit(), info.suite())
                .toLowerCase(Locale.ROOT);
        for (String word : words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1)) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }

    private SuiteGroup group(String suite, List<RunInfo> infos, boolean whole, PageLinks links) {
        boolean cut = infos.size() > MOST && !whole && links.served();
        List<RunInfo> shown = cut ? infos.subList(0, MOST) : infos;
        List<RunRow> rows = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            RunInfo info = shown.get(i);
            boolean hasBefore = i + 1 < shown.size();
            String before = hasBefore ? links.compare(shown.get(i + 1).name(), info.name()) : "";
            Optional<MeanShift> shift = hasBefore
                    ? shift(shown.get(i + 1), data.summary(shown.get(i + 1)), info, data.summary(info))
                    : Optional.empty();
            rows.add(new RunRow(info, data.summary(info), links.run(info.name()), before, shift));
        }
        return new SuiteGroup(
                suite,
                rows,
                infos.size(),
                trend(rows),
                cut ? links.runs() + "?suite=" + PageAddress.escaped(suite) : "");
    }

    /** Returns how far the mean moved since the run before, or empty if these are averages of different things. */
    private static Optional<MeanShift> shift(RunInfo before, RunSummary was, RunInfo after, RunSummary is) {
        return before.isLike(after) && was.metrics().tasks() == is.metrics().tasks()
                ? Optional.of(MeanShift.of(was.mean(), is.mean())).filter(shift -> Double.isFinite(shift.change()))
                : Optional.empty();
    }

    /** Returns how the mean reward went over the runs, the newest of which come first. */
    private static RewardChart trend(List<RunRow> rows) {
        List<RewardChart.Point> points = new ArrayList<>();
        // A commit that is the same all the way tells nothing apart.
        boolean commits = rows.stream().map(RunRow::commit).distinct().count() > 1;
        int room = Math.clamp(LABELS / Math.max(1, rows.size()), 8, 30);
        for (RunRow row : rows.reversed()) {
            double mean = row.summary().mean().mean();
            if (!Double.isNaN(mean)) {
                points.add(new RewardChart.Point(
                        row.info().name() + ": " + PageNumber.reward(mean)
                                + (row.range().isEmpty() ? "" : " (" + row.range() + ")")
                                + (row.commit().isEmpty() ? "" : ", commit " + row.commit()),
                        commits ? row.commit() : PageNumber.line(row.info().note(), room),
                        row.address(),
                        mean,
                        row.summary().interval(),
                        true,
                        points.isEmpty() ? List.of() : List.of(points.size() - 1)));
            }
        }
        return RewardChart.of(
                RewardChart.Shape.TREND,
                "Mean reward of each run, the oldest left, with 95 % intervals; the table below has the figures",
                points);
    }

    /**
     * A run in the list of runs.
     *
     * @param info what it is
     * @param summary its figures
     * @param address where its page is
     * @param before if it is compared with the run before it; empty if there is none
     * @param shift how far its mean moved since that run, where both are of the same tasks
     */
    record RunRow(RunInfo info, RunSummary summary, String address, String before, Optional<MeanShift> shift) {

        private static final int COMMIT = 8;

        /** Returns the interval in figures: {@code 0.61 – 0.89}; empty if there is none. */
        public String range() {
            return summary.interval()
                    .map(each -> PageNumber.two(each.low()) + " – " + PageNumber.two(each.high()))
                    .orElse("");
        }

        /** Returns how many episodes ended in an error. */
        public long errors() {
            return Math.round(summary.metrics().errorRate() * summary.metrics().episodes());
        }

        /** Returns how many tokens its model calls took; a dash where no model was asked. */
        public String tokens() {
            return summary.usage().tokens() == 0
                    ? PageNumber.NONE
                    : PageNumber.few(summary.usage().tokens());
        }

        /** Returns what its model calls cost. */
        public String cost() {
            return summary.usage().tokens() == 0 ? PageNumber.NONE : PageNumber.money(summary.usd());
        }

        /** Returns how long it took, or has taken. */
        public String time() {
            boolean running = info.status() == RunInfo.Status.RUNNING;
            return info.ended()
                    .or(() -> running ? Optional.of(Instant.now()) : Optional.empty())
                    .map(end -> PageNumber.duration(Duration.between(info.started(), end)))
                    .orElse(PageNumber.NONE);
        }

        /** Returns the beginning of the commit, and whether there were changes on top of it. */
        public String commit() {
            String commit = info.commit();
            return (commit.length() > COMMIT ? commit.substring(0, COMMIT) : commit) + (info.dirty() ? "+" : "");
        }

        /** Returns how far it is, in a word. */
        public String status() {
            return status(info.status());
        }

        static String status(RunInfo.Status status) {
            return status.name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kind of badge for how far it is. */
        public String badge() {
            return badge(info.status());
        }

        /** Returns the kind of badge for a status. */
        public static String badge(RunInfo.Status status) {
            return switch (status) {
                case RUNNING -> "badge live";
                case COMPLETE -> "badge good";
                case INTERRUPTED, BUDGET -> "badge warn";
                case STOPPED, KILLED -> "badge bad";
            };
        }
    }
}
