package dev.guerdon.cli.run;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.base.Names;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Screen;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.lab.EpisodeJson;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon show}. */
@Command(
        name = "show",
        description = "Show one run, or one of its episodes step by step.",
        footerHeading = Examples.HEADING,
        footer = {"  guerdon show latest", "  guerdon show latest math-1 --all"})
@Internal
public final class ShowCommand implements Callable<Integer>, NextStep {

    /** Longer runs are shown without their episodes, unless somebody asks. */
    private static final int MOST_LISTED = 200;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "Show this run: its name, the start of its name, its folder, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "TASK",
            arity = "0..1",
            description = "Show the episode of this task: its id, with #N for a repeat; or its position, from 0.")
    private @Nullable String task;

    @Option(names = "--below", paramLabel = "X", description = "List only scored episodes with a reward below X.")
    private double below = Double.POSITIVE_INFINITY;

    @Option(names = "--domain", paramLabel = "NAME", description = "List only episodes of this domain.")
    private @Nullable String domain;

    @Option(names = "--errors", description = "List only episodes that ended in an error or could not be scored.")
    private boolean errors;

    @Option(names = "--all", description = "List every episode of a long run, and show the texts of a step in full.")
    private boolean all;

    @Option(names = "--json", description = "Print the run or episode as JSON.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Run run = runs.store().open(name)) {
            next = suggestion(run);
            if (task == null) {
                List<Episode> chosen =
                        run.episodes().stream().filter(this::wanted).toList();
                out.print(json ? JsonCodec.write(object(run, chosen)) + "\n" : text(run, chosen));
            } else {
                Episode episode = find(run, task);
                EpisodeDetail detail = run.detail(episode);
                out.print(
                        json
                                ? JsonCodec.write(EpisodeJson.of(episode, detail)) + "\n"
                                : new EpisodePage(episode, detail, all).text());
            }
        }
        return ExitCode.DONE;
    }

    private String suggestion(Run run) {
        String typed = NextStep.quoted(name);
        if (task != null) {
            return run.metrics().perfect() < run.metrics().episodes()
                    ? "guerdon diagnose " + typed + " " + NextStep.quoted(task)
                    : "";
        }
        return run.metrics()
                .worst()
                .map(worst -> "guerdon show " + typed + " "
                        + NextStep.quoted(worst.repeat() == 0 ? worst.task() : worst.key()))
                .orElse("");
    }

    private boolean wanted(Episode episode) {
        boolean low = episode.scored() ? episode.reward() < below : below == Double.POSITIVE_INFINITY;
        return low
                && (domain == null || episode.domain().equalsIgnoreCase(domain))
                && (!errors || episode.failed() || !episode.scored());
    }

    /** The episode that an id, an id with its repeat, or a place means. */
    public static Episode find(Run run, String wanted) {
        List<Episode> episodes = run.episodes();
        return episodes.stream()
                .filter(episode ->
                        episode.key().equals(wanted) || episode.task().equals(wanted))
                .findFirst()
                .orElseGet(() -> byPlace(run, wanted));
    }

    private static Episode byPlace(Run run, String wanted) {
        List<Episode> episodes = run.episodes();
        if (wanted.matches("\\d{1,9}") && Integer.parseInt(wanted) < episodes.size()) {
            return episodes.get(Integer.parseInt(wanted));
        }
        List<String> ids = episodes.stream().map(Episode::task).distinct().toList();
        boolean planned = run.info().planned().contains(wanted);
        throw new GuerdonException("the run " + run.info().name() + " has no episode '" + wanted + "'"
                + (planned ? "; the task is part of the run, but is not finished" : Names.didYouMean(wanted, ids)));
    }

    private String text(Run run, List<Episode> chosen) {
        Screen screen = Screens.of(spec).out();
        StringBuilder text = new StringBuilder();
        text.append(new Table(List.of(run.info().name(), ""), facts(run.info())).text(screen))
                .append('\n');
        text.append(RunOutput.domains(run.info(), run.episodes(), screen)).append('\n');
        run.metrics()
                .best()
                .ifPresent(best -> text.append("best  ").append(line(best)).append('\n'));
        run.metrics()
                .worst()
                .ifPresent(worst -> text.append("worst ").append(line(worst)).append('\n'));
        if (all || chosen.size() <= MOST_LISTED) {
            text.append('\n').append(RunOutput.episodes(run.info(), chosen, screen));
        } else {
            text.append("\n")
                    .append(chosen.size())
                    .append(" episodes; --all lists them all, --below 0.5 only those with a low reward\n");
        }
        text.append('\n').append(RunOutput.summary(run)).append('\n');
        return text.toString();
    }

    private static String line(Episode episode) {
        return episode.key() + ": " + RunOutput.reward(episode.reward());
    }

    private static List<List<String>> facts(RunInfo info) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("suite", info.suite()));
        rows.add(List.of("agent", info.agent()));
        rows.add(List.of("model", info.model()));
        rows.add(List.of("reward", info.reward()));
        info.besideRewards().forEach(name -> rows.add(List.of("kept beside", name)));
        info.settings().forEach((key, value) -> rows.add(List.of("setting", key + "=" + RunOutput.cell(value, 80))));
        rows.add(List.of("seed", Long.toString(info.seed())));
        if (info.repeat() > 1) {
            rows.add(List.of("repeats", Integer.toString(info.repeat())));
        }
        rows.add(List.of("started", RunsCommand.date(info.started())));
        info.ended()
                .ifPresent(ended ->
                        rows.add(List.of("took", Durations.format(Duration.between(info.started(), ended)))));
        rows.add(List.of("status", info.status().name().toLowerCase(Locale.ROOT)));
        rows.add(List.of("commit", info.commit() + (info.dirty() ? " with changes" : "")));
        if (!info.note().isEmpty()) {
            rows.add(List.of("note", info.note()));
        }
        return rows;
    }

    private static Map<String, @Nullable Object> object(Run run, List<Episode> chosen) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>(RunOutput.json(run));
        RunInfo info = run.info();
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("suite", info.suite());
        about.put("agent", info.agent());
        about.put("model", info.model());
        about.put("reward", info.reward());
        about.put("rewards_beside", info.besideRewards());
        about.put("settings", info.settings());
        about.put("repeat", info.repeat());
        about.put("seed", info.seed());
        about.put("max_steps", info.maxSteps());
        about.put("note", info.note());
        about.put("status", info.status().name().toLowerCase(Locale.ROOT));
        about.put("started", info.started().toString());
        about.put("ended", info.ended().map(Object::toString));
        about.put("commit", info.commit());
        about.put("dirty", info.dirty());
        about.put("provenance", info.provenance());
        out.put("info", about);
        out.put("episodes", chosen.stream().map(EpisodeJson::of).toList());
        return out;
    }

    @Override
    public String next() {
        return next;
    }
}
