package dev.guerdon.lab.report;

import dev.guerdon.api.Internal;
import dev.guerdon.lab.report.Document.Block;
import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.DataTable;
import dev.guerdon.lab.report.Document.HeatMap;
import dev.guerdon.lab.report.Document.Plot;
import dev.guerdon.lab.report.Document.Point;
import dev.guerdon.lab.report.Document.Prose;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts a report's sections together. */
@Internal
public final class Content {

    private static final int MAX_HEAT_TASKS = 60;
    private static final int MOST_LISTED = 3;

    private Content() {}

    /** The number of the run that stands at the end: the last one that was not rolled back. */
    public static int finalRun(List<ReportedRun> runs) {
        return Changes.finalRun(runs).number();
    }

    public static Document of(ReportData data) {
        List<ReportedRun> runs = data.runs();
        List<Section> sections = new ArrayList<>();
        sections.add(Summary.section(data));
        sections.add(metrics(runs));
        sections.add(iterations(runs));
        sections.add(heat(runs));
        sections.add(Causes.section(data));
        sections.add(Changes.regressions(runs));
        sections.add(Changes.decisions(runs, data.decisions()));
        sections.add(Cases.section(data));
        String title =
                "Rewards of " + Figures.cut(listed(runs, run -> run.info().suite()), 120);
        String subtitle = Figures.times(runs.size(), "run") + ": " + listed(runs, ReportedRun::subject) + "; scored by "
                + listed(runs, ReportedRun::rewards);
        sections.add(ReadingEase.section(new Document(title, subtitle, sections).prose()));
        sections.add(Appendix.section(data));
        return new Document(title, subtitle, sections);
    }

    /** What the runs have, each once; of many, the first few and how many more. */
    private static String listed(List<ReportedRun> runs, Function<ReportedRun, String> what) {
        List<String> all = runs.stream().map(what).distinct().toList();
        String shown = all.stream().limit(MOST_LISTED).collect(Collectors.joining(", "));
        return all.size() > MOST_LISTED ? shown + " and " + Figures.count(all.size() - MOST_LISTED) + " more" : shown;
    }

    private static Section metrics(List<ReportedRun> runs) {
        ReportedRun first = runs.getFirst();
        ReportedRun best = best(runs);
        ReportedRun last = Changes.finalRun(runs);
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
        List<List<String>> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            List<String> row = new ArrayList<>(List.of(metric.label));
            if (series) {
                columns.values().forEach(run -> row.add(metric.text(run)));
                row.add(first.info().comparableWith(last.info()) ? metric.change(first, last) : "–");
            } else {
                row.add(metric.text(first));
            }
            rows.add(row);
        }
        runs.stream()
                .flatMap(run -> run.beside().keySet().stream())
                .distinct()
                .forEach(name -> rows.add(beside(name, series ? columns.values() : List.of(first), series)));
        List<Block> blocks = new ArrayList<>();
        blocks.add(new DataTable(
                series ? "The first, the best and the final state" : "Key metrics of the run", heads, rows));
        blocks.add(new Prose(
                "The average is over scored episodes; those without a score are missing from it. Perfect means"
                        + " a reward of 0.990 or more. If these tasks are a fair sample, 95 of 100 intervals made like this one"
                        + " hold the true average."));
        return new Section("metrics", "Key metrics", blocks);
    }

    /** The row of a reward that was kept beside the one that decides. */
    private static List<String> beside(String name, Collection<ReportedRun> runs, boolean series) {
        List<String> row = new ArrayList<>(List.of(name + ", kept beside"));
        runs.forEach(run -> row.add(
                run.beside().containsKey(name) ? Figures.reward(run.beside().getOrDefault(name, Double.NaN)) : "–"));
        if (series) {
            row.add("");
        }
        return row;
    }

    private static Section iterations(List<ReportedRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        List<Point> points = new ArrayList<>();
        for (ReportedRun run : runs) {
            KeyMetrics metrics = run.metrics();
            rows.add(List.of(
                    Integer.toString(run.number()),
                    run.info().name(),
                    Figures.time(run.info().started()),
                    run.commit(),
                    Figures.cut(run.focus(), 90),
                    run.average(),
                    change(runs, run),
                    metrics.best().map(e -> Figures.reward(e.reward())).orElse("–") + " / "
                            + metrics.worst()
                                    .map(e -> Figures.reward(e.reward()))
                                    .orElse("–"),
                    Figures.count(metrics.completed()) + " of " + Figures.count(run.planned()),
                    run.decision().map(one -> one.verdict().words()).orElse("")));
            points.add(new Point(
                    Integer.toString(run.number()),
                    run.info().name() + ": " + run.focus(),
                    run.mean(),
                    run.interval().map(Interval::low).orElse(Double.NaN),
                    run.interval().map(Interval::high).orElse(Double.NaN),
                    !run.rolledBack(),
                    run.base() > 0 && run.isLike(base(runs, run))));
        }
        List<Column> columns = new ArrayList<>(List.of(
                Column.number("#"),
                Column.name("run"),
                Column.name("time (UTC)"),
                Column.name("commit"),
                Column.text("focus"),
                Column.number("average"),
                Column.number("change"),
                Column.number("best / worst"),
                Column.number("completed"),
                Column.text("decision")));
        if (runs.stream().allMatch(run -> run.decision().isEmpty())) {
            columns.removeLast();
            rows = rows.stream().map(row -> row.subList(0, row.size() - 1)).toList();
        }
        if (runs.stream()
                        .map(run -> List.of(run.info().agent(), run.info().model()))
                        .distinct()
                        .count()
                > 1) {
            columns.add(5, Column.text("agent and model"));
            rows = rows.stream()
                    .map(row -> inserted(
                            row, runs.get(Integer.parseInt(row.getFirst()) - 1).subject()))
                    .toList();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Plot(
                runs.size() == 1
                        ? "Average reward with its 95 % interval"
                        : "Average reward of each run, with 95 % intervals",
                points));
        blocks.add(new DataTable("Each run beside the one it was compared with", columns, rows));
        if (runs.stream().anyMatch(run -> run.metrics().episodes() < run.planned())) {
            blocks.add(new Prose("A run marked with * did not run all of its tasks: it was stopped, or its outcome was"
                    + " clear before. Its average and its change are over fewer tasks."));
        }
        if (rows.stream().anyMatch(row -> row.stream().anyMatch(cell -> cell.endsWith("†")))) {
            blocks.add(new Prose("A change marked with † is against a run of another model: it compares the models."));
        }
        return new Section("iterations", runs.size() == 1 ? "The run" : "Reward over runs", blocks);
    }

    private static List<String> inserted(List<String> row, String cell) {
        List<String> longer = new ArrayList<>(row);
        longer.add(5, cell);
        return longer;
    }

    /** How far the average moved against the run it is compared with; nothing where that is a run of something else. */
    private static String change(List<ReportedRun> runs, ReportedRun run) {
        if (run.base() == 0 || !run.info().comparableWith(base(runs, run).info())) {
            return "–";
        }
        String change = Figures.change(run.mean() - base(runs, run).mean());
        return run.isLike(base(runs, run)) ? change : change + "†";
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
            blocks.add(new Prose("There are " + Figures.count(count) + " tasks. These are the " + MAX_HEAT_TASKS
                    + (runs.size() > 1 ? " whose reward moved most." : " with the lowest reward.")));
        }
        blocks.add(new HeatMap(
                "Reward of each task in each run",
                runs.stream().map(run -> Integer.toString(run.number())).toList(),
                tasks.stream().map(task -> Figures.cut(task, 80)).toList(),
                rewards,
                top));
        return new Section("tasks", "Tasks and runs", blocks);
    }

    /** How far a task's reward moves over the runs; for a single run, how low it is. */
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

    /** A row of the table of key metrics. */
    @SuppressWarnings("ImmutableEnumChecker") // the functions hold nothing
    private enum Metric {
        AVERAGE("average reward", run -> OptionalDouble.of(run.mean())),
        INTERVAL("95 % interval", run -> OptionalDouble.empty()),
        TASKS("tasks", run -> OptionalDouble.of(run.metrics().tasks())),
        EPISODES("episodes", run -> OptionalDouble.of(run.metrics().episodes())),
        COMPLETED("completed", run -> OptionalDouble.of(run.metrics().completed())),
        TRUNCATED("cut by a limit", run -> OptionalDouble.of(run.metrics().truncated())),
        PERFECT("perfect", run -> OptionalDouble.of(run.metrics().perfect())),
        ZERO("zero", run -> OptionalDouble.of(run.metrics().zero())),
        UNSCORED("unscored", run -> OptionalDouble.of(run.metrics().unscored())),
        STEPS("average steps", run -> OptionalDouble.of(run.metrics().averageSteps())),
        ERRORS("error rate", run -> OptionalDouble.of(run.metrics().errorRate()));

        private final String label;
        private final Function<ReportedRun, OptionalDouble> value;

        Metric(String label, Function<ReportedRun, OptionalDouble> value) {
            this.label = label;
            this.value = value;
        }

        String text(ReportedRun run) {
            if (this == INTERVAL) {
                Optional<Interval> interval = run.interval();
                return interval.map(i -> Figures.reward(i.low()) + " to " + Figures.reward(i.high()))
                        .orElse("–");
            }
            double figure = value.apply(run).orElse(0);
            return switch (this) {
                case AVERAGE -> Figures.reward(figure);
                case STEPS -> Figures.steps(figure);
                case ERRORS -> Figures.percent(figure);
                default -> Figures.count((long) figure);
            };
        }

        String change(ReportedRun from, ReportedRun to) {
            OptionalDouble before = value.apply(from);
            OptionalDouble after = value.apply(to);
            if (before.isEmpty() || after.isEmpty()) {
                return "";
            }
            double difference = after.getAsDouble() - before.getAsDouble();
            return switch (this) {
                case AVERAGE -> Figures.change(difference);
                case STEPS -> signed(difference, Figures.steps(Math.abs(difference)));
                case ERRORS -> signed(difference, Figures.percent(Math.abs(difference)));
                default -> signed(difference, Figures.count((long) Math.abs(difference)));
            };
        }

        private static String signed(double difference, String size) {
            return difference > 0 ? "+" + size : difference < 0 ? "−" + size : "0";
        }
    }
}
