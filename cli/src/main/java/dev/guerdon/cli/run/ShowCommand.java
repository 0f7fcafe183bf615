package dev.guerdon.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.RunsFolder.RunArgument;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalScreen;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.core.base.NameRules;
import dev.guerdon.lab.LabJson;
import dev.guerdon.lab.RunPromptSections;
import dev.guerdon.lab.spi.Episode;
import dev.guerdon.lab.spi.EpisodeDetail;
import dev.guerdon.lab.spi.KeyMetrics;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.lab.spi.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon show}. */
@Command(
        name = "show",
        description = "Show one run, or one of its episodes step by step.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon show latest", "  guerdon show latest math-1 --all"})
final class ShowCommand extends BaseCommand {

    /** Longer runs are shown without their episodes, except with --all. */
    private static final int MAX_LISTED = 200;

    private static final int MAX_ROWS = 10_000;

    @Mixin
    private final RunArgument chosen = new RunArgument();

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

    @Override
    public Integer call() {
        PrintWriter out = out();
        try (Run run = chosen.open()) {
            if (task == null) {
                next = suggestion(run);
                if (json) {
                    printJson(run, out);
                } else {
                    printText(run, out);
                }
            } else {
                Episode episode = find(run, task);
                EpisodeDetail detail = run.detail(episode);
                next = episode.reward() >= KeyMetrics.PERFECT
                        ? ""
                        : "guerdon diagnose " + InvokedCommand.quoted(chosen.name()) + " "
                                + InvokedCommand.quoted(task);
                out.print(
                        json
                                ? JsonCodec.write(LabJson.of(episode, detail)) + "\n"
                                : new EpisodePage(episode, detail, all).text());
            }
        }
        return ExitCode.DONE;
    }

    private String suggestion(Run run) {
        String typed = InvokedCommand.quoted(chosen.name());
        return run.metrics()
                .worst()
                .map(worst -> "guerdon show " + typed + " "
                        + InvokedCommand.quoted(worst.repeat() == 0 ? worst.task() : worst.key()))
                .orElse("");
    }

    private Run.Choice choice() {
        return new Run.Choice(below, domain, errors);
    }

    /** Returns the chosen episodes one by one: in planned order, or from the lowest reward on where they are very many. */
    private Stream<Episode> chosen(Run run) {
        Run.Choice choice = choice();
        return run.large() ? run.lowest(choice) : run.episodes().stream().filter(choice::has);
    }

    private void printJson(Run run, PrintWriter out) {
        try (Stream<Episode> chosen = chosen(run);
                JsonGenerator generator = JsonCodec.factory().createGenerator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            Iterable<Object> each = () -> chosen.<Object>map(LabJson::of).iterator();
            JsonCodec.writeValue(generator, object(run, each));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    /** Returns the episode that an id, an id with its repeat, or a place means. Reads no other one if it is there. */
    public static Episode find(Run run, String wanted) {
        int hash = wanted.lastIndexOf('#');
        return byId(run, wanted)
                .or(() -> hash > 0 && wanted.substring(hash + 1).matches("\\d{1,9}")
                        ? run.episode(wanted.substring(0, hash), Integer.parseInt(wanted.substring(hash + 1)))
                        : Optional.empty())
                .or(() -> byPlace(run, wanted))
                .orElseThrow(() -> unknown(run, wanted));
    }

    /** Returns the first repeat of a task that is finished. */
    private static Optional<Episode> byId(Run run, String task) {
        for (int repeat = 0; repeat < Math.max(1, run.info().repeat()); repeat++) {
            Optional<Episode> found = run.episode(task, repeat);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<Episode> byPlace(Run run, String wanted) {
        if (!wanted.matches("\\d{1,9}")) {
            return Optional.empty();
        }
        int place = Integer.parseInt(wanted);
        List<String> planned = run.info().planned();
        int repeats = Math.max(1, run.info().repeat());
        if (run.metrics().episodes() == planned.size() * repeats && place < planned.size() * repeats) {
            return run.episode(planned.get(place / repeats), place % repeats); // all are there, so places are known
        }
        return run.episodes().stream().skip(place).findFirst();
    }

    private static GuerdonException unknown(Run run, String wanted) {
        boolean planned = run.info().planned().contains(wanted);
        return new GuerdonException("the run " + run.info().name() + " has no episode '" + wanted + "'"
                + (planned
                        ? "; the task is part of the run, but is not finished"
                        : NameRules.didYouMean(wanted, run.info().planned())));
    }

    private void printText(Run run, PrintWriter out) {
        TerminalScreen screen = screen();
        out.println(new TextTable(List.of(run.info().name(), ""), facts(run.info())).text(screen));
        out.println(RunOutput.domains(run, screen));
        KeyMetrics metrics = run.metrics();
        metrics.best().ifPresent(best -> out.println("best  " + line(best)));
        metrics.worst().ifPresent(worst -> out.println("worst " + line(worst)));
        out.println();
        long count = run.count(choice());
        if (all || count <= MAX_LISTED) {
            try (Stream<Episode> chosen = chosen(run)) {
                printEpisodes(run.info(), chosen.iterator(), out, screen);
            }
        } else {
            out.println(count + " episodes; --all lists them all, --below 0.5 only those with a low reward");
        }
        out.println();
        out.println(RunOutput.summary(run));
    }

    /** As one table, or as several where they are very many. */
    private static void printEpisodes(RunInfo info, Iterator<Episode> chosen, PrintWriter out, TerminalScreen screen) {
        do {
            List<Episode> some = new ArrayList<>();
            while (chosen.hasNext() && some.size() < MAX_ROWS) {
                some.add(chosen.next());
            }
            out.print(RunOutput.episodes(info, some, screen));
        } while (chosen.hasNext());
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
        info.besideRewards().forEach(name -> rows.add(List.of("secondary", name)));
        info.settings().forEach((key, value) -> rows.add(List.of("setting", key + "=" + RunOutput.cell(value, 80))));
        RunPromptSections.inWords(info).forEach(prompt -> rows.add(List.of("prompt", prompt)));
        rows.add(List.of("seed", Long.toString(info.seed())));
        if (info.repeat() > 1) {
            rows.add(List.of("repeats", Integer.toString(info.repeat())));
        }
        rows.add(List.of("started", RunsCommand.date(info.started())));
        info.ended()
                .ifPresent(ended ->
                        rows.add(List.of("took", DurationText.format(Duration.between(info.started(), ended)))));
        rows.add(List.of("status", info.status().name().toLowerCase(Locale.ROOT)));
        rows.add(List.of("commit", info.commit() + (info.dirty() ? " with changes" : "")));
        if (!info.note().isEmpty()) {
            rows.add(List.of("note", info.note()));
        }
        return rows;
    }

    private static Map<String, @Nullable Object> object(Run run, Iterable<Object> chosen) {
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
        out.put("episodes", chosen);
        return out;
    }
}
