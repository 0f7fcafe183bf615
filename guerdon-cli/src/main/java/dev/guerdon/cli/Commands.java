package dev.guerdon.cli;

import dev.guerdon.cli.compare.CompareCommand;
import dev.guerdon.cli.compare.DiagnoseCommand;
import dev.guerdon.cli.compare.ReportCommand;
import dev.guerdon.cli.compare.RescoreCommand;
import dev.guerdon.cli.env.DoctorCommand;
import dev.guerdon.cli.env.EnvCommands;
import dev.guerdon.cli.env.SetupCommand;
import dev.guerdon.cli.iterate.IterateCommand;
import dev.guerdon.cli.run.RunCommand;
import dev.guerdon.cli.run.RunsCommand;
import dev.guerdon.cli.run.ShowCommand;
import dev.guerdon.cli.score.AuditCommand;
import dev.guerdon.cli.score.ProbeCommand;
import dev.guerdon.cli.score.RewardsCommand;
import dev.guerdon.cli.score.ScoreCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/**
 * The commands by name, each made only where it is needed.
 *
 * <p>A command brings the classes of the modules that it uses with it, so {@code score} does not pay for {@code run}.
 */
final class Commands {

    private static final String ENV = "env";

    /** In the order in which the help lists them. */
    private static final List<String> NAMES = List.of(
            "run",
            "runs",
            "show",
            "compare",
            "rescore",
            "diagnose",
            "iterate",
            "report",
            "score",
            "rewards",
            "probe",
            "audit",
            "setup",
            "doctor",
            ENV);

    private Commands() {}

    /** Adds the command that the arguments name, or all of them where they name none. */
    static void addTo(CommandLine commandLine, String... arguments) {
        Optional<String> named = Arrays.stream(arguments)
                .filter(argument -> !argument.startsWith("-"))
                .findFirst()
                .filter(NAMES::contains);
        for (String name : named.map(List::of).orElse(NAMES)) {
            if (!name.equals(ENV)) {
                commandLine.addSubcommand(create(name));
            } else if (named.isPresent()) {
                commandLine.addSubcommand(EnvCommands.create(arguments));
            } else {
                commandLine.addSubcommand(new CommandLine(new EnvCommands.Env()));
            }
        }
    }

    private static Object create(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "runs" -> new RunsCommand();
            case "show" -> new ShowCommand();
            case "compare" -> new CompareCommand();
            case "rescore" -> new RescoreCommand();
            case "diagnose" -> new DiagnoseCommand();
            case "iterate" -> new IterateCommand();
            case "report" -> new ReportCommand();
            case "score" -> new ScoreCommand();
            case "rewards" -> new RewardsCommand();
            case "probe" -> new ProbeCommand();
            case "audit" -> new AuditCommand();
            case "setup" -> new SetupCommand();
            case "doctor" -> new DoctorCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }
}
