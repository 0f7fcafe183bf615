package dev.guerdon.cli.help;

import dev.guerdon.agent.spi.AgentKind;
import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.Policy;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.base.Names;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.NextStep;
import dev.guerdon.cli.terminal.Typed;
import dev.guerdon.core.Registry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code guerdon completion}.
 *
 * <p>The script knows commands and options itself. It asks for names of rewards and the like with {@code --names}, which reads what
 * plugins say about themselves and loads none of them.
 */
@Command(
        name = "completion",
        description = {
            "Print a script that completes commands, options and names in your shell.",
            "For bash, put this line into ~/.bashrc: source <(guerdon completion bash)",
            "For zsh, put this line into ~/.zshrc, after compinit: source <(guerdon completion zsh)",
            "For fish, type: guerdon completion fish > ~/.config/fish/completions/guerdon.fish"
        },
        footerHeading = Examples.HEADING,
        footer = {"  guerdon completion bash", "  guerdon completion zsh"})
@Internal
public final class CompletionCommand implements Callable<Integer>, NextStep {

    /** Model specs that name no policy. */
    private static final List<String> PROVIDERS =
            List.of("openai:", "anthropic:", "ollama:", "openai-compatible:", "cli:claude", "replay:");

    /** The shells there are scripts for. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final CommandTree tree;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SHELL",
            description = "Write the script for this shell: ${COMPLETION-CANDIDATES}.")
    private @Nullable Shell shell;

    @Option(names = "--names", hidden = true, paramLabel = "KIND", description = "Print the names of this kind.")
    private @Nullable String kind;

    @Parameters(index = "1..*", hidden = true, arity = "0..*", description = "The words typed so far.")
    private List<String> typed = List.of();

    public CompletionCommand(CommandTree tree) {
        this.tree = tree;
    }

    @Override
    public Integer call() {
        if (kind != null) {
            names(kind).forEach(spec.commandLine().getOut()::println);
            return ExitCode.DONE;
        }
        if (shell == null) {
            throw new GuerdonException("name your shell: guerdon completion bash, zsh or fish");
        }
        List<Completable> commands = Completable.all(tree.whole());
        spec.commandLine()
                .getOut()
                .print(
                        switch (shell) {
                            case BASH -> new BashScript(commands).text();
                            case ZSH -> new ZshScript(commands).text();
                            case FISH -> new FishScript(commands).text();
                        });
        return ExitCode.DONE;
    }

    private List<String> names(String wanted) {
        Kind asked = Arrays.stream(Kind.values())
                .filter(each -> each.isAsked() && each.word().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new GuerdonException("there are no names of the kind '" + wanted + "'"
                        + Names.didYouMean(
                                wanted,
                                Arrays.stream(Kind.values())
                                        .filter(Kind::isAsked)
                                        .map(Kind::word)
                                        .toList())));
        try (PluginOptions sources = sources()) {
            return names(sources.registry(), asked);
        }
    }

    private List<String> names(Registry registry, Kind asked) {
        return switch (asked) {
            case REWARDS -> registry.rewardNames();
            case SUITES -> registry.names(SuiteProvider.class);
            case ENVIRONMENTS -> registry.names(EnvironmentProvider.class);
            case PARTS -> {
                List<String> parts = new ArrayList<>(registry.names(EnvironmentProvider.class));
                String setup = "setup";
                CommandLine command =
                        tree.naming(List.of(setup)).getSubcommands().get(setup);
                parts.addAll(Described.candidates(Objects.requireNonNull(command)
                        .getCommandSpec()
                        .positionalParameters()
                        .getFirst()));
                yield parts;
            }
            case AGENTS -> registry.names(AgentKind.class);
            default -> {
                List<String> models = new ArrayList<>(PROVIDERS);
                registry.names(Policy.class).forEach(name -> models.add("policy:" + name));
                yield models;
            }
        };
    }

    /** The plugins that the line names so far. */
    private PluginOptions sources() {
        PluginOptions sources = new PluginOptions();
        try {
            new CommandLine(CommandSpec.forAnnotatedObject(sources))
                    .setUnmatchedArgumentsAllowed(true)
                    .parseArgs(typed.toArray(String[]::new));
            return sources;
        } catch (ParameterException e) {
            return new PluginOptions();
        }
    }

    @Override
    public String next() {
        return switch (shell) {
            case null -> "";
            case FISH -> "guerdon completion fish > ~/.config/fish/completions/guerdon.fish";
            case BASH, ZSH -> "source <(" + Typed.line("guerdon completion " + shell) + ")";
        };
    }
}
