package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CauseText;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.FolderTree;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code guerdon import}. */
@Command(
        name = "import",
        description = {
            "Store a run that another tool made, so that it can be compared, diagnosed and rescored.",
            "Reads logs of Inspect (.eval, .json), folders of results of AgentLab and BrowserGym, and rollouts as JSON"
                    + " lines of verifiers, NeMo Gym and 'guerdon export'."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon import logs/2026-11-15_sums.eval",
            "  guerdon import outputs/traces.jsonl --suite sums",
            "  guerdon import results/2026-03-29 --commit d4b692e --note axtree --domain domains.json"
        })
final class ImportCommand extends BaseCommand {

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(paramLabel = "FILE", description = "Read this log, file of rollouts, or folder of results.")
    private Path file = Path.of("");

    @Option(
            names = "--score",
            paramLabel = "NAME",
            description = "Take this score of an Inspect log as the reward. Default: the first.")
    private @Nullable String score;

    @Option(names = "--suite", paramLabel = "NAME", description = "Call the suite this. Default: as the file says.")
    private @Nullable String suite;

    @Option(names = "--note", paramLabel = "TEXT", description = "Store a note with the run.")
    private String note = "";

    @Option(names = "--commit", paramLabel = "HASH", description = "Store this as the commit that was run.")
    private String commit = "";

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = StartTime.class,
            description = "Store this as the time of the start, such as 2026-03-29T12:21:35 or 2026-03-29T12:21:35Z."
                    + " Default: as the file says.")
    private @Nullable Instant time;

    @Option(
            names = "--domain",
            paramLabel = "NAME|FILE",
            description = "Store this as the domain of all tasks; or read the domain of each from this file: a JSON"
                    + " object, or lines with a task, a comma and its domain.")
    private @Nullable String domain;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        try (ForeignRun run = open()) {
            if (score != null) {
                run.choose(score);
            }
            ForeignRun.About about = run.about();
            TaskDomains domains = TaskDomains.of(domain);
            // All of it is read before any of it is stored.
            Map<String, Integer> repeats = new HashMap<>();
            Set<String> planned = new LinkedHashSet<>();
            run.read(episode -> {
                if (episode.task().id().isEmpty()) {
                    throw new GuerdonException(file + " has an episode without the id of its task");
                }
                planned.add(episode.task().id());
                repeats.merge(episode.task().id(), 1, Integer::sum);
            });
            if (planned.isEmpty()) {
                throw new GuerdonException(file + " has no finished episode to import");
            }
            domains.require(planned, String.valueOf(domain));
            int most =
                    repeats.values().stream().mapToInt(Integer::intValue).max().orElse(1);
            store(run, info(about, List.copyOf(planned), most), about, domains);
        }
        return ExitCode.DONE;
    }

    private ForeignRun open() throws IOException {
        if (!Files.exists(file)) {
            throw new GuerdonException("there is no file or folder " + file);
        }
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (Files.isDirectory(file)) {
            return new AgentLabFolder(file);
        } else if (!Files.isRegularFile(file)) {
            throw new GuerdonException(
                    file + " can be read only once, and is read several times here; write it to a file first");
        } else if (name.endsWith(".pkl") || name.endsWith(".pickle") || name.contains(".pkl.")) {
            throw new GuerdonException(file
                    + " is a pickle, which is a program: it is never loaded; import the folder of results instead");
        }
        Map<String, String> misfits = new LinkedHashMap<>();
        boolean zip = isZip();
        Optional<ForeignRun> log = zip || (name.endsWith(".json") && !isLines())
                ? tried("a log of Inspect", misfits, () -> new InspectLog(file, zip))
                : not("a log of Inspect", "it is no zip file, as every .eval log is, and no .json file", misfits);
        Optional<ForeignRun> run = log.or(() -> zip
                ? not("rollouts as JSON lines", "it is a zip file", misfits)
                : tried(
                        "rollouts as JSON lines",
                        misfits,
                        () -> new RolloutLines(file, new DataFiles(sources.registry()))));
        return run.orElseThrow(() -> {
            misfits.put("results of AgentLab or BrowserGym", "it is no folder");
            return new GuerdonException(file + " is nothing that can be imported. Tried were: "
                    + misfits.entrySet().stream()
                            .map(each -> each.getKey() + " (" + each.getValue() + ")")
                            .collect(Collectors.joining("; ")));
        });
    }

    /** Opens a run of another tool. */
    private interface Opening {
        ForeignRun open() throws IOException;
    }

    private static Optional<ForeignRun> not(String format, String why, Map<String, String> misfits) {
        misfits.put(format, why);
        return Optional.empty();
    }

    /** Opens the file in one format, and remembers why that failed. */
    private Optional<ForeignRun> tried(String format, Map<String, String> misfits, Opening opening) {
        try {
            ForeignRun run = opening.open();
            try {
                run.about();
                return Optional.of(run);
            } catch (GuerdonException | IOException e) {
                run.close();
                throw e;
            }
        } catch (GuerdonException | IOException e) {
            String why = CauseText.of(e);
            return not(
                    format,
                    why.startsWith(file + " ")
                            ? "it " + why.substring(file.toString().length() + 1)
                            : why,
                    misfits);
        }
    }

    private boolean isZip() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(4);
            return head.length == 4 && head[0] == 'P' && head[1] == 'K' && (head[2] == 3 || head[2] == 5);
        }
    }

    /** Returns whether the first line is a whole object, and a second one follows: then it is no log, whatever its name says. */
    private boolean isLines() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(1 << 16), java.nio.charset.StandardCharsets.ISO_8859_1);
            int end = head.indexOf('\n');
            return end > 0
                    && head.substring(0, end).strip().endsWith("}")
                    && head.substring(end).strip().startsWith("{");
        }
    }

    private RunInfo info(ForeignRun.About about, List<String> planned, int repeat) {
        Map<String, @Nullable Object> provenance = new LinkedHashMap<>();
        provenance.put(RunInfo.IMPORTED_FROM, about.tool());
        provenance.put("imported_file", String.valueOf(file.getFileName()));
        provenance.put("imported", Instant.now().toString());
        return new RunInfo(
                "",
                note.isEmpty() ? "imported from " + about.tool() : note,
                new RunInfo.Setup(
                        suite == null ? about.suite() : suite,
                        about.tool(),
                        about.model(),
                        about.reward(),
                        Map.of(),
                        planned,
                        repeat,
                        0,
                        0),
                progress(about.about()),
                new RunInfo.Origin(commit, false, provenance));
    }

    private RunInfo.Progress progress(RunInfo.Progress known) {
        boolean dated = known.started().getEpochSecond() > 0;
        Instant started = time != null ? time : dated ? known.started() : Instant.now();
        Optional<Instant> ended = dated
                ? known.ended().map(end -> started.plus(Duration.between(known.started(), end)))
                : Optional.empty();
        return new RunInfo.Progress(known.status(), started, ended, 0);
    }

    /** Reads a time with or without its zone; without, it is that of this machine. */
    static final class StartTime implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return text.matches(".*(?:Z|[+-]\\d\\d:?\\d\\d)")
                        ? OffsetDateTime.parse(text).toInstant()
                        : LocalDateTime.parse(
                                        text.contains("T") ? text : text.strip().replace(' ', 'T'))
                                .atZone(ZoneId.systemDefault())
                                .toInstant();
            } catch (DateTimeException e) {
                throw new TypeConversionException(
                        "expected a time such as 2026-03-29T12:21:35 or 2026-03-29T12:21:35Z, found '" + text + "'");
            }
        }
    }

    private void store(ForeignRun run, RunInfo info, ForeignRun.About about, TaskDomains domains) throws IOException {
        RunStore store = runs.store();
        Path folder = null;
        String name = "";
        List<Integer> counts = new ArrayList<>();
        try (RunWriter writer = store.create(info)) {
            folder = writer.folder();
            name = writer.info().name();
            Map<String, Integer> seen = new HashMap<>();
            List<Instant> ends = new ArrayList<>();
            run.read(episode -> {
                int repeat = seen.merge(episode.task().id(), 1, Integer::sum) - 1;
                writer.add(episode.episode(repeat, domains), episode.detail(repeat));
                episode.ended().ifPresent(ends::add);
                counts.add(episode.score() instanceof dev.guerdon.api.Score.Scored ? 1 : 0);
            });
            // When it was imported is not when it ended.
            writer.finish(
                    info.status(),
                    info.ended()
                            .or(() -> time == null ? ends.stream().max(Comparator.naturalOrder()) : Optional.empty())
                            .orElse(null));
        } catch (IOException | RuntimeException e) {
            if (folder != null) {
                FolderTree.delete(folder); // half of a run is none
            }
            throw e;
        }
        print(
                name,
                about,
                counts.size(),
                counts.stream().mapToInt(Integer::intValue).sum());
    }

    private void print(String name, ForeignRun.About about, int episodes, int scored) {
        PrintWriter out = out();
        if (json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("run", name);
            object.put("tool", about.tool());
            object.put("episodes", episodes);
            object.put("unscored", episodes - scored);
            out.println(JsonCodec.write(object));
        } else {
            out.println(name + ": " + episodes + " episodes from " + about.tool()
                    + (scored < episodes ? ", " + (episodes - scored) + " of them without a score" : ""));
        }
        out.flush();
        about.notices().forEach(notice -> err().println("note: " + notice));
        next = "guerdon show " + name;
    }
}
