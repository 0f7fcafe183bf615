package dev.guerdon.cli;

import dev.guerdon.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line without a command: options that hold for all of them, and the help. */
@Command(
        name = "guerdon",
        description = "Score trajectories of LLM agents, run agents in environments, compare the results.",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:done, but a gate failed or some inputs could not be scored",
            "2:wrong usage or a bad input file; nothing was done",
            "3:ended early by a fault; what was written is good, and the work can go on",
            "130:interrupted; the state is saved"
        })
final class GuerdonCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show the help of the command.")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    boolean version;

    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "Plain text on a terminal, too.")
    boolean noColor;

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr(), commandLine.getColorScheme());
        return ExitCode.REFUSED;
    }
}
