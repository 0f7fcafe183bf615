package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.input.RangeCheck;
import dev.guerdon.cli.terminal.CauseText;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.EndedEarly;
import dev.guerdon.core.base.NameRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into a sentence for the user and an exit code. */
@Internal
public final class CommandFailures {

    /** Set to anything, it adds the stack trace to an error's sentence. */
    static final String DEBUG = "GUERDON_DEBUG";

    private CommandFailures() {}

    /** Prints what the command does not understand, and returns the exit code. */
    public static int wrongUsage(ParameterException problem, String[] arguments) {
        CommandLine commandLine = problem.getCommandLine();
        CommandSpec command = commandLine.getCommandSpec();
        PrintWriter err = commandLine.getErr();
        if (problem.getCause() instanceof GuerdonException cause) {
            return refuse(err, cause, message(cause));
        }
        err.println("guerdon: " + describe(problem, command, arguments));
        err.println("See '" + command.qualifiedName() + " --help'.");
        return ExitCode.REFUSED;
    }

    /** Prints why a command failed, and returns the exit code. */
    public static int failed(Exception problem, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        return switch (problem) {
            case EndedEarly fault -> endedEarly(err, fault);
            case GuerdonException expected -> refuse(err, expected, message(expected));
            case FileSystemException file when file.getReason() == null -> refuse(err, file, CauseText.of(file));
            case FileSystemException file -> refuse(err, file, "cannot use the file " + message(file));
            case IOException io -> refuse(err, io, "reading or writing failed: " + CauseText.of(io));
            case UncheckedIOException io -> failed(Objects.requireNonNull(io.getCause()), commandLine, parsed);
            default ->
                refuse(
                        err,
                        problem,
                        "unexpected " + problem + "; this is a bug in Guerdon or in a plugin, set " + DEBUG
                                + "=1 to see where");
        };
    }

    private static int endedEarly(PrintWriter err, EndedEarly fault) {
        refuse(err, fault, message(fault));
        return ExitCode.ENDED_EARLY;
    }

    /** Prints what was wrong before there was a command to run, and returns the exit code. */
    static int refuse(PrintWriter err, GuerdonException problem) {
        return refuse(err, problem, message(problem));
    }

    /** Prints an error of the JVM itself, such as a lack of memory, and returns the exit code. What was written before is good. */
    static int broken(PrintWriter err, Error problem) {
        refuse(err, problem, "unexpected " + problem + "; set GUERDON_JAVA_OPTS=-Xmx2g or more if memory is short");
        return ExitCode.ENDED_EARLY;
    }

    /** Prints that standard output was not written to its end, and returns the exit code; a worse one stays. */
    static int unwritten(PrintWriter err, int exitCode) {
        err.println("guerdon: standard output could not be written to the end: it was closed, or its disk is full");
        return Math.max(exitCode, ExitCode.ENDED_EARLY);
    }

    private static int refuse(PrintWriter err, Throwable problem, String message) {
        err.println("guerdon: " + message);
        if (System.getenv(DEBUG) != null) {
            problem.printStackTrace(err);
        }
        return ExitCode.REFUSED;
    }

    private static String message(Exception problem) {
        return CauseText.of(Objects.requireNonNullElseGet(problem.getMessage(), problem::toString), problem);
    }

    private static String describe(ParameterException problem, CommandSpec command, String[] arguments) {
        if (problem instanceof MissingParameterException) {
            // An option that must be there is also missing when its name was typed wrong.
            List<String> known = options(command);
            for (String argument : arguments) {
                if (argument.startsWith("--") && !known.contains(optionName(argument))) {
                    return unknownOption(argument, command);
                }
            }
        }
        if (problem instanceof MaxValuesExceededException) {
            // Of options in a group picocli names the whole group.
            return repeated(command, arguments).orElseGet(() -> message(problem));
        }
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return RangeCheck.refusal(problem.getArgSpec(), problem.getValue())
                    // Of an option with KEY=VALUE picocli says "option" twice.
                    .orElseGet(() -> message(problem).replace("for option option ", "for option "));
        }
        String typed = unmatched.getUnmatched().getFirst();
        if (typed.startsWith("-")) {
            return unknownOption(typed, command);
        }
        Collection<String> commands = command.subcommands().keySet();
        if (commands.isEmpty()) {
            return "'" + command.qualifiedName() + "' takes no argument '" + typed + "' here";
        }
        return "unknown command '" + typed + "'" + NameRules.didYouMean(typed, commands);
    }

    private static Optional<String> repeated(CommandSpec command, String[] arguments) {
        return command.options().stream()
                .filter(option -> !option.isMultiValue())
                .filter(option -> Stream.of(arguments)
                                .map(CommandFailures::optionName)
                                .filter(List.of(option.names())::contains)
                                .count()
                        > 1)
                .findFirst()
                .map(option -> "option '" + option.longestName() + "' (" + option.paramLabel()
                        + ") should be specified only once");
    }

    private static String unknownOption(String typed, CommandSpec command) {
        return "unknown option '" + optionName(typed) + "'" + NameRules.didYouMean(optionName(typed), options(command));
    }

    private static String optionName(String typed) {
        return typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
    }

    private static List<String> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> name.startsWith("--"))
                .toList();
    }
}
