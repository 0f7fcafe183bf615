package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.cluster.ClusterOptions;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.input.RangeCheck;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.InvokedCommand;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.cli.terminal.TerminalEscape;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.cli.terminal.TerminalScreen.Style;
import dev.guerdon.core.base.OwnThread;
import dev.guerdon.core.base.ProcessShutdown;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Starts the {@code guerdon} command. */
@Internal
public final class Main {

    /**
     * Number of carrier threads that serve the virtual ones at least. More than a small machine has cores, so that a few rewards that
     * spin instead of waiting do not keep the others from running.
     */
    private static final int MIN_CARRIERS = 16;

    /** Set in the driver of a cluster, which reports its end to the process that started it. */
    private static final String DRIVER = "guerdon.driver.link";

    /** Longer lines are hard to read. */
    private static final int HELP_WIDTH = 100;

    /** The library accepts no less. */
    private static final int MIN_HELP_WIDTH = 55;

    private Main() {}

    public static void main(String[] arguments) {
        if (System.getProperty(ClassDataTraining.PROPERTY) != null) {
            System.exit(inOwnThread(arguments)); // the JVM writes its archive at the end, and takes its time
        }
        PrintStream err = System.err;
        ProcessShutdown.own(
                ExitCode.ENDED_EARLY,
                () -> err.println("guerdon: code of a plugin or source ended the process, as"
                        + " System.exit does by reflection; what was done before is kept"));
        ProcessShutdown.end(inOwnThread(arguments));
    }

    /** Runs the command where users' code cannot interrupt it. */
    private static int inOwnThread(String[] arguments) {
        FutureTask<Integer> command = new FutureTask<>(() -> process(arguments));
        OwnThread.start("guerdon-main", command);
        while (true) {
            try {
                return command.get();
            } catch (InterruptedException e) {
                // Only user code interrupts this thread; the command is ended in other ways.
            } catch (ExecutionException e) {
                e.printStackTrace();
                return ExitCode.ENDED_EARLY;
            }
        }
    }

    /** Runs the command line of a process, for a host that ends the process in a way of its own, and returns the exit code. */
    public static int process(String[] arguments) throws IOException {
        serveVirtualThreads();
        CommandLogging.format();
        PrintWriter out = writer(System.out);
        PrintWriter err = writer(System.err);
        StandardStreams.guard();
        String training = System.getProperty(ClassDataTraining.PROPERTY);
        int exitCode = training == null
                ? run(out, err, Screens.ofProcess(), arguments)
                : ClassDataTraining.run(Path.of(training), out, err);
        if (System.getProperty(DRIVER) != null) {
            ClusterOptions.tellEnd();
        }
        return exitCode;
    }

    /** Runs one command line whose output goes into pipes, and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return run(out, err, Screens.PIPES, arguments);
    }

    /** Runs one command line and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, Screens screens, String... arguments) {
        PrintWriter cleanOut = TerminalEscape.around(out);
        PrintWriter cleanErr = TerminalEscape.around(err);
        int exitCode;
        try {
            exitCode = commandLine(cleanOut, cleanErr, screens, arguments).execute(arguments);
        } catch (GuerdonException e) {
            exitCode = CommandFailures.refuse(cleanErr, e);
        } catch (VirtualMachineError | LinkageError e) {
            exitCode = CommandFailures.broken(cleanErr, e);
        }
        cleanOut.flush();
        if (out.checkError()) {
            exitCode = CommandFailures.unwritten(cleanErr, exitCode);
        }
        cleanErr.flush();
        return exitCode;
    }

    /** Returns the command line with every command that these arguments may name. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine(out, err, Screens.PIPES, arguments);
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err, Screens screens, String... arguments) {
        boolean colour = screens.out().colour() && !Arrays.asList(arguments).contains("--no-color");
        CommandLine commandLine = new CommandLine(new GuerdonCommand(screens));
        CommandTable.addTo(commandLine, arguments);
        return commandLine
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(Math.clamp(
                        screens.out().terminal() ? screens.out().width() : HELP_WIDTH, MIN_HELP_WIDTH, HELP_WIDTH))
                .setParameterExceptionHandler(CommandFailures::wrongUsage)
                .setExecutionExceptionHandler(CommandFailures::failed)
                .setExecutionStrategy(Main::execute);
    }

    /** Runs the command, and ends what its options opened. */
    private static int execute(ParseResult parsed) {
        try {
            parsed.asCommandLineList().forEach(each -> RangeCheck.check(each.getParseResult()));
            int exitCode = new CommandLine.RunLast().execute(parsed);
            suggest(parsed, exitCode);
            return exitCode;
        } finally {
            for (CommandLine each : parsed.asCommandLineList()) {
                for (CommandSpec mixin : each.getCommandSpec().mixins().values()) {
                    if (mixin.userObject() instanceof PluginOptions plugins) {
                        plugins.close();
                    } else if (mixin.userObject() instanceof IsolationOptions isolated) {
                        isolated.close();
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
        String next = last.getCommandSpec().userObject() instanceof BaseCommand command ? command.next() : "";
        if (!next.isEmpty()) {
            last.getOut().flush();
            last.getErr().println(screens.err().paint(Style.FAINT, "next:") + " " + Suggestion.of(next, options));
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
            System.setProperty(property, Integer.toString(Math.max(MIN_CARRIERS, cores)));
        }
    }

    /** Command that a user may type next, so that it works as it stands. */
    static final class Suggestion {

        /** These say where things are that a later command needs, too. */
        private static final List<String> KEPT = List.of("--runs", "--plugin", "--source");

        private Suggestion() {}

        /**
         * Returns the line that a command suggests, as this user types it and with what this user said about runs and plugins.
         *
         * @param next starts with {@code guerdon} if it is a command of Guerdon
         * @param options what was typed
         */
        static String of(String next, ParseResult options) {
            List<OptionSpec> kept = options.matchedOptions().stream()
                    .filter(option -> KEPT.contains(option.names()[0]))
                    .toList();
            String[] words = next.split(" ", 3);
            if (kept.isEmpty() || words.length < 2 || !words[0].equals("guerdon")) {
                return InvokedCommand.line(next);
            }
            CommandLine target =
                    CommandTable.naming(List.of(words[1])).getSubcommands().get(words[1]);
            if (target == null) {
                return InvokedCommand.line(next);
            }
            return InvokedCommand.line(next)
                    + kept.stream()
                            .filter(option -> target.getCommandSpec().findOption(option.names()[0]) != null)
                            .map(Suggestion::again)
                            .collect(Collectors.joining());
        }

        private static String again(OptionSpec option) {
            return option.originalStringValues().stream()
                    .map(value -> " " + option.names()[0] + " " + InvokedCommand.quoted(value))
                    .collect(Collectors.joining());
        }
    }
}
