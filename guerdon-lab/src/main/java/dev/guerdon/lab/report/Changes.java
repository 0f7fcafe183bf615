package dev.guerdon.lab.report;

import dev.guerdon.lab.report.Document.Block;
import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.DataTable;
import dev.guerdon.lab.report.Document.Prose;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What got worse on the way, and what was decided. */
final class Changes {

    private static final int MAX_ROWS = 60;

    private Changes() {}

    /** The run that stands at the end: the last one that was not rolled back. */
    static ReportedRun finalRun(List<ReportedRun> runs) {
        return runs.reversed().stream()
                .filter(run -> !run.rolledBack())
                .findFirst()
                .orElse(runs.getLast());
    }

    /** How far the average moved, over the tasks that both runs have. */
    static double gain(ReportedRun base, ReportedRun run) {
        double sum = 0;
        int tasks = 0;
        for (Map.Entry<String, Double> task : run.tasks().entrySet()) {
            Double before = base.tasks().get(task.getKey());
            if (before != null) {
                sum += task.getValue() - before;
                tasks++;
            }
        }
        return tasks == 0 ? 0 : sum / tasks;
    }

    static Section regressions(List<ReportedRun> runs) {
        record Drop(ReportedRun run, String task, double from, double to) {
            double size() {
                return from - to;
            }
        }
        List<Drop> drops = new ArrayList<>();
        for (ReportedRun run : runs) {
            if (run.base() > 0) {
                ReportedRun base = Content.base(runs, run);
                if (!run.info().comparableWith(base.info())) {
                    continue;
                }
                run.tasks().forEach((task, reward) -> {
                    double before = base.tasks().getOrDefault(task, Double.NEGATIVE_INFINITY);
                    if (before - reward > ReportedRun.MOVED) {
                        drops.add(new Drop(run, task, before, reward));
                    }
                });
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (runs.size() == 1) {
            blocks.add(new Prose("There is one run, so nothing to compare it with."));
        } else if (drops.isEmpty()) {
            blocks.add(new Prose("No task lost reward from one run to the next."));
        } else {
            int total = drops.size();
            List<Drop> shown = drops.stream()
                    .sorted(Comparator.comparingDouble(Drop::size).reversed())
                    .limit(MAX_ROWS)
                    .sorted(Comparator.comparingInt(drop -> drop.run().number()))
                    .toList();
            blocks.add(new Prose(Figures.times(total, "task") + " lost reward against the run before the change."
                    + (total > MAX_ROWS ? " The " + MAX_ROWS + " largest drops are shown." : "")));
            blocks.add(new DataTable(
                    "Regressions",
                    List.of(
                            Column.text("run"),
                            Column.text("change"),
                            Column.text("task"),
                            Column.number("before"),
                            Column.number("after"),
                            Column.number("difference"),
                            Column.text("outcome")),
                    shown.stream()
                            .map(drop -> List.of(
                                    Integer.toString(drop.run().number()),
                                    Figures.cut(drop.run().change(Content.base(runs, drop.run())), 80),
                                    Figures.cut(drop.task(), 60),
                                    Figures.reward(drop.from()),
                                    Figures.reward(drop.to()),
                                    Figures.change(drop.to() - drop.from()),
                                    drop.run()
                                            .decision()
                                            .map(one -> one.verdict().words())
                                            .orElse("–")))
                            .toList()));
        }
        return new Section("regressions", "Regressions and rollbacks", blocks);
    }

    static Section decisions(List<ReportedRun> runs, List<Decision> decisions) {
        List<Block> blocks = new ArrayList<>();
        if (decisions.isEmpty()) {
            blocks.add(new Prose(
                    runs.size() == 1
                            ? "Nothing was decided on this run yet. Compare it with another one before keeping a"
                                    + " change."
                            : "These runs were not part of an iteration, so nothing was decided between them."));
        } else {
            blocks.add(new DataTable(
                    "Decisions",
                    List.of(
                            Column.text("change"),
                            Column.text("run"),
                            Column.text("compared with"),
                            Column.text("decision"),
                            Column.text("reason")),
                    decisions.stream()
                            .map(decision -> List.of(
                                    Figures.cut(decision.change(), 90),
                                    decision.run().isEmpty() ? "–" : decision.run(),
                                    decision.against().isEmpty() ? "–" : decision.against(),
                                    decision.verdict().words(),
                                    Figures.cut(decision.reason(), 240)))
                            .toList()));
        }
        return new Section("decisions", "Decisions", blocks);
    }
}
