package dev.guerdon.lab.report;

import dev.guerdon.lab.text.DisplayFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Rewards over equally many tasks, so that runs of different lengths can stand side by side. */
final class TaskWindow {

    /** Of longer runs the average alone says enough. */
    private static final int MOST = 1_000;

    private TaskWindow() {}

    /** Returns rows of figures for runs of different tasks, or none if their averages are over the same ones. */
    static List<List<String>> rows(Collection<ReportedRun> runs) {
        int least =
                runs.stream().mapToInt(run -> run.info().planned().size()).min().orElse(0);
        int most =
                runs.stream().mapToInt(run -> run.info().planned().size()).max().orElse(0);
        ReportedRun first = runs.iterator().next();
        boolean same = runs.stream().allMatch(run -> run.info().comparableWith(first.info()));
        if (same || least == 0 || most > MOST) {
            return List.of();
        }
        List<String> common = first.tasks().keySet().stream()
                .filter(task -> runs.stream().allMatch(run -> run.tasks().containsKey(task)))
                .toList();
        return List.of(
                row(
                        "best window of " + DisplayFormat.times(least, "task") + " in a row",
                        runs,
                        run -> best(run, least)),
                row(
                        "average over the " + DisplayFormat.times(common.size(), "task") + " scored in each",
                        runs,
                        run -> mean(run, common)));
    }

    private static List<String> row(String label, Collection<ReportedRun> runs, ToDoubleFunction<ReportedRun> figure) {
        List<String> row = new ArrayList<>(List.of(label));
        double[] figures = runs.stream().mapToDouble(figure).toArray();
        for (double each : figures) {
            row.add(DisplayFormat.reward(each));
        }
        row.add(DisplayFormat.change(figures[figures.length - 1] - figures[0]));
        return row;
    }

    private static double best(ReportedRun run, int width) {
        List<String> planned = run.info().planned();
        double best = Double.NaN;
        for (int from = 0; from + width <= planned.size(); from++) {
            double mean = mean(run, planned.subList(from, from + width));
            best = Double.isNaN(best) || mean > best ? mean : best;
        }
        return best;
    }

    /** Returns the mean over those of some tasks that have a score. */
    private static double mean(ReportedRun run, List<String> tasks) {
        return tasks.stream()
                .flatMap(task -> Optional.ofNullable(run.tasks().get(task)).stream())
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }
}
