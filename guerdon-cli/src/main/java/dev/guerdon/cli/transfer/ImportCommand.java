package dev.guerdon.cli.transfer;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.FolderTree;
import dev.guerdon.base.JsonCodec;
import dev.guerdon.cli.input.DataFiles;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.RunInfo;
import dev.guerdon.lab.spi.RunWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon import}. */
@Command(
        name = "import",
        description = {
            "Store a run that another tool made, so that it can be compared, diagnosed and rescored.",
            "Reads logs of Inspect (.eval, .json), folders of results of AgentLab and BrowserGym, and rollouts as JSON"
                    + " lines of verifiers, NeMo Gym and 'guerdon export'."
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon import logs/2026-11-15_sums.eval", "  guerdon import outputs/traces.jsonl --suite sums"})
@Internal
public final class ImportCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(paramLabel = "FILE", description = "Read this log, file of rollouts, or folder of results.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--score",
            paramLabel = "NAME",
            description = "Take this score of an Inspect log as the reward. Default: the first.")
    private @Nullable String score;

    @Option(names = "--suite", paramLabel = "NAME", description = "Call the suite this. Default: as the file says.")
    private @Nullable String suite;

    @Option(names = "--note", paramLabel = "TEXT", description = "Store a note with the run.")
    private String note = "";

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private String next = "";

    @Override
    public Integer call() throws IOException {
        try (ForeignRun run = open()) {
            ForeignRun.About about = run.about();
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
            int most =
                    repeats.values().stream().mapToInt(Integer::intValue).max().orElse(1);
            store(run, info(about, List.copyOf(planned), most), about);
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
        } else if (name.endsWith(".pkl") || name.endsWith(".pickle") || name.contains(".pkl.")) {
            throw new GuerdonException(file
                    + " is a pickle, which is a program: it is never loaded; import the folder of results instead");
        } else if (isZip()) {
            return new InspectLog(file, true, score);
        } else if (name.endsWith(".eval")) {
            throw new GuerdonException(file + " is not a zip file, as every .eval log of Inspect is");
        } else if (name.endsWith(".json") && !isLines()) {
            return new InspectLog(file, false, score);
        }
        return new RolloutLines(file, new DataFiles(sources.registry()));
    }

    private boolean isZip() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(4);
            return head.length == 4 && head[0] == 'P' && head[1] == 'K' && (head[2] == 3 || head[2] == 5);
        }
    }

    /** Whether the first line is a whole object, and a second one follows: then it is no log, whatever its name says. */
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
        provenance.put("imported_from", about.tool());
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
                about.about().started().getEpochSecond() > 0
                        ? about.about()
                        : new RunInfo.Progress(about.about().status(), Instant.now(), Optional.empty(), 0),
                new RunInfo.Origin("", false, provenance));
    }

    private void store(ForeignRun run, RunInfo info, ForeignRun.About about) throws IOException {
        RunStore store = runs.store();
        Path folder = null;
        String name = "";
        List<Integer> counts = new ArrayList<>();
        try (RunWriter writer = store.create(info)) {
            folder = writer.folder();
            name = writer.info().name();
            Map<String, Integer> seen = new HashMap<>();
            run.read(episode -> {
                int repeat = seen.merge(episode.task().id(), 1, Integer::sum) - 1;
                writer.add(episode.episode(repeat), episode.detail(repeat));
                counts.add(episode.score() instanceof dev.guerdon.api.Score.Scored ? 1 : 0);
            });
            writer.finish(info.status());
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
        PrintWriter out = spec.commandLine().getOut();
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
        about.notices().forEach(notice -> spec.commandLine().getErr().println("note: " + notice));
        next = "guerdon show " + name;
    }

    @Override
    public String next() {
        return next;
    }
}
