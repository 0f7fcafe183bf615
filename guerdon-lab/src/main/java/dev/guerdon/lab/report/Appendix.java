package dev.guerdon.lab.report;

import dev.guerdon.lab.report.Document.Block;
import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.DataTable;
import dev.guerdon.lab.report.Document.Prose;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The raw figures at the end of a report, bounded. */
final class Appendix {

    private static final int MAX_EPISODES = 200;

    private Appendix() {}

    static Section section(List<ReportedRun> runs) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(settings(runs));
        ReportedRun last = Changes.finalRun(runs);
        List<Diagnosed> lost = last.diagnosis().episodes();
        if (!lost.isEmpty()) {
            if (last.diagnosis().losing() > MAX_EPISODES) {
                blocks.add(new Prose("Of " + Figures.times(last.diagnosis().losing(), "episode")
                        + " that lost reward in the final state, the " + MAX_EPISODES
                        + " that lost most are listed. The stored run has all of them: guerdon show "
                        + last.info().name() + "."));
            }
            blocks.add(episodes(last, lost));
        }
        return new Section("appendix", "Appendix: raw figures", blocks);
    }

    private static DataTable episodes(ReportedRun last, List<Diagnosed> lost) {
        return new DataTable(
                "Episodes of run " + last.number() + " that lost reward",
                List.of(
                        Column.text("task"),
                        Column.number("reward"),
                        Column.number("steps"),
                        Column.text("ended"),
                        Column.text("submitted"),
                        Column.text("gold"),
                        Column.text("cause"),
                        Column.number("would score")),
                lost.stream()
                        .limit(MAX_EPISODES)
                        .map(one -> List.of(
                                Figures.cut(one.episode().task(), 60)
                                        + (last.info().repeat() > 1
                                                ? " #" + one.episode().repeat()
                                                : ""),
                                one.episode().scored()
                                        ? Figures.reward(one.episode().reward())
                                        : "unscored",
                                Integer.toString(one.episode().steps()),
                                one.episode().finish().word().replace('_', ' '),
                                Figures.cut(one.episode().answer(), 80),
                                Figures.cut(one.episode().gold(), 80),
                                Figures.words(one.main().kind()),
                                one.main()
                                        .counterfactual()
                                        .map(other -> (other.bound() ? "at most " : "") + Figures.reward(other.score()))
                                        .orElse("–")))
                        .toList());
    }

    /** What differs between the runs. */
    private static Block settings(List<ReportedRun> runs) {
        TreeSet<String> keys = new TreeSet<>();
        runs.forEach(run -> keys.addAll(run.info().settings().keySet()));
        List<Column> columns = new ArrayList<>(List.of(
                Column.number("#"),
                Column.text("run"),
                Column.text("agent"),
                Column.text("model"),
                Column.number("seed"),
                Column.number("episodes"),
                Column.number("tokens"),
                Column.text("settings")));
        List<List<String>> rows = new ArrayList<>();
        Map<String, String> before = Map.of();
        for (ReportedRun run : runs) {
            Map<String, String> now = run.info().settings();
            Map<String, String> earlier = before;
            String shown = keys.stream()
                    .filter(key -> run.number() == 1
                            ? now.containsKey(key)
                            : !now.getOrDefault(key, "").equals(earlier.getOrDefault(key, "")))
                    .map(key -> key + "=" + now.getOrDefault(key, "(default)"))
                    .collect(java.util.stream.Collectors.joining(", "));
            rows.add(List.of(
                    Integer.toString(run.number()),
                    run.info().name(),
                    run.info().agent(),
                    run.info().model(),
                    Long.toString(run.info().seed()),
                    Figures.count(run.metrics().episodes()),
                    run.usage().tokens() == 0 ? "–" : Figures.count(run.usage().tokens()),
                    Figures.cut(shown.isEmpty() ? (run.number() == 1 ? "defaults" : "as before") : shown, 300)));
            before = now;
        }
        return new DataTable("Runs; settings are shown where they differ from the run above", columns, rows);
    }
}
