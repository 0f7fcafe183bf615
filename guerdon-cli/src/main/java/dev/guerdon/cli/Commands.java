package dev.guerdon.cli;

import dev.guerdon.cli.compare.CompareCommand;
import dev.guerdon.cli.compare.DiagnoseCommand;
import dev.guerdon.cli.compare.ReportCommand;
import dev.guerdon.cli.compare.RescoreCommand;
import dev.guerdon.cli.env.DoctorCommand;
import dev.guerdon.cli.env.EnvCommands;
import dev.guerdon.cli.env.SetupCommand;
import dev.guerdon.cli.help.CommandTree;
import dev.guerdon.cli.help.CompletionCommand;
import dev.guerdon.cli.help.HelpCommand;
import dev.guerdon.cli.init.InitCommand;
import dev.guerdon.cli.iterate.ImproveCommand;
import dev.guerdon.cli.iterate.IterateCommand;
import dev.guerdon.cli.run.RunCommand;
import dev.guerdon.cli.run.RunsCommand;
import dev.guerdon.cli.run.ShowCommand;
import dev.guerdon.cli.score.AuditCommand;
import dev.guerdon.cli.score.ProbeCommand;
import dev.guerdon.cli.score.RewardsCommand;
import dev.guerdon.cli.score.ScoreCommand;
import dev.guerdon.cli.serve.ServeCommand;
import dev.guerdon.cli.transfer.ExportCommand;
import dev.guerdon.cli.transfer.ImportCommand;
import dev.guerdon.cli.view.ViewCommand;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands by name, each made only where it is needed.
 *
 * <p>A command brings the classes of the modules that it uses with it, so {@code score} does not pay for {@code run}. A command that is
 * only listed is not made: its name and description are read from its annotation.
 */
final class Commands implements CommandTree {

    private static final String ENV = "env";
    private static final String HELP = "help";
    private static final String INIT = "init";
    private static final String COMPLETION = "completion";

    /** In the order in which the help lists them. */
    private static final List<String> NAMES = List.of(
            "run",
            "runs",
            "show",
            "compare",
            "rescore",
            "diagnose",
            "iterate",
            "improve",
            "report",
            "view",
            "export",
            "import",
            "score",
            "rewards",
            "probe",
            "audit",
            "serve",
            ENV,
            "setup",
            "doctor",
            INIT,
            COMPLETION,
            HELP);

    private static final Set<String> HELP_OPTIONS = Set.of("-h", "--help");

    /** Adds the command that the arguments name, or the names of all commands if they name none. */
    static void addTo(CommandLine commandLine, String... arguments) {
        Optional<String> named = named(List.of(arguments));
        named.ifPresentOrElse(
                name -> commandLine.addSubcommand(name, create(name, arguments)),
                () -> NAMES.forEach(name -> commandLine.addSubcommand(name, listed(name))));
        shorten(commandLine);
    }

    private static Optional<String> named(List<String> arguments) {
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                return Optional.of(argument).filter(NAMES::contains);
            }
            if (HELP_OPTIONS.contains(argument)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    @Override
    public CommandLine naming(List<String> words) {
        CommandLine commandLine = new CommandLine(new GuerdonCommand());
        addTo(commandLine, words.toArray(String[]::new));
        return commandLine;
    }

    @Override
    public CommandLine whole() {
        CommandLine commandLine = new CommandLine(new GuerdonCommand());
        for (String name : NAMES) {
            commandLine.addSubcommand(name, name.equals(ENV) ? EnvCommands.whole() : create(name));
        }
        shorten(commandLine);
        return commandLine;
    }

    /** The synopsis names the arguments; the options are explained below it. */
    private static void shorten(CommandLine commandLine) {
        commandLine.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        commandLine.getSubcommands().values().forEach(Commands::shorten);
    }

    private static CommandSpec listed(String name) {
        CommandSpec spec = CommandSpec.create().name(name);
        Command annotation = type(name).getAnnotation(Command.class);
        spec.usageMessage().description(annotation.description());
        return spec;
    }

    private static Class<?> type(String name) {
        return switch (name) {
            case "run" -> RunCommand.class;
            case "runs" -> RunsCommand.class;
            case "show" -> ShowCommand.class;
            case "compare" -> CompareCommand.class;
            case "rescore" -> RescoreCommand.class;
            case "diagnose" -> DiagnoseCommand.class;
            case "iterate" -> IterateCommand.class;
            case "improve" -> ImproveCommand.class;
            case "report" -> ReportCommand.class;
            case "view" -> ViewCommand.class;
            case "export" -> ExportCommand.class;
            case "import" -> ImportCommand.class;
            case "score" -> ScoreCommand.class;
            case "rewards" -> RewardsCommand.class;
            case "probe" -> ProbeCommand.class;
            case "audit" -> AuditCommand.class;
            case "serve" -> ServeCommand.class;
            case ENV -> EnvCommands.Env.class;
            case "setup" -> SetupCommand.class;
            case "doctor" -> DoctorCommand.class;
            case INIT -> InitCommand.class;
            case COMPLETION -> CompletionCommand.class;
            case HELP -> HelpCommand.class;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Object create(String name, String... arguments) {
        return switch (name) {
            case ENV -> EnvCommands.create(arguments);
            case COMPLETION -> new CompletionCommand(new Commands());
            case HELP -> new HelpCommand(new Commands());
            case INIT -> new InitCommand(Version.toDependOn());
            default -> {
                try {
                    yield type(name).getConstructor().newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("the command '" + name + "' cannot be made", e);
                }
            }
        };
    }
}
