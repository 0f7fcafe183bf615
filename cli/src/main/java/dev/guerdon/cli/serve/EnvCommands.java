package dev.guerdon.cli.serve;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.api.SuiteProvider;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.TerminalScreen.Screens;
import dev.guerdon.cli.terminal.TextTable;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    private static final String JSON = "--json";
    private static final String PICTURE = "--picture";
    private static final int MAX_PORT = 65_535;

    private EnvCommands() {}

    @Command(
            name = "env",
            description = "List, play or serve environments.",
            synopsisSubcommandLabel = "COMMAND",
            footerHeading = BaseCommand.EXAMPLES,
            footer = {"  guerdon env list", "  guerdon env play alfworld"})
    static final class Env {}

    @Command(
            name = "play",
            description = "Play an environment in the terminal; with --json, from a program.",
            synopsisSubcommandLabel = "NAME",
            footerHeading = BaseCommand.EXAMPLES,
            footer = {"  guerdon env play alfworld", "  guerdon env play webshop --json"})
    static final class Play {}

    @Command(
            name = "serve",
            description = "Serve an environment over HTTP.",
            synopsisSubcommandLabel = "NAME",
            footerHeading = BaseCommand.EXAMPLES,
            footer = {"  guerdon env serve webshop", "  guerdon env serve alfworld --port 0"})
    static final class Serve {}

    /**
     * Returns the command tree, as far as the arguments need it.
     *
     * @param arguments say with their options which plugins there are; everything else in them is left to the commands
     */
    public static CommandLine create(String... arguments) {
        CommandLogging.hushLibraries();
        List<String> words =
                Stream.of(arguments).filter(word -> !word.startsWith("-")).toList();
        if (words.size() < 2) {
            return tree(new Registry(), List.of(), new PluginOptions());
        }
        PluginOptions sources = new PluginOptions();
        try {
            new CommandLine(CommandSpec.forAnnotatedObject(sources))
                    .setUnmatchedArgumentsAllowed(true)
                    .parseArgs(arguments);
        } catch (ParameterException e) {
            // The command that gets the same arguments reports what is wrong with them.
            sources = new PluginOptions();
        }
        Registry registry = sources.registry();
        List<String> names = registry.names(EnvironmentProvider.class);
        String third = words.size() > 2 ? words.get(2) : "";
        return tree(registry, names.contains(third) ? List.of(third) : names, sources);
    }

    /** Returns the tree with the environments that come with Guerdon, and all their options. */
    public static CommandLine whole() {
        return create(Registry.discover());
    }

    /** Returns the command tree for the environments of a registry. */
    static CommandLine create(Registry registry) {
        return tree(registry, registry.names(EnvironmentProvider.class), new PluginOptions());
    }

    /**
     * Returns the tree.
     *
     * @param used the environments whose options are needed; the others have their names only, and are not loaded
     */
    private static CommandLine tree(Registry registry, List<String> used, PluginOptions sources) {
        Map<String, EnvironmentProtocol> protocols = new LinkedHashMap<>();
        registry.all(EnvironmentProtocol.class).forEach(protocol -> protocols.put(protocol.environment(), protocol));
        CommandLine play = new CommandLine(new Play());
        CommandLine serve = new CommandLine(new Serve());
        for (String name : registry.names(EnvironmentProvider.class)) {
            if (!used.contains(name)) {
                play.addSubcommand(name, CommandSpec.create());
                serve.addSubcommand(name, CommandSpec.create());
                continue;
            }
            EnvironmentProtocol protocol = protocols.get(name);
            EnvironmentProtocol spoken = protocol == null ? GuerdonServer.generalProtocol(name) : protocol;
            EnvironmentProvider provider = registry.environment(name);
            play.addSubcommand(
                    name, playSpec(provider, registry.has(SuiteProvider.class, name) ? "guerdon run " + name : ""));
            serve.addSubcommand(name, serveSpec(provider, spoken));
        }
        CommandLine env = new CommandLine(new Env())
                .addSubcommand("list", listing(registry))
                .addSubcommand(play)
                .addSubcommand(serve);
        env.addMixin("plugins", sources);
        return env;
    }

    private static CommandSpec listing(Registry registry) {
        CommandSpec spec = withParsed("guerdon env play alfworld", commandLine -> {
            List<List<String>> rows = new ArrayList<>();
            for (EnvironmentProvider provider : registry.environments()) {
                rows.add(List.of(provider.name(), "play, serve", provider.description()));
            }
            if (commandLine.getParseResult().hasMatchedOption(JSON)) {
                commandLine
                        .getOut()
                        .println(JsonCodec.write(rows.stream()
                                .map(row -> Map.of("name", row.get(0), "can", row.get(1), "description", row.get(2)))
                                .toList()));
                return ExitCode.DONE;
            }
            commandLine
                    .getOut()
                    .print(new TextTable("environment, can, what it is", rows)
                            .text(Screens.of(commandLine.getCommandSpec()).out()));
            return ExitCode.DONE;
        });
        spec.usageMessage().description("List the environments.");
        spec.addOption(
                OptionSpec.builder(JSON).description("Print the list as JSON.").build());
        examples(spec, "guerdon env list", "guerdon env list --json");
        return spec;
    }

    private static void examples(CommandSpec spec, String first, String second) {
        spec.usageMessage().footerHeading(BaseCommand.EXAMPLES).footer("  " + first, "  " + second);
    }

    private static CommandSpec playSpec(EnvironmentProvider provider, String next) {
        CommandSpec spec = withParsed(next, commandLine -> {
            ParseResult result = commandLine.getParseResult();
            boolean json = result.hasMatchedOption(JSON);
            Map<String, String> options = values(provider.options(), result);
            String picture = result.matchedOptionValue(PICTURE, "auto");
            if (!picture.equals("auto") && !picture.equals("none")) {
                TerminalPictures.check(picture);
                if (json || !EpisodePlayer.isForAPerson()) {
                    throw new GuerdonException(PICTURE + " " + picture + " is for a person at a terminal; leave it out "
                            + (json ? "with --json" : "in a pipe"));
                }
            }
            return new EpisodePlayer(
                            provider, json ? provider.asRecorded(options) : options, commandLine.getOut(), picture)
                    .run(json);
        });
        spec.usageMessage().description(provider.description());
        examples(spec, "guerdon env play " + provider.name(), "guerdon env play " + provider.name() + " --json");
        spec.addOption(OptionSpec.builder(JSON)
                .description("Print one JSON object for the reset and for each action. Read one action per line from"
                        + " standard input.")
                .build());
        if (provider.hasPictures()) {
            spec.addOption(OptionSpec.builder(PICTURE)
                    .type(String.class)
                    .paramLabel(TerminalPictures.CHOICES)
                    .description(
                            "Show a picture in the terminal, with Kitty's protocol or as sixels. Default: auto, where"
                                    + " the terminal can.")
                    .build());
        }
        provider.options().forEach(option -> spec.addOption(optionSpec(option)));
        return spec;
    }

    private static CommandSpec serveSpec(EnvironmentProvider provider, EnvironmentProtocol protocol) {
        List<EnvironmentProvider.Option> own = new ArrayList<>(protocol.options());
        own.addAll(GuerdonServer.options(protocol));
        List<String> taken = Stream.concat(
                        Stream.of("host", "port", "token"), own.stream().map(EnvironmentProvider.Option::name))
                .toList();
        provider.options().stream()
                .filter(option -> !taken.contains(option.name()))
                .forEach(own::add);
        ListenOptions listen = new ListenOptions();
        CommandSpec spec = withParsed("", commandLine -> {
            ParseResult result = commandLine.getParseResult();
            Map<String, String> values = values(own, result);
            int port = result.matchedOptionValue("--port", protocol.defaultPort());
            if (port < 0 || port > MAX_PORT) {
                throw new GuerdonException("--port must be at least 0 and at most " + MAX_PORT + ", found " + port);
            }
            GuerdonServer server = GuerdonServer.start(
                    protocol.open(provider, values), listen.host().orElse("127.0.0.1"), port, listen.token());
            return ListenOptions.untilEnded(
                    server,
                    commandLine.getErr(),
                    "serving " + provider.name() + " on " + server.url() + " (Ctrl-C ends it)");
        });
        spec.usageMessage().description(provider.description(), protocol.description());
        examples(spec, "guerdon env serve " + provider.name(), "guerdon env serve " + provider.name() + " --port 0");
        spec.addOption(OptionSpec.builder("--port")
                .type(Integer.class)
                .paramLabel("N")
                .description("Listen on this port; 0 takes any free port. Default: " + protocol.defaultPort() + ".")
                .build());
        spec.addMixin("listen", CommandSpec.forAnnotatedObject(listen));
        own.forEach(option -> spec.addOption(optionSpec(option)));
        return spec;
    }

    private static OptionSpec optionSpec(EnvironmentProvider.Option option) {
        OptionSpec.Builder spec = OptionSpec.builder("--" + option.name())
                .type(String.class)
                .paramLabel(option.value())
                .description(option.description());
        // An option that is true or false is true where it stands alone.
        return option.value().equals(EnvironmentProvider.Option.TRUTH)
                ? spec.arity("0..1").fallbackValue("true").build()
                : spec.build();
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

    /** Action of a command made by hand, given the command line that parsed its arguments. */
    private interface Action {
        int run(CommandLine commandLine) throws Exception;
    }

    /** A command made by hand. */
    private static final class Body extends BaseCommand {

        private final Action action;

        Body(String next, Action action) {
            this.spec = CommandSpec.wrapWithoutInspection(this);
            this.next = next;
            this.action = action;
        }

        @Override
        public Integer call() throws Exception {
            return action.run(spec.commandLine());
        }

        CommandSpec spec() {
            return spec;
        }
    }

    private static CommandSpec withParsed(String next, Action action) {
        return new Body(next, action).spec();
    }
}
