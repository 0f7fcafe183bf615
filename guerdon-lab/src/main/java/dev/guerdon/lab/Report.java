package dev.guerdon.lab;

import dev.guerdon.agent.spi.Usage;
import dev.guerdon.api.Experimental;
import dev.guerdon.base.KeptFile;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.report.Content;
import dev.guerdon.lab.report.Document;
import dev.guerdon.lab.report.HtmlReport;
import dev.guerdon.lab.report.MarkdownReport;
import dev.guerdon.lab.report.ReportedRun;
import dev.guerdon.lab.spi.Decision;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.Interval;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.LabException;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report on some runs: what moved, why, and what to do next, in words and figures that are all computed from the runs.
 *
 * <p>Whatever the number of runs and episodes, the report stays of a size that can be read; where something was left out, it says so.
 */
@Experimental
public final class Report {

    private static final int EXAMINED = 400;

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
            List<Episode> episodes = run.episodes();
            int base =
                    decision.map(one -> places.getOrDefault(one.against(), 0)).orElse(rows.size());
            rows.add(new ReportedRun(
                    rows.size() + 1,
                    run.info(),
                    KeyMetrics.of(episodes),
                    episodes.stream().map(Episode::usage).reduce(Usage.NONE, Usage::plus),
                    interval(episodes),
                    Episode.meanByTask(episodes),
                    Diagnoser.of(registry, run, episodes, Diagnoser.rules(registry), EXAMINED),
                    decision,
                    base));
            places.put(name, rows.size());
        }
        return new Report(Content.of(rows, decisions));
    }

    /** Where the average lies. An average of rewards between 0 and 1 lies there too, whatever the distribution's tails say. */
    private static Optional<Interval> interval(List<Episode> episodes) {
        boolean usual = episodes.stream()
                .filter(Episode::scored)
                .allMatch(episode -> episode.reward() >= 0 && episode.reward() <= 1);
        return MeanEstimate.of(episodes)
                .interval(ReportedRun.LEVEL)
                .map(interval ->
                        usual ? new Interval(Math.max(0, interval.low()), Math.min(1, interval.high())) : interval);
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
