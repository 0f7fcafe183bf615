package dev.guerdon.cli.run;

import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.core.Registry;
import dev.guerdon.lab.RunReport;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.spi.Run;
import dev.guerdon.viewer.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code guerdon report}. */
@Command(
        name = "report",
        description = "Write a report on runs: summary, key metrics, iterations, root causes, plots, raw figures.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon report latest", "  guerdon report run_20261115_101500 latest --out report.md"})
final class ReportCommand extends BaseCommand {

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
    private List<String> names = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write the report to this file: Markdown if the name ends in .md, else HTML. Default: report.html"
                            + " in the folder of the run, or in the folder of all runs if there are several.")
    private @Nullable Path out;

    @Override
    public Integer call() {
        Registry registry = sources.registry();
        RunStore store = runs.store();
        List<Run> opened = new ArrayList<>();
        try {
            names.forEach(name -> opened.add(store.open(name)));
            Path folder = opened.size() == 1 ? opened.getFirst().folder() : store.root();
            Path file = out == null ? folder.resolve("report.html") : out;
            ReportFile.write(RunReport.of(registry, opened), file);
            out().println(file);
            String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
            String open = system.startsWith("mac") ? "open " : system.startsWith("windows") ? "start " : "xdg-open ";
            next = open + InvokedCommand.quoted(file.toString());
        } finally {
            opened.forEach(Run::close);
        }
        return ExitCode.DONE;
    }
}
