package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.cluster.DriverLink;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.RedactingWriter;
import dev.guerdon.cli.terminal.Screens;
import dev.guerdon.cli.terminal.Style;
import dev.guerdon.cli.terminal.UserStreams;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Starts the {@code guerdon} command. */
@Internal
public final class Main {

    /**
     * How many carrier threads serve the virtual ones at least. More than a small machine has cores, so that a few rewards that
     * spin instead of waiting do not keep the others from running.
     */
    private static final int CARRIERS = 16;

    /** Longer lines are hard to read. */
    private static final int HELP_WIDTH = 100;

    /** The library accepts no less. */
    private static final int NARROWEST_HELP = 55;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        System.exit(process(arguments));
    }

    /** Runs the command line of a process, for a host that ends the process in a way of its own, and returns the exit code. */
    public static int process(String[] arguments) throws IOException {
        serveVirtualThreads();
        Logs.format();
        PrintWriter out = writer(System.out);
        PrintWriter err = writer(System.err);
        UserStreams.guard();
        String training = System.getProperty(Training.PROPERTY);
        int exitCode = training == null
                ? run(out, err, Screens.ofProcess(), arguments)
                : Training.run(Path.of(training), out, err);
        DriverLink.tellEnd();
        return exitCode;
    }

    /** Runs one command line whose output goes into pipes, and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return run(out, err, Screens.PIPES, arguments);
    }

    /** Runs one command line and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, Screens screens, String... arguments) {
        PrintWriter cleanOut = RedactingWriter.around(out);
        PrintWriter cleanErr = RedactingWriter.around(err);
        int exitCode;
        try {
            exitCode = commandLine(cleanOut, cleanErr, screens, arguments).execute(arguments);
        } catch (GuerdonException e) {
            exitCode = Failures.refuse(cleanErr, e);
        } catch (VirtualMachineError | LinkageError e) {
            exitCode = Failures.broken(cleanErr, e);
        }
        cleanOut.flush();
        if (out.checkError()) {
            exitCode = Failures.unwritten(cleanErr, exitCode);
        }
        cleanErr.flush();
        return exitCode;
    }

    /** The command line with every command that these arguments may name. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine(out, err, Screens.PIPES, arguments);
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err, Screens screens, String... arguments) {
        boolean colour = screens.out().colour() && !Arrays.asList(arguments).contains("--no-color");
        CommandLine commandLine = new CommandLine(new GuerdonCommand(screens));
        Commands.addTo(commandLine, arguments);
        return commandLine
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(Math.clamp(
                        screens.out().terminal() ? screens.out().width() : HELP_WIDTH, NARROWEST_HELP, HELP_WIDTH))
                .setParameterExceptionHandler(Failures::wrongUsage)
                .setExecutionExceptionHandler(Failures::failed)
                .setExecutionStrategy(Main::execute);
    }

    /** Runs the command, and ends what its options opened. */
    private static int execute(ParseResult parsed) {
        try {
            int exitCode = new CommandLine.RunLast().execute(parsed);
            suggest(parsed, exitCode);
            return exitCode;
        } finally {
            for (CommandLine each : parsed.asCommandLineList()) {
                for (CommandSpec mixin : each.getCommandSpec().mixins().values()) {
                    if (mixin.userObject() instanceof PluginOptions sources) {
                        sources.close();
                    }
                }
            }
        }
    }

    /** Prints what to type next, for a person who looks at both streams and did not ask for less. */
    private static void suggest(ParseResult parsed, int exitCode) {
        List<CommandLine> typed = parsed.asCommandLineList();
        CommandLine last = typed.getLast();
        ParseResult options = last.getParseResult();
        Screens screens = Screens.of(last.getCommandSpec());
        if (exitCode > ExitCode.INCOMPLETE
                || !screens.out().terminal()
                || !screens.err().terminal()
                || options.hasMatchedOption("--json")
                || options.hasMatchedOption("--quiet")) {
            return;
        }
        if (last.getCommandSpec().userObject() instanceof NextStep step
                && !step.next().isEmpty()) {
            last.getOut().flush();
            last.getErr()
                    .println(screens.err().paint(Style.FAINT, "next:") + " " + Suggestion.of(step.next(), options));
            last.getErr().flush();
        }
    }

    /** UTF-8 whatever the locale: what is printed is often data that the next program reads. */
    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Read by the JDK when the first virtual thread starts. */
    private static void serveVirtualThreads() {
        String property = "jdk.virtualThreadScheduler.parallelism";
        if (System.getProperty(property) == null) {
            int cores = Runtime.getRuntime().availableProcessors();
            System.setProperty(property, Integer.toString(Math.max(CARRIERS, cores)));
        }
    }
}
