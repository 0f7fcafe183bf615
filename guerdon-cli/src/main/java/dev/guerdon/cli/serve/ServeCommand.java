package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.stdio.Engine;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code guerdon serve}. */
@Command(
        name = "serve",
        description = {
            "Serve rewards and environments to another program.",
            "With --stdio the other program starts this one, writes requests to its standard input and reads answers from"
                    + " its standard output; docs/protocols/stdio.md describes both."
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon serve --stdio", "  guerdon serve --stdio --source MyReward.java"})
@Internal
public final class ServeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Option(names = "--stdio", description = "Serve the program that started this one, over standard input and output.")
    private boolean stdio;

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() {
        if (threads < 1) {
            throw new GuerdonException("--threads must be at least 1, found " + threads);
        }
        if (!stdio) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--stdio'");
        }
        dev.guerdon.stdio.Main.serve(new Engine.Settings(
                sources.path().absolute(), isolation.isolation(spec.commandLine().getErr()), threads));
        return ExitCode.DONE;
    }
}
