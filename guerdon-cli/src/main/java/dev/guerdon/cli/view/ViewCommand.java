package dev.guerdon.cli.view;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RunsFolder;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.viewer.Bundle;
import dev.guerdon.viewer.Viewer;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon view}. */
@Command(
        name = "view",
        description = {
            "Show runs in a web browser: episodes, steps, comparisons, and what is running now.",
            "It serves on loopback until Ctrl-C. With --bundle it writes a copy instead, which opens from the file system"
                    + " or any web server."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon view",
            "  guerdon view /data/runs --port 0 --read-only",
            "  guerdon view --bundle site --run run_20260101_120000"
        })
@Internal
public final class ViewCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 8750;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

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
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Listen on this address; loopback by default. Any other address needs a token.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port; 0 takes any free port. Default: ${DEFAULT-VALUE}.")
    private int port = USUAL_PORT;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Require this token: a browser asks for a name and a password, and takes any name with the token."
                            + " GUERDON_TOKEN does the same and keeps it out of the process list.")
    private @Nullable String token;

    @Option(names = "--read-only", description = "Refuse notes, saved views, and to pause or stop runs.")
    private boolean readOnly;

    @Override
    public Integer call() throws InterruptedException {
        RunStore store = store();
        if (!only.isEmpty() && bundle == null) {
            throw new ParameterException(
                    spec.commandLine(), "--run chooses what --bundle writes; the pages over HTTP show all runs");
        }
        PrintWriter err = spec.commandLine().getErr();
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
        Bundle.Written written = Bundle.write(store, sources.registry(), only, target);
        spec.commandLine().getOut().println(target.resolve("index.html"));
        spec.commandLine().getOut().flush();
        err.println(written.words());
        err.flush();
        return ExitCode.DONE;
    }

    private int serve(RunStore store, PrintWriter err) throws InterruptedException {
        // An empty token is told as such: it is that of a variable that is not set.
        String shown = token == null ? System.getenv("GUERDON_TOKEN") : token;
        if (shown != null) {
            Secrets.known().learn(shown);
        }
        Logs.hushLibraries();
        Viewer viewer = Viewer.over(store, sources.registry(), new Viewer.Settings("", readOnly));
        GuerdonServer server = GuerdonServer.start(viewer, host, port, shown);
        viewer.warm();
        CountDownLatch ended = new CountDownLatch(1);
        Shutdown.at(Shutdown.Phase.STOP, "stop the viewer", () -> {
            server.close();
            ended.countDown();
        });
        err.println("showing " + store.root() + " on " + server.url() + "/ (Ctrl-C ends it)"
                + (shown == null ? "" : "; a browser asks for a password, which is the token"));
        err.flush();
        ended.await();
        return ExitCode.DONE;
    }
}
