package dev.guerdon.lab.report;

import dev.guerdon.api.Score;
import dev.guerdon.lab.compare.MeanInterval;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Diagnosis;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All that a report is made of.
 *
 * @param runs the runs, in the order in which they are told
 * @param decisions what became of the changes, where that was decided
 * @param versus the final state beside the first, where both can be compared
 * @param cases episodes that show a cause of lost reward
 * @param books the episodes of some runs, one by one
 */
record ReportData(
        List<ReportedRun> runs,
        List<Decision> decisions,
        Optional<Versus> versus,
        List<EpisodeCitation> cases,
        List<LabBook> books) {

    /**
     * Reads what a report says of some runs.
     *
     * @param runs the runs, in the order in which they are told
     * @param decisions what became of the changes, where that was decided
     * @param diagnoses finds out why a run lost reward
     * @param versus sets a run beside a base, where they have a task in common
     */
    static ReportData of(
            List<Run> runs,
            List<Decision> decisions,
            Function<Run, Diagnosis> diagnoses,
            BiFunction<Run, Run, Optional<Versus>> versus) {
        List<ReportedRun> rows = new ArrayList<>();
        Map<String, Integer> places = new HashMap<>();
        for (Run run : runs) {
            String name = run.info().name();
            Optional<Decision> decision =
                    decisions.stream().filter(one -> one.run().equals(name)).findFirst();
            int base =
                    decision.map(one -> places.getOrDefault(one.against(), 0)).orElse(rows.size());
            rows.add(new ReportedRun(
                    rows.size() + 1,
                    run.info(),
                    run.metrics(),
                    effort(run),
                    interval(run),
                    meanByTask(run),
                    beside(run),
                    diagnoses.apply(run),
                    decision,
                    base,
                    base == 0 ? Optional.empty() : versus(runs.get(base - 1), run, versus)));
            places.put(name, rows.size());
        }
        ReportedRun last = ChangeTable.finalRun(rows);
        Optional<Versus> overall = last.number() == 1
                ? Optional.empty()
                : last.base() == 1 ? last.versus() : versus(runs.getFirst(), runs.get(last.number() - 1), versus);
        return new ReportData(rows, decisions, overall, cases(rows, runs), books(rows, runs));
    }

    /** Returns a run beside another one, where both are of one suite and scored alike. */
    private static Optional<Versus> versus(Run base, Run run, BiFunction<Run, Run, Optional<Versus>> versus) {
        return !base.info().suite().equals(run.info().suite())
                        || !base.info().reward().equals(run.info().reward())
                ? Optional.empty()
                : versus.apply(base, run);
    }

    private static Episode.Effort effort(Run run) {
        try (Stream<Episode> episodes = run.stream()) {
            return episodes.map(Episode::effort).reduce(Episode.Effort.NONE, Episode.Effort::plus);
        }
    }

    /** Returns what the rewards said on average that were kept beside. */
    private static Map<String, Double> beside(Run run) {
        Map<String, Double> means = new LinkedHashMap<>();
        for (String name : run.info().besideRewards()) {
            try (Stream<Episode> episodes = run.stream()) {
                means.put(
                        name,
                        episodes.map(Episode::score)
                                .filter(Score.Scored.class::isInstance)
                                .map(score ->
                                        ((Score.Scored) score).result().extras().get(name))
                                .filter(Number.class::isInstance)
                                .mapToDouble(reward -> ((Number) reward).doubleValue())
                                .average()
                                .orElse(Double.NaN));
            }
        }
        return means;
    }

    /** Returns the episodes that show the causes; only excerpts of them are kept. */
    private static List<EpisodeCitation> cases(List<ReportedRun> rows, List<Run> runs) {
        List<EpisodeCitation> cases = new ArrayList<>();
        LossCauses.examples(rows).forEach((number, examples) -> {
            Run run = runs.get(number - 1);
            examples.forEach(one -> cases.add(EpisodeCitation.of(number, one, run.detail(one.episode()))));
        });
        return cases;
    }

    /** Returns the final run's episodes one by one, and those of others, the latest first, as long as there is room. */
    private static List<LabBook> books(List<ReportedRun> rows, List<Run> runs) {
        List<LabBook> books = new ArrayList<>();
        int last = ChangeTable.finalRun(rows).number();
        books.add(book(last, runs.get(last - 1)));
        int room = LabBook.MOST - books.getFirst().entries().size();
        for (int number = rows.size(); number >= 1; number--) {
            int episodes = rows.get(number - 1).metrics().episodes();
            if (number != last && episodes <= Math.min(room, LabBook.MOST_OF_A_RUN)) {
                books.add(book(number, runs.get(number - 1)));
                room -= episodes;
            }
        }
        return books;
    }

    private static LabBook book(int number, Run run) {
        try (Stream<Episode> episodes = run.large() ? run.stream() : run.episodes().stream()) {
            return new LabBook(
                    number,
                    episodes.limit(LabBook.MOST_OF_A_RUN)
                            .map(episode -> LabBook.Entry.of(episode, run.detail(episode)))
                            .toList());
        }
    }

    /** Returns where the average lies. */
    private static Optional<Interval> interval(Run run) {
        if (!run.large()) {
            return MeanInterval.ofRewards(run.episodes(), ReportedRun.LEVEL);
        }
        boolean usual =
                run.range().map(seen -> seen.low() >= 0 && seen.high() <= 1).orElse(true);
        return MeanInterval.ofTasks(new double[0], run.mean(), usual, ReportedRun.LEVEL);
    }

    /** Returns the mean reward of each task over its scored repeats; those of a large run in the order of their ids, and compact. */
    private static Map<String, Double> meanByTask(Run run) {
        if (!run.large()) {
            return Episode.meanByTask(run.episodes());
        }
        TextNumbers.Builder means = new TextNumbers.Builder();
        try (Stream<Episode> scores = run.scores()) {
            String task = null;
            double sum = 0;
            int count = 0;
            for (Iterator<Episode> each = scores.filter(Episode::scored).iterator(); each.hasNext(); ) {
                Episode episode = each.next();
                if (task != null && !task.equals(episode.task())) {
                    means.add(task, sum / count);
                    sum = 0;
                    count = 0;
                }
                task = episode.task();
                sum += episode.reward();
                count++;
            }
            if (task != null) {
                means.add(task, sum / count);
            }
        }
        return means.build();
    }

    /** Returns the run that everything began with. */
    ReportedRun first() {
        return runs.getFirst();
    }

    /** Returns the run that stands at the end. */
    ReportedRun last() {
        return ChangeTable.finalRun(runs);
    }
}
