package dev.guerdon.cli;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.NameRules;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code guerdon help}. */
@Command(
        name = "help",
        description = "Explain a command, or list all of them.",
        footerHeading = BaseCommand.EXAMPLES,
        footer = {"  guerdon help run", "  guerdon help env play"})
final class HelpCommand extends BaseCommand {

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "Explain this command, such as 'run' or 'env play'.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandLine found = CommandTable.naming(words);
        for (String word : words) {
            CommandLine below = found.getSubcommands().get(word);
            if (below == null) {
                throw unknown(found, word);
            }
            found = below;
        }
        found.setUsageHelpWidth(spec.commandLine().getUsageHelpWidth());
        next = BaseCommand.examples(found.getCommandSpec()).getFirst();
        found.usage(out(), spec.commandLine().getColorScheme());
        return ExitCode.DONE;
    }

    private static GuerdonException unknown(CommandLine parent, String word) {
        String name = parent.getCommandSpec().qualifiedName();
        if (parent.getSubcommands().isEmpty()) {
            return new GuerdonException(
                    "'" + name + "' has no commands of its own; type '" + name.replaceFirst(" ", " help ") + "'");
        }
        String near = NameRules.didYouMean(word, parent.getSubcommands().keySet());
        return new GuerdonException("unknown command '" + word + "'"
                + (near.isEmpty()
                        ? "; '" + name.replaceFirst("^guerdon", "guerdon help") + "' lists what there is"
                        : near));
    }
}
