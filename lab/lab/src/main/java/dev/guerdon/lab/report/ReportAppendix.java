package dev.guerdon.lab.report;

import dev.guerdon.api.Score;
import dev.guerdon.lab.run.RunPrompts.PromptChange;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.ReportDocument.Block;
import dev.guerdon.lab.spi.ReportDocument.Column;
import dev.guerdon.lab.spi.ReportDocument.DataTable;
import dev.guerdon.lab.spi.ReportDocument.Prose;
import dev.guerdon.lab.spi.ReportDocument.Section;
import dev.guerdon.lab.text.DisplayFormat;
import dev.guerdon.lab.text.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The raw figures at the end of a report, bounded. */
final class ReportAppendix {

    private static final int MAX_EPISODES = 200;
    private static final int MAX_LINES = 200;

    private ReportAppendix() {}

    static Section section(ReportData data) {
        List<ReportedRun> runs = data.runs();
        List<Block> blocks = new ArrayList<>();
        blocks.add(settings(runs));
        blocks.addAll(prompts(runs));
        data.books().forEach(book -> blocks.add(book(runs.get(book.run() - 1), book)));
        unlisted(data).ifPresent(blocks::add);
        ReportedRun last = data.last();
        List<Diagnosed> lost = last.diagnosis().episodes();
        if (!lost.isEmpty()) {
            if (last.diagnosis().losing() > MAX_EPISODES) {
                blocks.add(
                        new Prose("Of " + DisplayFormat.times(last.diagnosis().losing(), "episode")
                                + " that lost reward in the final state, the " + MAX_EPISODES
                                + " that lost most are listed. The stored run has all of them: guerdon show "
                                + last.info().name() + "."));
            }
            blocks.add(episodes(last, lost));
        }
        return new Section("appendix", "Appendix: raw figures", blocks);
    }

    /** Returns each episode as a line of a lab book. */
    private static DataTable book(ReportedRun run, LabBook book) {
        // Where no episode of a domain has a reward of its environment, the environment has none to give.
        Set<String> domains = book.entries().stream()
                .filter(entry -> entry.raw() != 0)
                .map(entry -> entry.episode().domain())
                .collect(Collectors.toSet());
        TableBuilder<LabBook.Entry> table = new TableBuilder<LabBook.Entry>()
                .text("task", entry -> task(run, entry.episode()))
                .text(
                        "domain",
                        entry -> entry.episode().domain().isEmpty()
                                ? "–"
                                : DisplayFormat.cut(entry.episode().domain(), 40))
                .number("reward", entry -> reward(entry.episode()))
                .number(
                        "raw reward",
                        entry ->
                                entry.told() || domains.contains(entry.episode().domain())
                                        ? DisplayFormat.reward(entry.raw())
                                        : "–")
                .number("steps", entry -> Integer.toString(entry.episode().steps()))
                .text("completed", entry -> entry.episode().completed() ? "yes" : "no")
                .text(
                        "ended",
                        entry -> DisplayFormat.words(entry.episode().finish().word()));
        run.info().besideRewards().forEach(name -> table.number(name, entry -> beside(entry.episode(), name)));
        return table.build(
                "Lab book of run " + run.number() + ", " + run.info().name() + ": each episode", book.entries());
    }

    /** Returns what the lab books leave out. */
    private static Optional<Prose> unlisted(ReportData data) {
        Set<Integer> listed = data.books().stream().map(LabBook::run).collect(Collectors.toSet());
        List<String> points = new ArrayList<>();
        for (LabBook book : data.books()) {
            int episodes = data.runs().get(book.run() - 1).metrics().episodes();
            if (episodes > book.entries().size()) {
                points.add("Of run " + book.run() + ", the first "
                        + book.entries().size() + " of " + DisplayFormat.count(episodes) + " episodes are listed.");
            }
        }
        long others = data.runs().stream()
                .filter(run -> !listed.contains(run.number()))
                .count();
        if (others > 0) {
            points.add("The episodes of " + DisplayFormat.times(others, "other run")
                    + " are left out; guerdon show lists those of any run.");
        }
        return points.isEmpty() ? Optional.empty() : Optional.of(new Prose(String.join(" ", points)));
    }

    private static String task(ReportedRun run, Episode episode) {
        return DisplayFormat.cut(episode.task(), 60) + (run.info().repeat() > 1 ? " #" + episode.repeat() : "");
    }

    private static String reward(Episode episode) {
        return episode.scored() ? DisplayFormat.reward(episode.reward()) : "unscored";
    }

    private static String beside(Episode episode, String name) {
        return episode.score() instanceof Score.Scored scored
                        && scored.result().extras().get(name) instanceof Number reward
                ? DisplayFormat.reward(reward.doubleValue())
                : "unscored";
    }

    private static String orDash(String text) {
        return text.isBlank() ? "–" : DisplayFormat.cut(text, 80);
    }

    private static DataTable episodes(ReportedRun last, List<Diagnosed> lost) {
        return new TableBuilder<Diagnosed>()
                .text("task", one -> task(last, one.episode()))
                .number("reward", one -> reward(one.episode()))
                .number("steps", one -> Integer.toString(one.episode().steps()))
                .text("ended", one -> DisplayFormat.words(one.episode().finish().word()))
                .text("submitted", one -> orDash(one.episode().answer()))
                .text("gold", one -> orDash(one.episode().gold()))
                .text("cause", one -> DisplayFormat.words(one.main().kind()))
                .number(
                        "would score",
                        one -> one.main()
                                .counterfactual()
                                .map(other -> (other.bound() ? "at most " : "") + DisplayFormat.reward(other.score()))
                                .orElse("–"))
                .build(
                        "Episodes of run " + last.number() + " that lost reward",
                        lost.stream().limit(MAX_EPISODES).toList());
    }

    /** Returns what each run changed in the prompt of the run it is compared with. */
    private static List<Block> prompts(List<ReportedRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        for (ReportedRun run : runs) {
            if (run.base() > 0) {
                ReportedRun base = ReportSections.base(runs, run);
                for (PromptChange.OfSection change : PromptChange.between(base.info(), run.info())) {
                    UnifiedDiff.of(change.name(), change.before(), change.after()).stream()
                            .skip(2) // the names of the files, which have a column
                            .map(line -> List.of(
                                    Integer.toString(run.number()),
                                    Integer.toString(base.number()),
                                    change.name(),
                                    DisplayFormat.cut(line, 300)))
                            .forEach(rows::add);
                }
            }
        }
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Prose("The prompt changed. Lines with - were taken out, lines with + were put in."
                        + (rows.size() > MAX_LINES
                                ? " The first " + MAX_LINES + " of " + rows.size() + " lines are shown."
                                : "")),
                new DataTable(
                        "Changes to the prompt",
                        List.of(
                                Column.number("#"),
                                Column.number("against #"),
                                Column.name("section"),
                                Column.prose("line")),
                        rows.subList(0, Math.min(rows.size(), MAX_LINES))));
    }

    /** Returns what differs between the runs. */
    private static Block settings(List<ReportedRun> runs) {
        TreeSet<String> keys = new TreeSet<>();
        runs.forEach(run -> keys.addAll(run.info().settings().keySet()));
        return new TableBuilder<ReportedRun>()
                .number("#", run -> Integer.toString(run.number()))
                .name("run", run -> run.info().name())
                .text("agent", run -> run.info().agent())
                .text("model", run -> run.info().model())
                .text("suite", run -> run.info().suite())
                .text("reward", run -> DisplayFormat.cut(run.rewards(), 200))
                .number("seed", run -> Long.toString(run.info().seed()))
                .number("episodes", run -> DisplayFormat.count(run.metrics().episodes()))
                .number(
                        "tokens",
                        run -> asked(run) ? DisplayFormat.count(run.usage().tokens()) : "–")
                .number("cost", ReportedRun::cost)
                .number(
                        "retries",
                        run -> asked(run) ? DisplayFormat.count(run.effort().retries()) : "–")
                .number(
                        "waited",
                        run -> asked(run) ? DisplayFormat.duration(run.effort().waited()) : "–")
                .text("settings", run -> DisplayFormat.cut(settings(runs, run, keys), 300))
                .build("Runs; settings are shown where they differ from the run above", runs);
    }

    /** Returns whether a model was asked. */
    private static boolean asked(ReportedRun run) {
        return run.usage().tokens() > 0;
    }

    /** Returns the settings of the first run; of another one, those that are not as in the run before it. */
    private static String settings(List<ReportedRun> runs, ReportedRun run, Set<String> keys) {
        Map<String, String> now = run.info().settings();
        boolean first = run.number() == 1;
        Map<String, String> before =
                first ? Map.of() : runs.get(run.number() - 2).info().settings();
        String shown = keys.stream()
                .filter(key -> first
                        ? now.containsKey(key)
                        : !now.getOrDefault(key, "").equals(before.getOrDefault(key, "")))
                .map(key -> key + "=" + now.getOrDefault(key, "(default)"))
                .collect(Collectors.joining(", "));
        return shown.isEmpty() ? (first ? "defaults" : "as before") : shown;
    }
}
