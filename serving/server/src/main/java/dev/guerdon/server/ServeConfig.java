package dev.guerdon.server;

import dev.guerdon.api.Experimental;
import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.CompositeReward;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Plugins;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.lab.Suites;
import dev.guerdon.lab.spi.SettingsFile;
import dev.guerdon.server.http.JsonMembers;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file that says what a reward server serves.
 *
 * @param host the address to listen on
 * @param port the port
 * @param definition everything else, which may change while the server runs
 * @param security TLS and signatures
 */
@Experimental
public record ServeConfig(String host, int port, ServeDefinition definition, ServeSecurity security) {

    /** The default port. */
    public static final int USUAL_PORT = 8700;

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmg]?)");

    /** Environment of the file. */
    public interface Surroundings {

        /** Returns where plugins and sources come from that the file does not name. */
        PluginPath path();

        /** Returns what isolation there is where the file says nothing. */
        Isolation isolation();

        /** Returns an environment variable, null if it is not set. */
        @Nullable
        String variable(String name);
    }

    /**
     * Reads a file.
     *
     * @throws GuerdonException with file and line where it says something that means nothing
     */
    public static ServeConfig read(Path file, Surroundings around) {
        SettingsFile root = Suites.settings(file);
        root.allow(
                "a serve file",
                ("host port rewards environments sources plugins isolation deadline fallback "
                                + "limits tokens tls signing")
                        .split(" "));
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
        PluginPath given = around.path();
        PluginPath path = new PluginPath(
                join(given.jars(), paths(root, "plugins", folder)),
                given.folders(),
                join(given.sources(), paths(root, "sources", folder)));
        Isolation isolation = isolation(root, around.isolation());
        Plugins plugins = Plugins.load(path, isolation);
        try {
            ServeDefinition definition = new ServeDefinition(
                    plugins.registry(),
                    isolation,
                    rewards(root, plugins.registry(), folder),
                    limits(root),
                    new EnvironmentSettings(plugins.registry(), folder).read(root),
                    tokens(root, around),
                    plugins::close);
            return new ServeConfig(
                    root.find("host").map(node -> node.text("an address")).orElse("127.0.0.1"),
                    root.find("port").map(ServeConfig::port).orElse(USUAL_PORT),
                    definition,
                    ServeSecurity.read(root, folder, around));
        } catch (RuntimeException e) {
            plugins.close();
            throw e;
        }
    }

    private static int port(SettingsFile node) {
        long port = node.whole("a port");
        if (port < 0 || port > 65_535) {
            throw node.problem("expected a port from 0 to 65535, found " + port);
        }
        return (int) port;
    }

    private static List<Path> join(List<Path> first, List<Path> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<Path> paths(SettingsFile root, String name, Path folder) {
        return root.find(name)
                .map(node -> node.oneOrMore("files").stream()
                        .map(each -> folder.resolve(each.text("a file")))
                        .toList())
                .orElse(List.of());
    }

    private static List<RewardDefinition> rewards(SettingsFile root, Registry registry, Path folder) {
        Optional<SettingsFile> found = root.find("rewards");
        if (found.isEmpty() && root.find("environments").isPresent()) {
            return List.of();
        }
        SettingsFile rewards = found.orElseThrow(() -> root.problem("a serve file needs 'rewards', with at least one"
                + " 'name: reward' line, or 'environments', with at least one 'name: environment' line"));
        Duration deadline =
                root.find("deadline").map(node -> duration(node, "a deadline")).orElse(RewardDefinition.USUAL_DEADLINE);
        Double fallback =
                root.find("fallback").map(node -> node.number("a fallback")).orElse(null);
        List<RewardDefinition> out = new ArrayList<>();
        rewards.members("the rewards").forEach((name, node) -> {
            try {
                RewardDefinition definition = reward(name, node, registry, folder, deadline, fallback);
                check(registry, definition);
                out.add(definition);
            } catch (GuerdonException e) {
                throw EnvironmentSettings.located(node, e);
            }
        });
        if (out.isEmpty()) {
            throw rewards.problem("expected at least one reward, found none");
        }
        return out;
    }

    private static void check(Registry registry, RewardDefinition definition) {
        registry.mapped(List.of(registry.reward(definition.reward())), definition.fields());
    }

    private static RewardDefinition reward(
            String name,
            SettingsFile node,
            Registry registry,
            Path folder,
            Duration deadline,
            @Nullable Double fallback) {
        if (!node.isObject()) {
            return new RewardDefinition(name, node.text("the name of a reward"), Map.of(), deadline, fallback, null, 0);
        }
        node.allow("a served reward", "reward recipe parts clip fields deadline fallback isolate at_once".split(" "));
        long kinds = List.of("reward", "recipe", "parts").stream()
                .filter(kind -> node.find(kind).isPresent())
                .count();
        if (kinds != 1) {
            throw node.problem("'" + name + "' needs one of: 'reward', the name of a reward; 'recipe', the name or file"
                    + " of a recipe; 'parts', a list of rewards with weights; found " + kinds + " of them");
        }
        return new RewardDefinition(
                name,
                source(name, node, registry, folder),
                node.find("fields")
                        .map(fields -> fields.texts("names of fields"))
                        .orElse(Map.of()),
                node.find("deadline").map(each -> duration(each, "a deadline")).orElse(deadline),
                node.find("fallback")
                        .map(each -> (Double) each.number("a fallback"))
                        .orElse(fallback),
                node.find("isolate").map(each -> each.truth("'isolate'")).orElse(null),
                whole(node, "at_once", 0));
    }

    private static String source(String name, SettingsFile node, Registry registry, Path folder) {
        Optional<SettingsFile> reward = node.find("reward");
        if (reward.isPresent()) {
            return reward.get().text("the name of a reward");
        }
        Optional<SettingsFile> recipe = node.find("recipe");
        if (recipe.isPresent()) {
            String written = recipe.get().text("the name or file of a recipe");
            return Suites.recipe(
                    registry,
                    Suites.recipes().contains(written)
                            ? written
                            : folder.resolve(written).toString());
        }
        JsonMembers members = new JsonMembers()
                .with("name", name)
                .with("parts", node.find("parts").map(SettingsFile::plain).orElse(null));
        node.find("clip").ifPresent(clip -> members.put("clip", clip.plain()));
        return CompositeReward.nameOf(members);
    }

    private static Isolation isolation(SettingsFile root, Isolation otherwise) {
        Optional<SettingsFile> node = root.find("isolation");
        if (node.isEmpty()) {
            return otherwise;
        }
        SettingsFile isolation = node.get().allow("isolation", "rewards", "memory", "env");
        String which = isolation
                .find("rewards")
                .map(each -> each.text("which rewards"))
                .orElse("own");
        Isolation chosen = switch (which) {
            case "own" -> Isolation.FOREIGN;
            case "all" -> Isolation.ALL;
            case "none" -> Isolation.NONE;
            default ->
                throw isolation.problem(
                        "expected own, all or none as 'rewards' of the isolation, found '" + which + "'");
        };
        long memory = isolation.find("memory").map(each -> size(each, "memory")).orElse(otherwise.memory());
        Set<String> names = new HashSet<>();
        isolation
                .find("env")
                .ifPresent(env -> env.oneOrMore("names of variables")
                        .forEach(each -> names.add(each.text("the name of a variable"))));
        return chosen.memory(memory).environment(names).output(otherwise.output());
    }

    private static ServeLimits limits(SettingsFile root) {
        ServeLimits usual = ServeLimits.usual();
        Optional<SettingsFile> found = root.find("limits");
        if (found.isEmpty()) {
            return usual;
        }
        SettingsFile node = found.get()
                .allow("limits", "body batch queue_samples queue_bytes batch_deadline slow drain threads".split(" "));
        Function<String, Optional<Long>> bytes = name -> node.find(name).map(each -> size(each, name));
        Function<String, Optional<Duration>> time =
                name -> node.find(name).map(each -> duration(each, "'" + name + "'"));
        try {
            return new ServeLimits(
                    bytes.apply("body").orElse(usual.body()),
                    whole(node, "batch", usual.batch()),
                    node.find("queue_samples")
                            .map(each -> each.whole("'queue_samples'"))
                            .orElse(usual.queueSamples()),
                    bytes.apply("queue_bytes").orElse(usual.queueBytes()),
                    time.apply("batch_deadline").orElse(usual.batchDeadline()),
                    time.apply("slow").orElse(usual.slow()),
                    time.apply("drain").orElse(usual.drain()),
                    Math.min(whole(node, "threads", usual.threads()), 1024));
        } catch (GuerdonException e) {
            String message = String.valueOf(e.getMessage());
            throw message.startsWith("limits.") ? node.problem(message) : e;
        }
    }

    /** Returns a whole number, which is checked where it is used; one that is too large for that is the largest. */
    static int whole(SettingsFile node, String name, int otherwise) {
        return node.find(name)
                .map(each -> Math.clamp(each.whole("'" + name + "'"), Integer.MIN_VALUE, Integer.MAX_VALUE))
                .orElse(otherwise);
    }

    private static List<ClientToken> tokens(SettingsFile root, Surroundings around) {
        List<ClientToken> tokens = new ArrayList<>();
        root.find("tokens")
                .ifPresent(node -> node.members("tokens, 'name of a client: ${VARIABLE}'")
                        .forEach((name, value) -> {
                            String what = "the token of '" + name + "'";
                            String token = secret(
                                    value,
                                    around,
                                    "${TRAINER_TOKEN}",
                                    what + " must come from an environment variable, such as ${TRAINER_TOKEN}, so that"
                                            + " the file has no secret",
                                    what + ", such as the output of 'openssl rand -hex 16'");
                            SecretFilter.known().learn(token);
                            tokens.add(new ClientToken(name, token));
                        }));
        return tokens;
    }

    /**
     * Returns a secret out of the environment variable that a setting names.
     *
     * @param example such a setting
     * @param wrong what to say of one that names no variable; it may be the secret itself, and is not repeated
     * @param content what the variable should have
     */
    static String secret(SettingsFile node, Surroundings around, String example, String wrong, String content) {
        Matcher variable = VARIABLE.matcher(node.text("a variable such as " + example));
        if (!variable.matches()) {
            throw node.problem(wrong);
        }
        String value = around.variable(variable.group(1));
        if (value == null || value.isBlank()) {
            throw node.problem(
                    "the environment variable " + variable.group(1) + " is not set; it should have " + content);
        }
        return value;
    }

    private static Duration duration(SettingsFile node, String what) {
        try {
            return DurationText.parse(node.text(what + " such as 500ms or 5s"));
        } catch (GuerdonException e) {
            throw node.problem(String.valueOf(e.getMessage()));
        }
    }

    private static long size(SettingsFile node, String what) {
        Matcher size = SIZE.matcher(node.text("'" + what + "' such as 64m"));
        if (!size.matches()) {
            throw node.problem("expected '" + what + "' as a size such as 64m or 1g");
        }
        return Long.parseLong(size.group(1))
                << switch (size.group(2)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    case "g" -> 30;
                    default -> 0;
                };
    }
}
