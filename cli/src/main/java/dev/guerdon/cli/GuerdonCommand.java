package dev.guerdon.cli;

import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line without a command: options that hold for all commands, and the overview. */
@Command(
        name = "guerdon",
        description = "Score trajectories of LLM agents, run agents in environments, and compare the results.",
        versionProvider = GuerdonCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:done, but a gate failed or some inputs could not be scored",
            "2:wrong usage or a bad input file; nothing was done",
            "3:ended early by a fault; what was written is good, and the job can go on",
            "130:interrupted; the state is saved"
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon run starter", "  guerdon help run"})
final class GuerdonCommand implements Callable<Integer>, Screens.Holder {

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

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "Use no colours on a terminal; NO_COLOR=1 does the same.")
    boolean noColor;

    private final Screens screens;

    GuerdonCommand() {
        this(Screens.PIPES);
    }

    GuerdonCommand(Screens screens) {
        this.screens = screens;
    }

    @Override
    public Screens screens() {
        return noColor ? screens.plain() : screens;
    }

    /** Shows a newcomer where to start. Names no command's class, so that it is there at once. */
    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        err.println(
                "Guerdon scores trajectories of LLM agents, runs agents in environments, and compares the results.");
        err.println();
        err.println("Type first:");
        line(err, "guerdon run starter", "run some small tasks; needs no model and no download");
        line(err, "guerdon show latest", "look at that run, task by task");
        line(err, "guerdon init", "start a project with a reward of your own");
        err.println();
        line(err, "guerdon help", "list all commands");
        line(err, "guerdon help COMMAND", "explain one, with examples");
        return ExitCode.REFUSED;
    }

    private void line(PrintWriter err, String command, String meaning) {
        String typed = InvokedCommand.line(command);
        // As wide as the longest, whatever the user calls the command.
        int blanks = 4 + InvokedCommand.line("guerdon help COMMAND").length() - typed.length();
        err.println("  " + screens().err().paint(Style.STRONG, typed) + " ".repeat(blanks) + meaning);
    }

    /** Text that {@code guerdon --version} prints. */
    static final class Version implements IVersionProvider {

        private static final String DEVELOPMENT = "development";

        @Override
        public String[] getVersion() {
            return new String[] {
                "guerdon " + guerdon(),
                "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + "), "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }

        /** Returns the version of this build; the jar's manifest knows it, a folder of classes does not. */
        static String guerdon() {
            String version = Version.class.getPackage().getImplementationVersion();
            return version == null ? DEVELOPMENT : version;
        }

        /** Returns the version that a project of a user depends on. */
        static String toDependOn() {
            return guerdon().equals(DEVELOPMENT) ? "0.1.0" : guerdon();
        }
    }
}
