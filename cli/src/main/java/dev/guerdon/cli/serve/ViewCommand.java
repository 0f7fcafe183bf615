package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.viewer.Viewer;
import dev.guerdon.viewer.ViewerBundle;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code guerdon view}. */
@Command(
        name = "view",
        description = {
            "Show runs in a web browser: episodes, steps, comparisons, and what is running now.",
            "It serves on loopback until Ctrl-C. With --bundle it writes a copy instead, which opens from the file"
                    + " system or any web server."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon view",
            "  guerdon view /data/runs --port 0 --read-only",
            "  guerdon view --bundle site --run run_20260101_120000"
        })
final class ViewCommand extends BaseCommand {

    private static final int DEFAULT_PORT = 8750;

    @Mixin
    private final RunsFolder runs = new RunsFolder();

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Parameters(arity = "0..1", paramLabel = "RUNS", description = "Show the runs of this folder; the same as --runs.")
    private @Nullable Path folder;

    @Option(
            names = "--bundle",
            paramLabel = "DIR",
            description = "Write the pages as files into this new or empty folder, and end.")
    private @Nullable Path bundle;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            split = ",",
            description = "Write only these runs into the bundle, separated by commas. Default: all of the folder.")
    private List<String> only = List.of();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port; 0 takes any free port. Default: ${DEFAULT-VALUE}.")
    @AllowedRange(from = 0, to = 65_535)
    private int port = DEFAULT_PORT;

    @Mixin
    private final ListenOptions listen = new ListenOptions();

    @Option(names = "--read-only", description = "Refuse notes, and to pause or stop runs.")
    private boolean readOnly;

    @Override
    public Integer call() throws InterruptedException {
        RunStore store = store();
        if (!only.isEmpty() && bundle == null) {
            throw new ParameterException(
                    spec.commandLine(), "--run chooses what --bundle writes; the pages over HTTP show all runs");
        }
        PrintWriter err = err();
        return bundle == null ? serve(store, err) : write(store, bundle, err);
    }

    private RunStore store() {
        RunStore store = folder == null ? runs.store() : new RunStore(folder);
        if (!Files.isDirectory(store.root())) {
            throw new GuerdonException("there is no folder of runs at " + store.root()
                    + "; 'guerdon run SUITE' makes one, or name another folder");
        }
        return store;
    }

    private int write(RunStore store, Path target, PrintWriter err) {
        ViewerBundle.Written written = ViewerBundle.write(store, sources.registry(), only, target);
        out().println(target.resolve("index.html"));
        out().flush();
        err.println(written.words());
        return ExitCode.DONE;
    }

    private int serve(RunStore store, PrintWriter err) throws InterruptedException {
        String shown = listen.token();
        CommandLogging.hushLibraries();
        Viewer viewer = Viewer.over(store, sources.registry(), new Viewer.Settings("", readOnly));
        GuerdonServer server = GuerdonServer.start(viewer, listen.host().orElse("127.0.0.1"), port, shown);
        viewer.warm();
        return ListenOptions.untilEnded(
                server,
                err,
                "showing " + store.root() + " on " + server.url() + "/ (Ctrl-C ends it)"
                        + (shown == null ? "" : "; a browser asks for a password, which is the token"));
    }
}
