package dev.guerdon.cli.run;

import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.lab.IterationSession;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.StoredSession.Decision;
import dev.guerdon.lab.spi.StoredSession.Decision.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Result of a session, as a table for people and as an object for programs. */
final class IterationText {

    private IterationText() {}

    static String table(RunStore store, IterationSession.Result result, TerminalScreen screen) {
        List<List<String>> rows = new ArrayList<>();
        for (Decision decision : result.decisions()) {
            if (decision.run().isEmpty()) {
                rows.add(List.of(
                        "-",
                        "-",
                        "-",
                        decision.change(),
                        "-",
                        "-",
                        "-",
                        decision.verdict().words()));
                continue;
            }
            try (Run run = store.open(decision.run())) {
                KeyMetrics key = run.metrics();
                String commit = run.info().commit();
                rows.add(List.of(
                        run.info().name(),
                        RunsCommand.date(run.info().started()),
                        commit.substring(0, Math.min(7, commit.length())),
                        RunOutput.cell(decision.change(), 40),
                        key.average() + (key.episodes() < RunOutput.planned(run.info()) ? "*" : ""),
                        end(key.best()) + " / " + end(key.worst()),
                        key.completed() + "/" + RunOutput.planned(run.info()),
                        decision.verdict().words()));
            }
        }
        return new TextTable("run, time, commit, focus, average, best / worst, completed, decision", rows)
                        .leaveOut("commit", "time", "best / worst", "completed")
                        .paint((row, column) -> column == 7 ? style(row.get(column)) : Style.NONE)
                        .text(screen)
                + (rows.stream().anyMatch(row -> row.get(4).endsWith("*"))
                        ? "* over the tasks that were run before the outcome was clear\n"
                        : "")
                + result.confirmation()
                        .map(confirmed -> "\n" + confirmed.sentence() + "\n")
                        .orElse("")
                + "\nreport: " + result.folder().resolve("report.html") + "\n";
    }

    private static Style style(String verdict) {
        return verdict.equals(Verdict.KEPT.words())
                ? Style.GOOD
                : verdict.equals(Verdict.FAILED.words()) ? Style.BAD : Style.NONE;
    }

    private static String end(java.util.Optional<Episode> episode) {
        return episode.map(one -> RunOutput.reward(one.reward())).orElse("-");
    }

    static Map<String, @Nullable Object> json(RunStore store, IterationSession.Result result) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("session", String.valueOf(result.folder().getFileName()));
        out.put("complete", result.complete());
        out.put("champion", result.champion());
        List<Map<String, @Nullable Object>> decisions = new ArrayList<>();
        for (Decision decision : result.decisions()) {
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("change", decision.change());
            one.put("run", decision.run());
            one.put("against", decision.against());
            one.put("decision", decision.verdict().name().toLowerCase(Locale.ROOT));
            one.put("reason", decision.reason());
            one.put("regressions", decision.regressions());
            if (!decision.run().isEmpty()) {
                try (Run run = store.open(decision.run())) {
                    RunOutput.putFigures(one, run.metrics());
                }
            }
            decisions.add(one);
        }
        out.put("decisions", decisions);
        out.put("confirmation", result.confirmation().map(IterationText::json).orElse(null));
        out.put("report", result.folder().resolve("report.html").toString());
        return out;
    }

    private static Map<String, @Nullable Object> json(IterationSession.Confirmed confirmed) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("runs", confirmed.runs());
        out.put("avg_reward", confirmed.reward());
        out.put("avg_reward_when_chosen", confirmed.chosen());
        out.put("gain", confirmed.gain());
        out.put("confirmed", confirmed.confirmed());
        out.put("sentence", confirmed.sentence());
        return out;
    }
}
