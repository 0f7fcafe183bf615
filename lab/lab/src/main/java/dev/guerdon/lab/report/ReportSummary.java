package dev.guerdon.lab.report;

import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Bullets;
import dev.guerdon.lab.spi.ReportDocument.Fact;
import dev.guerdon.lab.spi.ReportDocument.Facts;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The first page of a report: what a reader who stops there should know. Short sentences, each computed from the runs. */
final class ReportSummary {

    private static final int MOST_NAMED = 4;

    private ReportSummary() {}

    static Section section(ReportData data) {
        List<ReportedRun> runs = data.runs();
        ReportedRun last = data.last();
        List<Block> blocks = new ArrayList<>();
        blocks.add(ReportConclusion.of(data));
        blocks.add(new Prose(course(runs)));
        blocks.add(facts(runs, last));
        List<String> points = new ArrayList<>();
        state(last).forEach(points::add);
        certainty(last).ifPresent(points::add);
        loss(last).ifPresent(points::add);
        setbacks(runs).ifPresent(points::add);
        problems(last).forEach(points::add);
        blocks.add(new Bullets(points));
        return new Section("summary", "Summary", blocks);
    }

    private static String course(List<ReportedRun> runs) {
        ReportedRun first = runs.getFirst();
        ReportedRun best = ReportSections.best(runs);
        ReportedRun last = ChangeTable.finalRun(runs);
        if (runs.size() == 1) {
            return "The agent was run on " + DisplayFormat.times(first.metrics().tasks(), "task")
                    + ". Its average reward is " + first.average() + ".";
        }
        if (runs.stream().anyMatch(run -> !run.info().comparableWith(first.info()))
                && runs.stream().allMatch(first::sharesReward)) {
            return "The average reward is " + over(first) + ", " + over(best) + ", the best, and " + over(last)
                    + ", the last. They are not over the same tasks, so they do not make a series.";
        }
        if (runs.stream().anyMatch(run -> !run.info().comparableWith(first.info()))) {
            return "The runs are not of the same tasks, suite and reward, so their averages do not make a series. The"
                    + " last one has " + last.average() + ".";
        }
        if (runs.stream().anyMatch(run -> !run.isLike(first))) {
            List<String> each = runs.stream()
                    .limit(MOST_NAMED)
                    .map(run -> "run " + run.number() + " with "
                            + DisplayFormat.ends(run.info().model(), 80) + " has " + run.average())
                    .toList();
            return "The runs are of different models: " + String.join(", ", each)
                    + (runs.size() > MOST_NAMED ? " and so on" : "") + ".";
        }
        if (first.metrics().unscored() + last.metrics().unscored() > 0) {
            return "The average reward is " + first.metrics().average() + " in run 1 and "
                    + last.metrics().average() + " in run " + last.number()
                    + ". Episodes without a score are missing, so these averages are not over the same tasks.";
        }
        double change = last.mean() - first.mean();
        String moved = Math.abs(change) < 0.0005
                ? "stayed at " + last.average()
                : (change > 0 ? "rose" : "fell") + " from " + first.average() + " to " + last.average();
        String peak = best.number() == last.number()
                ? "That is also the best of all runs."
                : "The best was run " + best.number() + " with " + best.average() + ".";
        String end =
                last.number() == runs.size() ? "" : " The state that was kept is that of run " + last.number() + ".";
        return "The average reward " + moved + " over " + DisplayFormat.times(runs.size(), "run") + " on "
                + DisplayFormat.times(last.metrics().tasks(), "task") + ". " + peak + end;
    }

    private static String over(ReportedRun run) {
        return run.metrics().average() + " over "
                + DisplayFormat.times(run.metrics().tasks(), "task") + " in " + run.title();
    }

    private static Facts facts(List<ReportedRun> runs, ReportedRun last) {
        List<Fact> facts = new ArrayList<>();
        KeyMetrics metrics = last.metrics();
        facts.add(new Fact(
                "average reward",
                DisplayFormat.reward(last.mean()),
                last.interval()
                        .map(i -> DisplayFormat.reward(i.low()) + " to " + DisplayFormat.reward(i.high()) + " (95 %)")
                        .orElse("")));
        if (runs.size() > 1
                && last.info().comparableWith(runs.getFirst().info())
                && last.metrics().unscored() + runs.getFirst().metrics().unscored() == 0) {
            facts.add(new Fact(
                    last.isLike(runs.getFirst()) ? "since run 1" : "against run 1, other model",
                    DisplayFormat.change(last.mean() - runs.getFirst().mean()),
                    "from " + DisplayFormat.reward(runs.getFirst().mean())));
        }
        facts.add(new Fact(
                "perfect",
                DisplayFormat.count(metrics.perfect()),
                "of " + DisplayFormat.times(metrics.episodes(), "episode")));
        facts.add(new Fact(
                "zero",
                DisplayFormat.count(metrics.zero()),
                "of " + DisplayFormat.times(metrics.episodes(), "episode")));
        facts.add(new Fact(
                "completed",
                DisplayFormat.percent(metrics.completed() / (double) Math.max(1, metrics.episodes())),
                DisplayFormat.steps(metrics.averageSteps()) + " steps on average"));
        return new Facts(facts);
    }

    private static List<String> state(ReportedRun last) {
        KeyMetrics metrics = last.metrics();
        List<String> points = new ArrayList<>();
        metrics.best()
                .filter(best -> metrics.episodes() > 1)
                .ifPresent(best -> points.add("The best task is " + DisplayFormat.cut(best.task(), 60) + " with "
                        + DisplayFormat.reward(best.reward()) + ". The worst is "
                        + DisplayFormat.cut(metrics.worst().orElse(best).task(), 60) + " with "
                        + DisplayFormat.reward(metrics.worst().orElse(best).reward()) + "."));
        return points;
    }

    private static Optional<String> certainty(ReportedRun last) {
        if (last.interval().isEmpty()) {
            return Optional.empty();
        }
        Interval interval = last.interval().get();
        String range = "With " + DisplayFormat.times(last.metrics().tasks(), "task")
                + ", the true average may lie anywhere from " + DisplayFormat.reward(interval.low()) + " to "
                + DisplayFormat.reward(interval.high()) + ".";
        return Optional.of(interval.width() > 0.4 ? range + " More tasks would narrow this down." : range);
    }

    private static Optional<String> loss(ReportedRun last) {
        List<Diagnosis.Total> totals = last.diagnosis().totals();
        double lost = last.diagnosis().lost();
        if (totals.isEmpty() || lost <= 0) {
            return Optional.of("No reward is lost in the final state.");
        }
        Diagnosis.Total most = totals.getFirst();
        return Optional.of("Most of the reward that is still missing goes to " + DisplayFormat.words(most.kind()) + ": "
                + DisplayFormat.percent(most.lost() / lost) + " of it, in "
                + DisplayFormat.times(most.episodes(), "episode") + ". "
                + most.remedy());
    }

    private static Optional<String> setbacks(List<ReportedRun> runs) {
        List<ReportedRun> back = runs.stream().filter(ReportedRun::rolledBack).toList();
        if (back.isEmpty()) {
            return Optional.empty();
        }
        List<String> names = back.stream()
                .limit(3)
                .map(run -> "“" + DisplayFormat.cut(run.focus(), 60) + "”")
                .toList();
        String changes = String.join(", ", names)
                + (back.size() > 3 ? " and " + DisplayFormat.count(back.size() - 3) + " more" : "");
        return Optional.of(
                back.size() == 1
                        ? "One change did not pay off and was rolled back: " + changes + "."
                        : DisplayFormat.count(back.size()) + " changes did not pay off and were rolled back: " + changes
                                + ".");
    }

    private static List<String> problems(ReportedRun last) {
        List<String> points = new ArrayList<>();
        KeyMetrics metrics = last.metrics();
        if (metrics.unscored() > 0) {
            points.add(DisplayFormat.times(metrics.unscored(), "episode")
                    + " could not be scored. They are missing from the average.");
        }
        if (metrics.errorRate() > 0) {
            points.add("In the final state, " + DisplayFormat.percent(metrics.errorRate())
                    + " of the episodes ended in an error. Look at those first.");
        }
        if (last.info().status() != RunInfo.Status.COMPLETE) {
            points.add("The final run is not complete, so its figures may still move.");
        }
        return points;
    }
}
