package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.ReportDocument;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.HeatMap;
import dev.guerdon.lab.spi.ReportDocument.Plot;
import dev.guerdon.lab.spi.ReportDocument.Point;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts a report's sections together. */
@Internal
public final class ReportSections {

    private static final int MAX_HEAT_TASKS = 60;
    private static final int MOST_LISTED = 3;

    private ReportSections() {}

    /**
     * Makes the report on some runs.
     *
     * @param runs the runs, in the order in which they are told
     * @param decisions what became of the changes, where that was decided
     * @param diagnoses finds out why a run lost reward
     * @param versus sets a run beside a base, where they have a task in common
     */
    public static ReportDocument of(
            List<Run> runs,
            List<Decision> decisions,
            Function<Run, Diagnosis> diagnoses,
            BiFunction<Run, Run, Optional<Versus>> versus) {
        return of(ReportData.of(runs, decisions, diagnoses, versus));
    }

    private static ReportDocument of(ReportData data) {
        List<ReportedRun> runs = data.runs();
        List<Section> sections = new ArrayList<>();
        sections.add(ReportSummary.section(data));
        sections.add(metrics(runs));
        sections.add(iterations(runs));
        sections.add(heat(runs));
        sections.add(LossCauses.section(data));
        sections.add(ChangeTable.regressions(runs));
        sections.add(ChangeTable.decisions(runs, data.decisions()));
        sections.add(CauseCases.section(data));
        String title =
                "Rewards of " + DisplayFormat.cut(listed(runs, run -> run.info().suite()), 120);
        String subtitle = DisplayFormat.times(runs.size(), "run") + ": " + listed(runs, ReportedRun::subject)
                + "; scored by " + listed(runs, ReportedRun::rewards);
        sections.add(ReadingEase.section(sections));
        sections.add(ReportAppendix.section(data));
        return new ReportDocument(title, subtitle, sections);
    }

    /** Returns what the runs have, each once; of many, the first few and how many more. */
    private static String listed(List<ReportedRun> runs, Function<ReportedRun, String> what) {
        List<String> all = runs.stream().map(what).distinct().toList();
        String shown = all.stream().limit(MOST_LISTED).collect(Collectors.joining(", "));
        return all.size() > MOST_LISTED
                ? shown + " and " + DisplayFormat.count(all.size() - MOST_LISTED) + " more"
                : shown;
    }

    private static Section metrics(List<ReportedRun> runs) {
        ReportedRun first = runs.getFirst();
        ReportedRun best = best(runs);
        ReportedRun last = ChangeTable.finalRun(runs);
        Map<String, ReportedRun> columns = new LinkedHashMap<>();
        columns.put("initial", first);
        columns.put("best", best);
        columns.put("final", last);
        boolean series = runs.size() > 1;
        List<Column> heads = new ArrayList<>(List.of(Column.text("figure")));
        if (series) {
            columns.forEach((word, run) -> heads.add(Column.number(word + " (" + run.title() + ")")));
            heads.add(Column.number("change"));
        } else {
            heads.add(Column.number("value"));
        }
        Collection<ReportedRun> shown = series ? columns.values() : List.of(first);
        boolean comparable = first.info().comparableWith(last.info());
        List<List<String>> rows = new ArrayList<>();
        rows.add(row(
                "average reward",
                shown,
                run -> DisplayFormat.reward(run.mean()),
                !series ? null : comparable ? DisplayFormat.change(last.mean() - first.mean()) : "–"));
        rows.add(row("95 % interval", shown, ReportSections::range, !series ? null : comparable ? "" : "–"));
        if (shown.stream().allMatch(first::sharesReward)) {
            TaskWindow.rows(shown).forEach(rows::add);
        }
        METRICS.forEach(metric -> rows.add(row(
                metric.label(), shown, metric::text, !series ? null : comparable ? metric.change(first, last) : "–")));
        runs.stream()
                .flatMap(run -> run.beside().keySet().stream())
                .distinct()
                .forEach(name -> rows.add(row(
                        name + ", kept beside",
                        shown,
                        run -> run.beside().containsKey(name)
                                ? DisplayFormat.reward(run.beside().getOrDefault(name, Double.NaN))
                                : "–",
                        series ? "" : null)));
        List<Block> blocks = new ArrayList<>();
        blocks.add(new DataTable(
                series ? "The first, the best and the final state" : "Key metrics of the run", heads, rows));
        blocks.add(new Prose(
                "The average is over scored episodes; those without a score are missing from it. Perfect means"
                        + " a reward of 0.990 or more. If these tasks are a fair sample, 95 of 100 intervals made like this one"
                        + " hold the true average."));
        return new Section("metrics", "Key metrics", blocks);
    }

    /** Returns a row of figures: of each run, and of the change if there is more than one. */
    private static List<String> row(
            String label, Collection<ReportedRun> runs, Function<ReportedRun, String> figure, @Nullable String change) {
        List<String> row = new ArrayList<>(List.of(label));
        runs.forEach(run -> row.add(figure.apply(run)));
        if (change != null) {
            row.add(change);
        }
        return row;
    }

    private static Section iterations(List<ReportedRun> runs) {
        List<Point> points = runs.stream()
                .map(run -> new Point(
                        Integer.toString(run.number()),
                        run.info().name() + ": " + run.focus(),
                        run.mean(),
                        run.interval().map(Interval::low).orElse(Double.NaN),
                        run.interval().map(Interval::high).orElse(Double.NaN),
                        !run.rolledBack(),
                        run.base() > 0 && run.isLike(base(runs, run))))
                .toList();
        TableBuilder<ReportedRun> table = new TableBuilder<ReportedRun>()
                .number("#", run -> Integer.toString(run.number()))
                .name("run", run -> run.info().name())
                .name("time (UTC)", run -> DisplayFormat.time(run.info().started()))
                .name("commit", ReportedRun::commit)
                .text("focus", run -> DisplayFormat.cut(run.focus(), 90));
        if (runs.stream().map(ReportedRun::subject).distinct().count() > 1) {
            table.text("agent and model", ReportedRun::subject);
        }
        table.number("average", ReportedRun::average).number("change", run -> change(runs, run));
        if (runs.size() > 1) {
            table.text("chance", run -> run.versus().map(ChangeEvidence::words).orElse("–"));
        }
        table.number(
                        "best / worst",
                        run -> reward(run.metrics().best()) + " / "
                                + reward(run.metrics().worst()))
                .number(
                        "completed",
                        run -> DisplayFormat.count(run.metrics().completed()) + " of "
                                + DisplayFormat.count(run.planned()));
        if (runs.stream().anyMatch(run -> run.decision().isPresent())) {
            table.text(
                    "decision",
                    run -> run.decision().map(one -> one.verdict().words()).orElse(""));
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Plot(
                runs.size() == 1
                        ? "Average reward with its 95 % interval"
                        : "Average reward of each run, with 95 % intervals",
                points));
        blocks.add(table.build("Each run beside the one it was compared with", runs));
        if (runs.stream().anyMatch(run -> run.metrics().episodes() < run.planned())) {
            blocks.add(new Prose("A run marked with * did not run all of its tasks: it was stopped, or its outcome was"
                    + " clear before. Its average and its change are over fewer tasks."));
        }
        if (runs.stream().anyMatch(run -> change(runs, run).endsWith("‡"))) {
            blocks.add(
                    new Prose("A change marked with ‡ is over the tasks that have a score in both runs, which are not"
                            + " all of them."));
        }
        if (runs.stream().anyMatch(run -> run.versus().isPresent())) {
            blocks.add(new Prose("Chance is the probability p of a change of this size if nothing had changed. With "
                    + ChangeEvidence.TOO_FEW + " no change, however large, can be told from chance."));
        }
        if (runs.stream().anyMatch(run -> change(runs, run).contains("†"))) {
            blocks.add(new Prose("A change marked with † is against a run of another model: it compares the models."));
        }
        return new Section("iterations", runs.size() == 1 ? "The run" : "Reward over runs", blocks);
    }

    private static String reward(Optional<Episode> episode) {
        return episode.map(each -> DisplayFormat.reward(each.reward())).orElse("–");
    }

    /** Returns how far the average moved over the tasks that are scored in the run it is compared with, too. */
    private static String change(List<ReportedRun> runs, ReportedRun run) {
        if (run.versus().isEmpty() || run.versus().get().tasks() == 0) {
            return "–";
        }
        ReportedRun base = base(runs, run);
        int common = run.versus().get().tasks();
        String change = DisplayFormat.change(run.versus().get().difference().mean());
        boolean all = common == run.tasks().size() && common == base.tasks().size();
        return change + (run.info().model().equals(base.info().model()) ? "" : "†") + (all ? "" : "‡");
    }

    private record Moved(String task, double spread, long place) {}

    /** Those that moved most first, and of equals the earlier. */
    private static final Comparator<Moved> MOST_MOVED =
            Comparator.comparingDouble((Moved one) -> -one.spread()).thenComparingLong(Moved::place);

    private static Section heat(List<ReportedRun> runs) {
        long count = 0;
        PriorityQueue<Moved> most = new PriorityQueue<>(MOST_MOVED.reversed());
        for (ReportedRun run : runs) {
            for (String task : run.tasks().keySet()) {
                if (runs.stream()
                        .anyMatch(before ->
                                before.number() < run.number() && before.tasks().containsKey(task))) {
                    continue;
                }
                most.add(new Moved(task, spread(runs, task), count++));
                if (most.size() > MAX_HEAT_TASKS) {
                    most.poll();
                }
            }
        }
        boolean all = count <= MAX_HEAT_TASKS;
        List<String> tasks = most.stream()
                .sorted(all ? Comparator.comparingLong(Moved::place) : MOST_MOVED)
                .map(Moved::task)
                .toList();
        double top = Math.max(
                1,
                runs.stream()
                        .flatMap(run -> run.tasks().values().stream())
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(1));
        List<List<Double>> rewards = new ArrayList<>();
        for (String task : tasks) {
            rewards.add(runs.stream()
                    .map(run -> run.tasks().getOrDefault(task, Double.NaN))
                    .toList());
        }
        List<Block> blocks = new ArrayList<>();
        if (!all) {
            blocks.add(new Prose("There are " + DisplayFormat.count(count) + " tasks. These are the " + MAX_HEAT_TASKS
                    + (runs.size() > 1 ? " whose reward moved most." : " with the lowest reward.")));
        }
        blocks.add(new HeatMap(
                "Reward of each task in each run",
                runs.stream().map(run -> Integer.toString(run.number())).toList(),
                tasks.stream().map(task -> DisplayFormat.cut(task, 80)).toList(),
                rewards,
                top));
        return new Section("tasks", "Tasks and runs", blocks);
    }

    /** Returns how far a task's reward moves over the runs; for a single run, how low it is. */
    private static double spread(List<ReportedRun> runs, String task) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (ReportedRun run : runs) {
            Double reward = run.tasks().get(task);
            if (reward != null) {
                low = Math.min(low, reward);
                high = Math.max(high, reward);
            }
        }
        return runs.size() == 1 ? -low : high - low;
    }

    static ReportedRun best(List<ReportedRun> runs) {
        return runs.stream()
                .reduce((a, b) -> b.mean() > a.mean() || Double.isNaN(a.mean()) ? b : a)
                .orElseThrow();
    }

    static ReportedRun base(List<ReportedRun> runs, ReportedRun run) {
        return runs.get(run.base() - 1);
    }

    /** A row of the table of key metrics, and how its figures are written. */
    private record Metric(String label, ToDoubleFunction<ReportedRun> value, DoubleFunction<String> words) {

        static Metric counted(String label, ToIntFunction<KeyMetrics> value) {
            return new Metric(
                    label, run -> value.applyAsInt(run.metrics()), figure -> DisplayFormat.count((long) figure));
        }

        String text(ReportedRun run) {
            return words.apply(value.applyAsDouble(run));
        }

        String change(ReportedRun from, ReportedRun to) {
            double difference = value.applyAsDouble(to) - value.applyAsDouble(from);
            return difference > 0
                    ? "+" + words.apply(difference)
                    : difference < 0 ? "−" + words.apply(-difference) : "0";
        }
    }

    private static final List<Metric> METRICS = List.of(
            Metric.counted("tasks", KeyMetrics::tasks),
            Metric.counted("episodes", KeyMetrics::episodes),
            Metric.counted("completed", KeyMetrics::completed),
            Metric.counted("cut by a limit", KeyMetrics::truncated),
            Metric.counted("perfect", KeyMetrics::perfect),
            Metric.counted("zero", KeyMetrics::zero),
            Metric.counted("unscored", KeyMetrics::unscored),
            new Metric("average steps", run -> run.metrics().averageSteps(), DisplayFormat::steps),
            new Metric("error rate", run -> run.metrics().errorRate(), DisplayFormat::percent));

    private static String range(ReportedRun run) {
        return run.interval()
                .map(i -> DisplayFormat.reward(i.low()) + " to " + DisplayFormat.reward(i.high()))
                .orElse("–");
    }
}
