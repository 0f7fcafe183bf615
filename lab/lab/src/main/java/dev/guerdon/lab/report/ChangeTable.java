package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes for the worse on the way, and what was decided. */
final class ChangeTable {

    private static final int MAX_ROWS = 60;

    private ChangeTable() {}

    /** Returns the run that stands at the end: the last one that was not rolled back. */
    static ReportedRun finalRun(List<ReportedRun> runs) {
        return runs.reversed().stream()
                .filter(run -> !run.rolledBack())
                .findFirst()
                .orElse(runs.getLast());
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
                ReportedRun base = ReportSections.base(runs, run);
                if (!run.sharesReward(base)) {
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
            blocks.add(new Prose(DisplayFormat.times(total, "task") + " lost reward against the run before the change."
                    + (total > MAX_ROWS ? " The " + MAX_ROWS + " largest drops are shown." : "")));
            blocks.add(new TableBuilder<Drop>()
                    .text("run", drop -> Integer.toString(drop.run().number()))
                    .text(
                            "change",
                            drop -> DisplayFormat.cut(drop.run().change(ReportSections.base(runs, drop.run())), 80))
                    .text("task", drop -> DisplayFormat.cut(drop.task(), 60))
                    .number("before", drop -> DisplayFormat.reward(drop.from()))
                    .number("after", drop -> DisplayFormat.reward(drop.to()))
                    .number("difference", drop -> DisplayFormat.change(drop.to() - drop.from()))
                    .text(
                            "outcome",
                            drop -> drop.run()
                                    .decision()
                                    .map(one -> one.verdict().words())
                                    .orElse("–"))
                    .build("Regressions", shown));
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
            blocks.add(new TableBuilder<Decision>()
                    .text("change", decision -> DisplayFormat.cut(decision.change(), 90))
                    .text("run", decision -> decision.run().isEmpty() ? "–" : decision.run())
                    .text("compared with", decision -> decision.against().isEmpty() ? "–" : decision.against())
                    .text("decision", decision -> decision.verdict().words())
                    .text("reason", decision -> DisplayFormat.cut(decision.reason(), 700))
                    .build("Decisions", decisions));
        }
        return new Section("decisions", "Decisions", blocks);
    }
}
