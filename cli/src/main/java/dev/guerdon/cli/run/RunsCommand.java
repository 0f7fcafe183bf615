package dev.guerdon.cli.run;

import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.RunStore.RunSummary;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.MeanEstimate;
import dev.guerdon.lab.spi.MeanShift;
import dev.guerdon.lab.spi.RunInfo;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code guerdon runs}. */
@Command(
        name = "runs",
        description = "List the stored runs, oldest first.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon runs --last 10", "  guerdon runs --suite starter --status complete"})
final class RunsCommand extends BaseCommand {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Option(names = "--suite", paramLabel = "NAME", description = "List only runs of this suite.")
    private @Nullable String suite;

    @Option(
            names = "--model",
            paramLabel = "TEXT",
            description = "List only runs with this text in the name of the model.")
    private @Nullable String model;

    @Option(names = "--note", paramLabel = "TEXT", description = "List only runs with this text in the note.")
    private @Nullable String note;

    @Option(names = "--commit", paramLabel = "HASH", description = "List only runs of commits that start with this.")
    private @Nullable String commit;

    @Option(
            names = "--status",
            paramLabel = "WORD",
            completionCandidates = Statuses.class,
            description = "List only runs with this status: ${COMPLETION-CANDIDATES}.")
    private RunInfo.@Nullable Status status;

    @Option(names = "--last", paramLabel = "N", description = "List only the last N runs.")
    @AllowedRange(from = 1)
    private int last = Integer.MAX_VALUE;

    @Option(names = "--json", description = "Print the runs as JSON.")
    private boolean json;

    /** The words for the status of a run. */
    static final class Statuses implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(RunInfo.Status.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }

    /**
     * A run in the list.
     *
     * @param before the run before it that it can be compared with: of the same suite, tasks, reward and model
     */
    private record Listed(RunInfo info, RunSummary summary, Optional<Listed> before) {

        /** Returns how far the average moved since that run. */
        Optional<MeanShift> change() {
            return before.map(each -> MeanShift.of(each.summary.mean(), summary.mean()))
                    .filter(shift -> Double.isFinite(shift.change()));
        }
    }

    /** Returns the runs, each with the one before it that is like it. */
    private static List<Listed> listed(RunStore store, List<RunInfo> infos) {
        List<Listed> listed = new ArrayList<>();
        List<Listed> latest = new ArrayList<>(); // of each kind
        for (RunInfo info : infos) {
            Optional<Listed> before =
                    latest.stream().filter(each -> each.info().isLike(info)).findFirst();
            Listed run = new Listed(info, store.summary(info), before);
            before.ifPresent(latest::remove);
            latest.add(run);
            listed.add(run);
        }
        return listed;
    }

    /** Returns those that are like each other, the kind of the first run first. */
    private static List<List<Listed>> kinds(List<Listed> listed) {
        List<List<Listed>> kinds = new ArrayList<>();
        for (Listed run : listed) {
            kinds.stream()
                    .filter(kind -> kind.getFirst().info().isLike(run.info()))
                    .findFirst()
                    .orElseGet(() -> {
                        List<Listed> fresh = new ArrayList<>();
                        kinds.add(fresh);
                        return fresh;
                    })
                    .add(run);
        }
        return kinds;
    }

    private static Optional<RunSummary.Series> series(List<Listed> kind) {
        return RunSummary.Series.of(kind.stream()
                .map(each -> new RunSummary.Series.Point(
                        each.info().name(), each.summary().mean().mean()))
                .toList());
    }

    @Override
    public Integer call() {
        RunStore store = runs.store();
        List<RunInfo> chosen = store.list().stream().filter(this::wanted).toList();
        List<Listed> listed = listed(store, chosen.subList(Math.max(0, chosen.size() - last), chosen.size()));
        List<List<Listed>> kinds = kinds(listed);
        PrintWriter out = out();
        if (json) {
            Map<String, @Nullable Object> all = new LinkedHashMap<>();
            all.put("runs", listed.stream().map(RunsCommand::object).toList());
            all.put("series", kinds.size() == 1 ? series(kinds.getFirst()).map(RunsCommand::object) : null);
            all.put("kinds", kinds.stream().map(RunsCommand::kind).toList());
            out.println(JsonCodec.write(all));
        } else if (listed.isEmpty()) {
            err().println("no runs in " + store.root() + ". Create one with 'guerdon run starter'.");
        } else {
            next = "guerdon show " + listed.getLast().info().name();
            listed.getLast()
                    .before()
                    .ifPresent(
                            before -> next = "guerdon compare " + before.info().name() + " "
                                    + listed.getLast().info().name());
            out.print(table(listed, screen()));
            List<String> lines = kinds.stream()
                    .filter(kind -> kind.size() > 1)
                    .flatMap(kind -> series(kind).stream()
                            .map(each -> line(
                                    kind,
                                    kinds.size() == 1
                                            ? ""
                                            : kind.getFirst().info().suite() + " with "
                                                    + RunOutput.ends(
                                                            kind.getFirst()
                                                                    .info()
                                                                    .model(),
                                                            60) + ", ",
                                    each)))
                    .toList();
            if (!lines.isEmpty()) {
                out.println("\n" + String.join("\n", lines));
            }
        }
        return ExitCode.DONE;
    }

    private boolean wanted(RunInfo info) {
        return (suite == null || info.suite().equalsIgnoreCase(suite))
                && (model == null || has(info.model(), model))
                && (note == null || has(info.note(), note))
                && (commit == null || info.commit().startsWith(commit))
                && (status == null || info.status() == status);
    }

    private static boolean has(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private static String table(List<Listed> listed, TerminalScreen screen) {
        return new TextTable(
                        "run, suite, model, reward, change, ± s.e., tasks, completed, errors, zero, steps, cost,"
                                + " commit, date, status, note",
                        listed.stream().map(RunsCommand::row).toList())
                .leaveOut("commit", "zero", "steps", "cost", "± s.e.", "completed", "errors", "date", "tasks", "note")
                .paint((row, column) -> column == 14 ? style(row.get(column)) : Style.NONE)
                .text(screen);
    }

    private static Style style(String status) {
        return status.equals("complete") ? Style.NONE : Style.WARNING;
    }

    private static List<String> row(Listed each) {
        RunInfo info = each.info();
        RunSummary figures = each.summary();
        KeyMetrics metrics = figures.metrics();
        return List.of(
                info.name(),
                info.suite(),
                RunOutput.ends(info.model(), 40),
                figures.mean().words(),
                each.change().map(MeanShift::words).orElse(""),
                Double.isFinite(figures.mean().standardError())
                        ? RunOutput.reward(figures.mean().standardError())
                        : "",
                Integer.toString(metrics.tasks()),
                Integer.toString(metrics.completed()),
                Long.toString(Math.round(metrics.errorRate() * metrics.episodes())),
                Integer.toString(metrics.zero()),
                String.format(Locale.ROOT, "%.1f", metrics.averageSteps()),
                cost(figures),
                commit(info),
                date(info.started()),
                info.status().name().toLowerCase(Locale.ROOT),
                RunOutput.cell(info.note(), 40));
    }

    private static String cost(RunSummary figures) {
        if (Double.isNaN(figures.usd())) {
            return String.format(
                    Locale.ROOT, "unknown, %,d tokens", figures.usage().tokens());
        }
        return figures.usd() > 0
                ? String.format(Locale.ROOT, "$%.2f", figures.usd())
                : figures.usage().tokens() > 0
                        ? String.format(
                                Locale.ROOT, "%,d tokens", figures.usage().tokens())
                        : "";
    }

    /** Returns the beginning of the hash, with a star where the working tree had changes. */
    static String commit(RunInfo info) {
        String hash = info.commit().substring(0, Math.min(7, info.commit().length()));
        return hash.isEmpty() ? "" : hash + (info.dirty() ? "*" : "");
    }

    public static String date(Instant time) {
        return DATE.format(time.atZone(ZoneId.systemDefault()));
    }

    private static String line(List<Listed> kind, String which, RunSummary.Series series) {
        List<MeanEstimate> known = kind.stream()
                .map(each -> each.summary().mean())
                .filter(each -> Double.isFinite(each.mean()))
                .toList();
        return which
                + String.format(
                        Locale.ROOT,
                        "average reward: initial %.3f, best %.3f (%s), final %.3f, change %s",
                        series.initial(),
                        series.best(),
                        series.bestRun(),
                        series.last(),
                        MeanShift.of(known.getFirst(), known.getLast()).words());
    }

    private static Map<String, @Nullable Object> object(Listed each) {
        RunInfo info = each.info();
        RunSummary figures = each.summary();
        KeyMetrics metrics = figures.metrics();
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("run", info.name());
        out.put("suite", info.suite());
        out.put("agent", info.agent());
        out.put("model", info.model());
        out.put("reward", info.reward());
        out.put("status", info.status().name().toLowerCase(Locale.ROOT));
        out.put("started", info.started().toString());
        out.put("ended", info.ended().map(Instant::toString));
        out.put("commit", info.commit());
        out.put("dirty", info.dirty());
        out.put("note", info.note());
        out.put("episodes", metrics.episodes());
        out.put("planned", RunOutput.planned(info));
        out.put("tasks", metrics.tasks());
        out.put("avg_reward", metrics.averageReward());
        out.put("change", each.change().map(MeanShift::change));
        out.put("change_standing", each.change().map(change -> change.standing().words()));
        out.put("change_against", each.before().map(before -> before.info().name()));
        out.put("standard_error", figures.mean().standardError());
        out.put("completed", metrics.completed());
        out.put("perfect", metrics.perfect());
        out.put("zero", metrics.zero());
        out.put("avg_steps", metrics.averageSteps());
        out.put("error_rate", metrics.errorRate());
        out.put("unscored", metrics.unscored());
        out.put("tokens", figures.usage().tokens());
        out.put("usd", figures.usd());
        return out;
    }

    private static Map<String, @Nullable Object> kind(List<Listed> kind) {
        RunInfo info = kind.getFirst().info();
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("suite", info.suite());
        out.put("model", info.model());
        out.put("reward", info.reward());
        out.put("runs", kind.stream().map(each -> each.info().name()).toList());
        out.put("series", series(kind).map(RunsCommand::object));
        return out;
    }

    private static Map<String, @Nullable Object> object(RunSummary.Series series) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("initial", series.initial());
        out.put("best", series.best());
        out.put("best_run", series.bestRun());
        out.put("final", series.last());
        out.put("change", series.change());
        return out;
    }
}
