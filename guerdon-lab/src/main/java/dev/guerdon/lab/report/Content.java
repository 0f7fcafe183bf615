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
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Puts a report's sections together. */
@Internal
public final class Content {

    private static final int MAX_HEAT_TASKS = 60;

    private Content() {}

    public static Document of(List<ReportedRun> runs, List<Decision> decisions) {
        List<Section> sections = new ArrayList<>();
        sections.add(Summary.section(runs));
        sections.add(metrics(runs));
        sections.add(iterations(runs));
        sections.add(heat(runs));
        sections.add(Causes.section(runs));
        sections.add(Changes.regressions(runs));
        sections.add(Changes.decisions(runs, decisions));
        RunInfo last = runs.getLast().info();
        String title = "Rewards of " + last.suite();
        String subtitle = Figures.times(runs.size(), "run") + " of " + last.agent() + " with " + last.model()
                + ", scored by " + last.reward();
        sections.add(ReadingEase.section(new Document(title, subtitle, sections).prose()));
        sections.add(Appendix.section(runs));
        return new Document(title, subtitle, sections);
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
                row.add(metric.change(first, last));
            } else {
                row.add(metric.text(first));
            }
            rows.add(row);
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(
                new DataTable(series ? "The first, the best and the final state" : "Figures of the run", heads, rows));
        blocks.add(new Prose("The average is over scored episodes; those without a score are missing from it. Perfect means a reward of"
                + " 0.990 or more. The interval is where the true average lies with a chance of 95 %, if"
                + " these tasks are a fair sample."));
        return new Section("metrics", "Key metrics", blocks);
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
                    run.base() == 0
                            ? "–"
                            : Figures.change(run.mean() - base(runs, run).mean()),
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
                    !run.rolledBack()));
        }
        List<Column> columns = new ArrayList<>(List.of(
                Column.number("#"),
                Column.text("run"),
                Column.text("time (UTC)"),
                Column.text("commit"),
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
        return new Section("iterations", runs.size() == 1 ? "The run" : "Reward over runs", blocks);
    }

    private static Section heat(List<ReportedRun> runs) {
        Map<String, Double> spread = new LinkedHashMap<>();
        for (ReportedRun run : runs) {
            run.tasks().keySet().forEach(task -> spread.putIfAbsent(task, 0.0));
        }
        List<String> tasks = new ArrayList<>(spread.keySet());
        boolean all = tasks.size() <= MAX_HEAT_TASKS;
        if (!all) {
            spread.replaceAll((task, none) -> spread(runs, task));
            tasks.sort(Comparator.comparingDouble((String task) -> spread.getOrDefault(task, 0.0))
                    .reversed());
            tasks = tasks.subList(0, MAX_HEAT_TASKS);
        }
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
            blocks.add(new Prose("There are " + Figures.count(spread.size()) + " tasks. These are the " + MAX_HEAT_TASKS
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
        private final java.util.function.Function<ReportedRun, OptionalDouble> value;

        Metric(String label, java.util.function.Function<ReportedRun, OptionalDouble> value) {
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
