package dev.guerdon.cli;

import dev.guerdon.cli.serve.EnvCommands;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands by name, each made only if it is needed.
 *
 * <p>A command brings the classes of the modules that it uses with it, so {@code score} does not pay for {@code run}. A command that is
 * only listed is not made: its name and description are read from its annotation.
 */
final class CommandTable {

    private static final String ENV = "env";
    private static final Set<String> HELP_OPTIONS = Set.of("-h", "--help");

    /** The classes of the commands, which no other package sees, in the order in which the help lists them. */
    private static final Map<String, String> CLASSES = new LinkedHashMap<>();

    static {
        """
        run run.RunCommand
        runs run.RunsCommand
        show run.ShowCommand
        compare run.CompareCommand
        rescore run.RescoreCommand
        diagnose run.DiagnoseCommand
        iterate run.IterateCommand
        improve run.ImproveCommand
        report run.ReportCommand
        view serve.ViewCommand
        export transfer.ExportCommand
        import transfer.ImportCommand
        score score.ScoreCommand
        rewards score.RewardsCommand
        probe score.ProbeCommand
        audit score.AuditCommand
        serve serve.ServeCommand
        env serve.EnvCommands$Env
        setup serve.SetupCommand
        doctor serve.DoctorCommand
        init InitCommand
        completion CompletionCommand
        help HelpCommand
        """.lines().map(line -> line.split(" ", -1)).forEach(line -> CLASSES.put(line[0], line[1]));
    }

    private CommandTable() {}

    /** Adds the command that the arguments name, or the names of all commands if they name none. */
    static void addTo(CommandLine commandLine, String... arguments) {
        named(List.of(arguments))
                .ifPresentOrElse(
                        name -> commandLine.addSubcommand(
                                name, name.equals(ENV) ? EnvCommands.create(arguments) : type(name)),
                        () -> CLASSES.keySet().forEach(name -> commandLine.addSubcommand(name, listed(name))));
        shorten(commandLine);
    }

    private static Optional<String> named(List<String> arguments) {
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                return Optional.of(argument).filter(CLASSES::containsKey);
            }
            if (HELP_OPTIONS.contains(argument)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the command line with the command that these words name; other commands have a name and a description only. */
    static CommandLine naming(List<String> words) {
        CommandLine commandLine = new CommandLine(new GuerdonCommand());
        addTo(commandLine, words.toArray(String[]::new));
        return commandLine;
    }

    /** Returns the command line with every command and all its options. */
    static CommandLine whole() {
        CommandLine commandLine = new CommandLine(new GuerdonCommand());
        CLASSES.keySet()
                .forEach(name -> commandLine.addSubcommand(name, name.equals(ENV) ? EnvCommands.whole() : type(name)));
        shorten(commandLine);
        return commandLine;
    }

    /** The synopsis names the arguments; the options are explained below it. */
    private static void shorten(CommandLine commandLine) {
        commandLine.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        commandLine.getSubcommands().values().forEach(CommandTable::shorten);
    }

    private static CommandSpec listed(String name) {
        CommandSpec spec = CommandSpec.create().name(name);
        spec.usageMessage().description(type(name).getAnnotation(Command.class).description());
        return spec;
    }

    private static Class<?> type(String name) {
        try {
            String type = CommandTable.class.getPackageName() + "." + Objects.requireNonNull(CLASSES.get(name), name);
            return Class.forName(type, false, CommandTable.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the command '" + name + "' cannot be made", e);
        }
    }
}
