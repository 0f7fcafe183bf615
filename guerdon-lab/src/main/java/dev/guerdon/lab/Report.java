package dev.guerdon.lab;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.Score;
import dev.guerdon.base.KeptFile;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.report.Causes;
import dev.guerdon.lab.report.Citation;
import dev.guerdon.lab.report.Content;
import dev.guerdon.lab.report.Document;
import dev.guerdon.lab.report.HtmlReport;
import dev.guerdon.lab.report.LabBook;
import dev.guerdon.lab.report.MarkdownReport;
import dev.guerdon.lab.report.ReportData;
import dev.guerdon.lab.report.ReportedRun;
import dev.guerdon.lab.spi.Comparison;
import dev.guerdon.lab.spi.Comparison.Versus;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.stats.MeanInterval;
import dev.guerdon.lab.text.TextNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report on some runs: what moved, why, and what to do next, in words and figures that are all computed from the runs.
 *
 * <p>Whatever the number of runs and episodes, the report stays of a size that can be read; where something was left out, it says so.
 */
@Experimental
public final class Report {

    private static final int EXAMINED = 400;

    /** How many changed tasks of each kind are kept. */
    private static final int LISTED = 1000;

    private final Document document;

    private Report(Document document) {
        this.document = document;
    }

    /** The report on some runs, each compared with the one before it. */
    public static Report of(Registry registry, List<Run> runs) {
        return of(registry, runs, List.of());
    }

    /**
     * The report on some runs.
     *
     * @param registry has the runs' rewards, for counterfactual scores
     * @param runs the runs, in the order in which they are told
     * @param decisions what became of the changes, where that was decided
     */
    public static Report of(Registry registry, List<Run> runs, List<Decision> decisions) {
        if (runs.isEmpty()) {
            throw new LabException("a report needs at least one run");
        }
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
                    Diagnoser.of(registry, run, Diagnoser.rules(registry), EXAMINED),
                    decision,
                    base));
            places.put(name, rows.size());
        }
        return new Report(
                Content.of(new ReportData(rows, decisions, versus(rows, runs), cases(rows, runs), books(rows, runs))));
    }

    private static Episode.Effort effort(Run run) {
        try (Stream<Episode> episodes = run.stream()) {
            return episodes.map(Episode::effort).reduce(Episode.Effort.NONE, Episode.Effort::plus);
        }
    }

    /** What the rewards said on average that were kept beside. */
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

    /** The final state beside the first, where both are of one suite and scored alike. */
    private static Optional<Versus> versus(List<ReportedRun> rows, List<Run> runs) {
        int last = Content.finalRun(rows);
        Run first = runs.getFirst();
        Run end = runs.get(last - 1);
        if (last == 1
                || !first.info().suite().equals(end.info().suite())
                || !first.info().reward().equals(end.info().reward())) {
            return Optional.empty();
        }
        try {
            return Optional.of(Comparer.compare(first, List.of(end), Comparison.Options.DEFAULT, LISTED)
                    .candidates()
                    .getFirst());
        } catch (LabException nothingInCommon) {
            return Optional.empty();
        }
    }

    /** The episodes that show the causes; only excerpts of them are kept. */
    private static List<Citation> cases(List<ReportedRun> rows, List<Run> runs) {
        List<Citation> cases = new ArrayList<>();
        Causes.examples(rows).forEach((number, examples) -> {
            Run run = runs.get(number - 1);
            examples.forEach(one -> cases.add(Citation.of(number, one, run.detail(one.episode()))));
        });
        return cases;
    }

    /** The final run's episodes one by one, and those of others, the latest first, as long as there is room. */
    private static List<LabBook> books(List<ReportedRun> rows, List<Run> runs) {
        List<LabBook> books = new ArrayList<>();
        int last = Content.finalRun(rows);
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

    /** Where the average lies. An average of rewards between 0 and 1 lies there too, whatever the distribution's tails say. */
    private static Optional<Interval> interval(Run run) {
        if (!run.large()) {
            return MeanInterval.ofRewards(run.episodes(), ReportedRun.LEVEL);
        }
        boolean usual =
                run.range().map(seen -> seen.low() >= 0 && seen.high() <= 1).orElse(true);
        return run.mean()
                .interval(ReportedRun.LEVEL)
                .map(interval ->
                        usual ? new Interval(Math.max(0, interval.low()), Math.min(1, interval.high())) : interval);
    }

    /** The mean reward of each task over its scored repeats; those of a large run in the order of their ids, and compact. */
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

    /** One HTML file that needs nothing else. */
    public String html() {
        return new HtmlReport(document).write();
    }

    public String markdown() {
        return new MarkdownReport(document).write();
    }

    /**
     * Writes the report to a file: Markdown where its name ends in {@code .md}, else HTML.
     *
     * @throws LabException where it cannot be written
     */
    public void write(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            KeptFile.write(file, name.endsWith(".md") ? markdown() : html());
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }
}
