package dev.guerdon.cli.help;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Names;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code guerdon help}. */
@Command(
        name = "help",
        description = "Explain a command, or list all of them.",
        footerHeading = Examples.HEADING,
        footer = {"  guerdon help run", "  guerdon help env play"})
@Internal
public final class HelpCommand implements Callable<Integer>, NextStep {

    private final CommandTree tree;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "Explain this command, such as 'run' or 'env play'.")
    private List<String> words = List.of();

    @Option(
            names = "--man",
            paramLabel = "DIR",
            description = "Write a manual page for each command into this folder, and print no help.")
    private @Nullable Path manual;

    private String example = "";

    public HelpCommand(CommandTree tree) {
        this.tree = tree;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (manual != null) {
            out.println(new ManPages(tree.whole()).write(manual) + " manual pages in " + manual);
            return ExitCode.DONE;
        }
        CommandLine found = tree.naming(words);
        for (String word : words) {
            CommandLine below = found.getSubcommands().get(word);
            if (below == null) {
                throw unknown(found, word);
            }
            found = below;
        }
        found.setUsageHelpWidth(spec.commandLine().getUsageHelpWidth());
        example = Examples.of(found.getCommandSpec()).getFirst();
        found.usage(out, spec.commandLine().getColorScheme());
        return ExitCode.DONE;
    }

    private static GuerdonException unknown(CommandLine parent, String word) {
        String name = parent.getCommandSpec().qualifiedName();
        if (parent.getSubcommands().isEmpty()) {
            return new GuerdonException(
                    "'" + name + "' has no commands of its own; type '" + name.replaceFirst(" ", " help ") + "'");
        }
        String near = Names.didYouMean(word, parent.getSubcommands().keySet());
        return new GuerdonException("unknown command '" + word + "'"
                + (near.isEmpty()
                        ? "; '" + name.replaceFirst("^guerdon", "guerdon help") + "' lists what there is"
                        : near));
    }

    @Override
    public String next() {
        return manual == null
                ? example
                : "man " + NextStep.quoted(manual.resolve("guerdon.1").toString());
    }
}
