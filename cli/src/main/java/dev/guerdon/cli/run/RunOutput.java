package dev.guerdon.cli.run;

import dev.guerdon.api.Score;
import dev.guerdon.api.Trajectory.FinishReason;
import dev.guerdon.api.agent.Usage;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.Metrics;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A run as tables for people and as an object for programs. */
final class RunOutput {

    private RunOutput() {}

    /** Returns the result of {@code guerdon run --json}. */
    static Map<String, @Nullable Object> json(Run run) {
        KeyMetrics key = run.metrics();
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("run", run.info().name());
        out.put("tasks", key.tasks());
        putFigures(out, key);
        out.put("metrics", metrics(run));
        return out;
    }

    public static void putFigures(Map<String, @Nullable Object> out, KeyMetrics key) {
        out.put("avg_reward", key.averageReward());
        out.put("completed", key.completed());
        out.put("perfect", key.perfect());
        out.put("zero", key.zero());
        out.put("avg_steps", key.averageSteps());
        out.put("error_rate", key.errorRate());
        out.put("unscored", key.unscored());
    }

    /** Flat figures: those of the rewards, how far the run is, what it used, and the average of each domain. */
    private static Map<String, @Nullable Object> metrics(Run run) {
        Metrics rewards = new Metrics();
        boolean repeated = run.info().repeat() > 1;
        int retries = 0;
        Duration waited = Duration.ZERO;
        Map<FinishReason, Integer> endings = new EnumMap<>(FinishReason.class);
        try (Stream<Episode> episodes = run.large() ? run.stream() : run.episodes().stream()) {
            for (Iterator<Episode> each = episodes.iterator(); each.hasNext(); ) {
                Episode episode = each.next();
                rewards.add(episode.score(), repeated ? episode.task() : "");
                retries += episode.retries();
                waited = waited.plus(episode.waited());
                endings.merge(episode.finish(), 1, Integer::sum);
            }
        }
        Usage used = run.usage();
        Map<String, @Nullable Object> out = new LinkedHashMap<>(rewards.toMap());
        MeanEstimate estimate = run.mean();
        if (Double.isFinite(estimate.standardError())) {
            out.put("avg_reward/standard_error", estimate.standardError());
        }
        out.put("episodes", run.metrics().episodes());
        out.put("planned", planned(run.info()));
        out.put("status", run.info().status().name().toLowerCase(Locale.ROOT));
        out.put("tokens", used.tokens());
        out.put("usd", used.costKnown() ? (Object) used.usd() : null);
        out.put("truncated", run.metrics().truncated());
        out.put("retries", retries);
        out.put("waited_seconds", waited.toNanos() / 1e9);
        endings.forEach((reason, count) -> out.put("ended/" + reason.word(), count));
        run.domains().forEach((domain, key) -> out.put("domain/" + domain + "/avg_reward", key.averageReward()));
        return out;
    }

    public static int planned(RunInfo info) {
        return info.planned().size() * info.repeat();
    }

    /** Returns the figures of each domain, and of all where there are several. */
    static String domains(Run run, TerminalScreen screen) {
        List<List<String>> rows = new ArrayList<>();
        Map<String, KeyMetrics> domains = run.domains();
        domains.forEach((domain, key) -> rows.add(row(domain, key)));
        if (domains.size() != 1) {
            rows.add(row("all", run.metrics()));
        }
        return domains(rows, screen) + secondary(run, screen);
    }

    /** Returns the table of secondary rewards, or an empty text if there are none. */
    private static String secondary(Run run, TerminalScreen screen) {
        List<String> names = run.info().besideRewards();
        if (names.isEmpty()) {
            return "";
        }
        List<List<String>> rows = new ArrayList<>();
        for (String name : names) {
            SecondaryReward figures = SecondaryReward.of(name, run);
            rows.add(List.of(
                    name, figures.average(), Integer.toString(figures.scored()), Integer.toString(figures.missing())));
        }
        return "\n"
                + new TextTable("secondary reward, average, scored, unscored", rows)
                        .paint((row, column) -> column == 3 && !row.get(3).equals("0") ? Style.WARNING : Style.NONE)
                        .text(screen);
    }

    private static String domains(List<List<String>> rows, TerminalScreen screen) {
        return new TextTable("domain, tasks, reward, completed, perfect, zero, steps, errors, unscored", rows)
                .leaveOut("perfect", "zero", "completed", "steps")
                .paint((row, column) -> column >= 7 && !row.get(column).equals("0")
                        ? column == 7 ? Style.BAD : Style.WARNING
                        : Style.NONE)
                .text(screen);
    }

    private static List<String> row(String name, KeyMetrics key) {
        return List.of(
                name,
                Integer.toString(key.tasks()),
                reward(key.averageReward()),
                Integer.toString(key.completed()),
                Integer.toString(key.perfect()),
                Integer.toString(key.zero()),
                String.format(Locale.ROOT, "%.1f", key.averageSteps()),
                Long.toString(Math.round(key.errorRate() * key.episodes())),
                Integer.toString(key.unscored()));
    }

    /** Returns one line for each episode. */
    static String episodes(RunInfo info, List<Episode> episodes, TerminalScreen screen) {
        Set<String> reasons =
                Arrays.stream(Score.Reason.values()).map(RunOutput::word).collect(Collectors.toSet());
        List<String> heads = new ArrayList<>(List.of("task", "domain", "reward", "steps", "ended"));
        boolean asked = episodes.stream().anyMatch(episode -> episode.usage().tokens() > 0);
        if (asked) {
            heads.addAll(List.of("tokens", "cost", "retries"));
        }
        heads.addAll(info.besideRewards());
        heads.add("answer");
        return new TextTable(
                        heads,
                        episodes.stream()
                                .map(episode -> row(info, episode, asked, screen.terminal() ? 500 : 48))
                                .toList())
                .leaveOut("retries", "cost", "tokens", "domain", "ended")
                .paint((row, column) -> column == 2 && reasons.contains(row.get(2))
                        ? Style.WARNING
                        : column == 4 && FinishReason.of(row.get(4)).failed() ? Style.BAD : Style.NONE)
                .text(screen);
    }

    private static List<String> row(RunInfo info, Episode episode, boolean asked, int widest) {
        String said = episode.failed() ? episode.errorInShort() : episode.answer();
        List<String> cells = new ArrayList<>(List.of(
                episode.repeat() == 0 ? episode.task() : episode.key(),
                episode.domain(),
                episode.score() instanceof Score.Unscored unscored ? word(unscored.reason()) : reward(episode.reward()),
                Integer.toString(episode.steps()),
                episode.finish().word()));
        if (asked) {
            Usage usage = episode.usage();
            cells.add(String.format(Locale.ROOT, "%,d", usage.tokens()));
            cells.add(usage.costKnown() ? String.format(Locale.ROOT, "$%.4f", usage.usd()) : "unknown");
            cells.add(Integer.toString(episode.retries()));
        }
        info.besideRewards().forEach(name -> cells.add(SecondaryReward.cell(name, episode)));
        cells.add(cell(said, widest));
        return cells;
    }

    private static String word(Score.Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a text on one line of a table, without secrets. */
    public static String cell(String text, int width) {
        String line = SecretFilter.known()
                .redact(text)
                .replaceAll("[\\s\\p{Cntrl}]+", " ")
                .strip();
        return line.length() > width ? line.substring(0, width - 3) + "..." : line;
    }

    /** Returns a text on one line of a table, cut in its middle: the name of a model ends in what distinguishes it. */
    static String ends(String text, int width) {
        String line = cell(text, Integer.MAX_VALUE);
        int half = (width - 3) / 2;
        return line.length() > width
                ? line.substring(0, half) + "..." + line.substring(line.length() - (width - 3 - half))
                : line;
    }

    public static String reward(double value) {
        return Double.isNaN(value) ? "n/a" : String.format(Locale.ROOT, "%.3f", value);
    }

    /** Returns the run in one line. */
    static String summary(Run run) {
        KeyMetrics key = run.metrics();
        MeanEstimate estimate = run.mean();
        return run.info().name() + ": average reward " + reward(estimate.mean())
                + (Double.isFinite(estimate.standardError()) ? " ± " + reward(estimate.standardError()) : "")
                + (estimate.missing() > 0
                        ? " over " + estimate.episodes() + " scored episodes, " + estimate.missing() + " missing"
                        : "")
                + ", " + key.episodes() + " of " + planned(run.info()) + " episodes, "
                + (key.truncated() > 0 ? key.truncated() + " cut by a limit, " : "")
                + run.info().status().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Mean of a secondary reward over a run.
     *
     * @param mean the average over the episodes that it scored; NaN if there is none
     * @param scored how many episodes it scored
     * @param missing how many it could not score
     */
    record SecondaryReward(double mean, int scored, int missing) {

        static SecondaryReward of(String name, Run run) {
            double sum = 0;
            int scored = 0;
            int all = 0;
            try (Stream<Episode> episodes = run.stream()) {
                for (Episode episode : (Iterable<Episode>) episodes::iterator) {
                    OptionalDouble reward = reward(name, episode);
                    sum += reward.orElse(0);
                    scored += reward.isPresent() ? 1 : 0;
                    all++;
                }
            }
            return new SecondaryReward(scored == 0 ? Double.NaN : sum / scored, scored, all - scored);
        }

        String average() {
            return scored == 0 ? "n/a" : RunOutput.reward(mean);
        }

        /** Its reward of an episode, in a table. */
        static String cell(String name, Episode episode) {
            OptionalDouble reward = reward(name, episode);
            return reward.isPresent() ? RunOutput.reward(reward.getAsDouble()) : "unscored";
        }

        private static OptionalDouble reward(String name, Episode episode) {
            return episode.score() instanceof Score.Scored scored
                            && scored.result().extras().get(name) instanceof Number number
                    ? OptionalDouble.of(number.doubleValue())
                    : OptionalDouble.empty();
        }
    }
}
