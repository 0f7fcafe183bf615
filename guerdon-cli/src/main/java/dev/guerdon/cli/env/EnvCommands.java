package dev.guerdon.cli.env;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Internal;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.Logs;
import dev.guerdon.cli.terminal.Table;
import dev.guerdon.core.Registry;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * {@code guerdon env list|play|serve}.
 *
 * <p>Each environment has options of its own, so the commands below {@code play} and {@code serve} are made from what the providers
 * say, and not from annotations.
 */
@Internal
public final class EnvCommands {

    private EnvCommands() {}

    @Command(name = "env", description = "List, play or serve environments.", synopsisSubcommandLabel = "COMMAND")
    public static final class Env {}

    @Command(name = "play", description = "Play an environment in the terminal; with --json, from a program.")
    static final class Play {}

    @Command(name = "serve", description = "Serve an environment over HTTP.")
    static final class Serve {}

    /**
     * The command tree.
     *
     * @param arguments say with their options which plugins there are; everything else in them is left to the commands
     */
    public static CommandLine create(String... arguments) {
        Logs.hushLibraries();
        PluginOptions sources = new PluginOptions();
        try {
            new CommandLine(CommandSpec.forAnnotatedObject(sources))
                    .setUnmatchedArgumentsAllowed(true)
                    .parseArgs(arguments);
        } catch (ParameterException e) {
            // The command that gets the same arguments reports what is wrong with them.
            sources = new PluginOptions();
        }
        CommandLine env = create(sources.registry());
        env.addMixin("plugins", sources);
        return env;
    }

    /** The command tree for the environments of a registry. */
    static CommandLine create(Registry registry) {
        Map<String, EnvironmentProtocol> protocols = new LinkedHashMap<>();
        registry.all(EnvironmentProtocol.class).forEach(protocol -> protocols.put(protocol.environment(), protocol));
        CommandLine play = new CommandLine(new Play());
        CommandLine serve = new CommandLine(new Serve());
        for (EnvironmentProvider provider : registry.environments()) {
            play.addSubcommand(provider.name(), playSpec(provider));
            EnvironmentProtocol protocol = protocols.get(provider.name());
            if (protocol != null) {
                serve.addSubcommand(provider.name(), serveSpec(provider, protocol));
            }
        }
        return new CommandLine(new Env())
                .addSubcommand("list", listing(registry, protocols))
                .addSubcommand(play)
                .addSubcommand(serve);
    }

    private static CommandSpec listing(Registry registry, Map<String, EnvironmentProtocol> protocols) {
        CommandSpec spec = withParsed(commandLine -> {
            List<List<String>> rows = new ArrayList<>();
            for (EnvironmentProvider provider : registry.environments()) {
                rows.add(List.of(
                        provider.name(),
                        protocols.containsKey(provider.name()) ? "play, serve" : "play",
                        provider.description()));
            }
            commandLine.getOut().print(Table.of(List.of("environment", "can", "what it is"), rows));
            return ExitCode.DONE;
        });
        spec.usageMessage().description("List the environments.");
        return spec;
    }

    private static CommandSpec playSpec(EnvironmentProvider provider) {
        CommandSpec spec = withParsed(commandLine -> {
            ParseResult result = commandLine.getParseResult();
            boolean json = result.hasMatchedOption("--json");
            return new Player(provider, values(provider.options(), result), commandLine.getOut()).run(json);
        });
        spec.usageMessage().description(provider.description());
        spec.addOption(OptionSpec.builder("--json")
                .description("One JSON object for the reset and for each action; actions are lines of standard input.")
                .build());
        provider.options().forEach(option -> spec.addOption(optionSpec(option)));
        return spec;
    }

    private static CommandSpec serveSpec(EnvironmentProvider provider, EnvironmentProtocol protocol) {
        List<EnvironmentProvider.Option> own = new ArrayList<>(provider.options());
        own.addAll(protocol.options());
        CommandSpec spec = withParsed(commandLine -> {
            ParseResult result = commandLine.getParseResult();
            Map<String, String> values = values(own, result);
            String host = result.matchedOptionValue("--host", "127.0.0.1");
            int port = result.matchedOptionValue("--port", protocol.defaultPort());
            String token = result.matchedOptionValue("--token", System.getenv("GUERDON_TOKEN"));
            return new Serving(provider, protocol, values).run(host, port, token);
        });
        spec.usageMessage().description(provider.description(), protocol.description());
        spec.addOption(OptionSpec.builder("--host")
                .type(String.class)
                .paramLabel("ADDRESS")
                .description("Where to listen; loopback by default, anything else needs a token.")
                .build());
        spec.addOption(OptionSpec.builder("--port")
                .type(Integer.class)
                .paramLabel("N")
                .description("The port; 0 for any that is free, " + protocol.defaultPort() + " by default.")
                .build());
        spec.addOption(OptionSpec.builder("--token")
                .type(String.class)
                .paramLabel("TOKEN")
                .description(
                        "What clients must show; GUERDON_TOKEN does the same without showing it in the process list.")
                .build());
        own.forEach(option -> spec.addOption(optionSpec(option)));
        return spec;
    }

    private static OptionSpec optionSpec(EnvironmentProvider.Option option) {
        return OptionSpec.builder("--" + option.name())
                .type(String.class)
                .paramLabel(option.value())
                .description(option.description())
                .build();
    }

    private static Map<String, String> values(List<EnvironmentProvider.Option> options, ParseResult result) {
        Map<String, String> values = new LinkedHashMap<>();
        for (EnvironmentProvider.Option option : options) {
            @Nullable String value = result.matchedOptionValue("--" + option.name(), null);
            if (value != null) {
                values.put(option.name(), value);
            }
        }
        return values;
    }

    /** What a command made by hand does, given the command line that parsed its arguments. */
    private interface Action {
        int run(CommandLine commandLine) throws Exception;
    }

    private static CommandSpec withParsed(Action action) {
        CommandSpec[] self = new CommandSpec[1];
        Callable<Integer> body = () -> action.run(self[0].commandLine());
        CommandSpec spec = CommandSpec.wrapWithoutInspection(body);
        self[0] = spec;
        return spec;
    }
}
