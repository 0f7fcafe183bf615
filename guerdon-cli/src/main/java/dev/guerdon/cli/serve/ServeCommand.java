package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.api.Internal;
import dev.guerdon.base.Durations;
import dev.guerdon.cli.input.Examples;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.PluginOptions;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.lab.Recipes;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.spi.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeLimits;
import dev.guerdon.stdio.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code guerdon serve}. */
@Command(
        name = "serve",
        description = {
            "Serve rewards to other programs over HTTP.",
            "Name the rewards with --reward, or write them into a file with their deadlines, limits and tokens and name it"
                    + " with --config; docs/serve/README.md describes both. A change of the file holds from the next"
                    + " request on.",
            "With --stdio the other program starts this one, writes requests to its standard input and reads answers from"
                    + " its standard output; docs/protocols/stdio.md describes both."
        },
        footerHeading = Examples.HEADING,
        footer = {
            "  guerdon serve --reward math_equal_reward --reward qa_f1_reward",
            "  guerdon serve --config serve.yaml",
            "  guerdon serve --stdio",
            "  guerdon serve --stdio --source MyReward.java"
        })
@Internal
public final class ServeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final PluginOptions sources = new PluginOptions();

    @Mixin
    private final IsolationOptions isolation = new IsolationOptions();

    @Mixin
    private final SecurityOptions security = new SecurityOptions();

    @Option(names = "--stdio", description = "Serve the program that started this one, over standard input and output.")
    private boolean stdio;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Serve what this YAML file says. It is read again when it changes, and on SIGHUP.")
    private @Nullable Path config;

    @Option(
            names = "--reward",
            paramLabel = "NAME[,NAME...]",
            description = "Serve this reward, such as 'math_equal_reward(digits=3)'; 'guerdon rewards' lists them.")
    private List<String> rewards = List.of();

    @Option(
            names = "--recipe",
            paramLabel = "FILE|NAME",
            description =
                    "Serve this recipe: a YAML file, or one that comes with Guerdon: dapo, r1, search_r1, toolrl.")
    private List<String> recipes = List.of();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Stop a call after this time, such as 500ms or 5s. Default: 30s.")
    private @Nullable String deadline;

    @Option(
            names = "--fallback",
            paramLabel = "X",
            description =
                    "Answer this number for a sample that could not be scored, to trainers that take nothing but numbers."
                            + " Without it they get an error.")
    private @Nullable Double fallback;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Listen on this address; loopback by default. Any other address needs a token, or"
                    + " --tls-client-ca.")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port; 0 takes any free port. Default: 8700.")
    private @Nullable Integer port;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Require this token from clients. GUERDON_TOKEN does the same and keeps it out of the process list.")
    private @Nullable String token;

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Also show the runs of this folder to people, at /view; 'guerdon view' shows them alone.")
    private @Nullable Path runs;

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws InterruptedException {
        if (threads < 1) {
            throw new GuerdonException("--threads must be at least 1, found " + threads);
        }
        if (!stdio) {
            return overHttp();
        }
        if (config != null
                || !rewards.isEmpty()
                || !recipes.isEmpty()
                || host != null
                || port != null
                || runs != null
                || security.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--stdio serves every reward to the program that started it, and takes no --config, --reward,"
                            + " --recipe, --host, --port, --runs, --tls-* or --signing-key-file");
        }
        dev.guerdon.stdio.Main.serve(new Engine.Settings(
                sources.path().absolute(),
                isolation.isolation(spec.commandLine().getErr()),
                threads));
        return ExitCode.DONE;
    }

    private int overHttp() throws InterruptedException {
        boolean named = !rewards.isEmpty() || !recipes.isEmpty();
        if (config == null && !named) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Missing required option: '--reward NAME[,NAME...]', '--recipe FILE|NAME', '--config FILE' or"
                            + " '--stdio'");
        }
        if (config != null && (named || deadline != null || fallback != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--config says which rewards there are and how they are called; write --reward, --recipe, --deadline"
                            + " and --fallback into the file");
        }
        // An empty token is told as such: it is that of a variable that is not set.
        String shown = token == null ? System.getenv("GUERDON_TOKEN") : token;
        Isolation isolated = isolation.isolation(spec.commandLine().getErr());
        HttpServing serving = new HttpServing(
                host, port, shown, security::over, spec.commandLine().getErr());
        serving.showing(runs == null ? null : new RunStore(runs));
        return config != null ? serving.run(config, sources.path(), isolated) : serving.run(definition(isolated));
    }

    private ServeDefinition definition(Isolation isolated) {
        Registry registry = sources.registry();
        Duration time = deadline == null ? RewardDefinition.USUAL_DEADLINE : Durations.parse(deadline);
        List<RewardEntry> chosen = new ArrayList<>(registry.rewards(rewards));
        recipes.forEach(recipe -> chosen.add(registry.reward(Recipes.reward(registry, recipe))));
        List<RewardDefinition> served = chosen.stream()
                .map(entry -> new RewardDefinition(entry.label(), entry.name(), Map.of(), time, fallback, null, 0))
                .toList();
        ServeLimits usual = ServeLimits.usual();
        ServeLimits limits = new ServeLimits(
                usual.body(),
                usual.batch(),
                usual.queueSamples(),
                usual.queueBytes(),
                usual.batchDeadline(),
                usual.slow(),
                usual.drain(),
                threads);
        return new ServeDefinition(registry, isolated, served, limits, List.of(), () -> {});
    }
}
