package dev.guerdon.lab.report;

import dev.guerdon.api.Score;
import dev.guerdon.lab.prompt.PromptChange;
import dev.guerdon.lab.prompt.UnifiedDiff;
import dev.guerdon.lab.report.Document.Block;
import dev.guerdon.lab.report.Document.Column;
import dev.guerdon.lab.report.Document.DataTable;
import dev.guerdon.lab.report.Document.Prose;
import dev.guerdon.lab.report.Document.Section;
import dev.guerdon.lab.spi.Diagnosis.Diagnosed;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The raw figures at the end of a report, bounded. */
final class Appendix {

    private static final int MAX_EPISODES = 200;
    private static final int MAX_LINES = 200;

    private Appendix() {}

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
                blocks.add(new Prose("Of " + Figures.times(last.diagnosis().losing(), "episode")
                        + " that lost reward in the final state, the " + MAX_EPISODES
                        + " that lost most are listed. The stored run has all of them: guerdon show "
                        + last.info().name() + "."));
            }
            blocks.add(episodes(last, lost));
        }
        return new Section("appendix", "Appendix: raw figures", blocks);
    }

    /** Each episode as a line of a lab book. */
    private static DataTable book(ReportedRun run, LabBook book) {
        List<String> beside = run.info().besideRewards();
        // Where no episode of a domain has a reward of its environment, the environment has none to give.
        Set<String> domains = book.entries().stream()
                .filter(entry -> entry.raw() != 0)
                .map(entry -> entry.episode().domain())
                .collect(Collectors.toSet());
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("task"),
                Column.text("domain"),
                Column.number("reward"),
                Column.number("raw reward"),
                Column.number("steps"),
                Column.text("completed"),
                Column.text("ended")));
        beside.forEach(name -> columns.add(Column.number(name)));
        List<List<String>> rows = new ArrayList<>();
        for (LabBook.Entry entry : book.entries()) {
            Episode episode = entry.episode();
            List<String> row = new ArrayList<>(List.of(
                    task(run, episode),
                    episode.domain().isEmpty() ? "–" : Figures.cut(episode.domain(), 40),
                    reward(episode),
                    domains.contains(episode.domain()) ? Figures.reward(entry.raw()) : "–",
                    Integer.toString(episode.steps()),
                    episode.completed() ? "yes" : "no",
                    episode.finish().word().replace('_', ' ')));
            beside.forEach(name -> row.add(beside(episode, name)));
            rows.add(row);
        }
        return new DataTable(
                "Lab book of run " + run.number() + ", " + run.info().name() + ": each episode", columns, rows);
    }

    /** What the lab books leave out. */
    private static Optional<Prose> unlisted(ReportData data) {
        Set<Integer> listed = data.books().stream().map(LabBook::run).collect(Collectors.toSet());
        List<String> points = new ArrayList<>();
        for (LabBook book : data.books()) {
            int episodes = data.runs().get(book.run() - 1).metrics().episodes();
            if (episodes > book.entries().size()) {
                points.add("Of run " + book.run() + ", the first "
                        + book.entries().size() + " of " + Figures.count(episodes) + " episodes are listed.");
            }
        }
        long others = data.runs().stream()
                .filter(run -> !listed.contains(run.number()))
                .count();
        if (others > 0) {
            points.add("The episodes of " + Figures.times(others, "other run")
                    + " are left out; guerdon show lists those of any run.");
        }
        return points.isEmpty() ? Optional.empty() : Optional.of(new Prose(String.join(" ", points)));
    }

    private static String task(ReportedRun run, Episode episode) {
        return Figures.cut(episode.task(), 60) + (run.info().repeat() > 1 ? " #" + episode.repeat() : "");
    }

    private static String reward(Episode episode) {
        return episode.scored() ? Figures.reward(episode.reward()) : "unscored";
    }

    private static String beside(Episode episode, String name) {
        return episode.score() instanceof Score.Scored scored
                        && scored.result().extras().get(name) instanceof Number reward
                ? Figures.reward(reward.doubleValue())
                : "unscored";
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
                                task(last, one.episode()),
                                reward(one.episode()),
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

    /** What each run changed in the prompt of the run it is compared with. */
    private static List<Block> prompts(List<ReportedRun> runs) {
        List<List<String>> rows = new ArrayList<>();
        for (ReportedRun run : runs) {
            if (run.base() > 0) {
                ReportedRun base = Content.base(runs, run);
                for (PromptChange.OfSection change : PromptChange.between(base.info(), run.info())) {
                    UnifiedDiff.of(change.name(), change.before(), change.after()).stream()
                            .skip(2) // the names of the files, which have a column
                            .map(line -> List.of(
                                    Integer.toString(run.number()),
                                    Integer.toString(base.number()),
                                    change.name(),
                                    Figures.cut(line, 300)))
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

    /** What differs between the runs. */
    private static Block settings(List<ReportedRun> runs) {
        TreeSet<String> keys = new TreeSet<>();
        runs.forEach(run -> keys.addAll(run.info().settings().keySet()));
        List<Column> columns = new ArrayList<>(List.of(
                Column.number("#"),
                Column.name("run"),
                Column.text("agent"),
                Column.text("model"),
                Column.text("suite"),
                Column.text("reward"),
                Column.number("seed"),
                Column.number("episodes"),
                Column.number("tokens"),
                Column.number("cost"),
                Column.number("retries"),
                Column.number("waited"),
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
                    .collect(Collectors.joining(", "));
            rows.add(List.of(
                    Integer.toString(run.number()),
                    run.info().name(),
                    run.info().agent(),
                    run.info().model(),
                    run.info().suite(),
                    Figures.cut(run.rewards(), 200),
                    Long.toString(run.info().seed()),
                    Figures.count(run.metrics().episodes()),
                    run.usage().tokens() == 0 ? "–" : Figures.count(run.usage().tokens()),
                    run.cost(),
                    run.usage().tokens() == 0 ? "–" : Figures.count(run.effort().retries()),
                    run.usage().tokens() == 0
                            ? "–"
                            : Figures.duration(run.effort().waited()),
                    Figures.cut(shown.isEmpty() ? (run.number() == 1 ? "defaults" : "as before") : shown, 300)));
            before = now;
        }
        return new DataTable("Runs; settings are shown where they differ from the run above", columns, rows);
    }
}
