package dev.guerdon.cli.compare;

import dev.guerdon.api.Internal;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.Report;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon report}. */
@Command(
        name = "report",
        description = "Write a report on runs: summary, key metrics, iterations, root causes, plots, raw figures.",
        footerHeading = Examples.HEADING,
        footer = {"  guerdon report latest", "  guerdon report run_20261115_101500 latest --out report.md"})
@Internal
public final class ReportCommand implements Callable<Integer>, NextStep {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description =
                    "Report on these runs, in this order. A run is its name, the start of its name, its folder, or"
                            + " 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private List<String> names;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write the report to this file: Markdown if the name ends in .md, else HTML. Default: report.html"
                            + " in the folder of the run, or in the folder of all runs if there are several.")
    private @Nullable Path out;

    private Path written = Path.of("");

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        RunStore store = runs.store();
        List<Run> opened = new ArrayList<>();
        try {
            names.forEach(name -> opened.add(store.open(name)));
            Path folder = opened.size() == 1 ? opened.getFirst().folder() : store.root();
            Path file = out == null ? folder.resolve("report.html") : out;
            Report.of(registry, opened).write(file);
            spec.commandLine().getOut().println(file);
            written = file;
        } finally {
            opened.forEach(Run::close);
        }
        return ExitCode.DONE;
    }

    @Override
    public String next() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String open = system.startsWith("mac") ? "open " : system.startsWith("windows") ? "start " : "xdg-open ";
        return open + NextStep.quoted(written.toString());
    }
}
