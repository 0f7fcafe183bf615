package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.input.IsolationOptions;
import dev.guerdon.cli.input.RangeCheck.AllowedRange;
import dev.guerdon.cli.terminal.BaseCommand;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.cli.terminal.StandardStreams;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.RewardEntry;
import dev.guerdon.core.base.DurationText;
import dev.guerdon.lab.RunStore;
import dev.guerdon.lab.Suites;
import dev.guerdon.server.ServeSecurity;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code guerdon serve}. */
@Command(
        name = "serve",
        description = {
            "Serve rewards to other programs over HTTP.",
            "Name the rewards with --reward, or write them into a file with their deadlines, limits and tokens and"
                    + " name it with --config; docs/serve/README.md describes both. A change of the file holds from the"
                    + " next request on.",
            "With --stdio the other program starts this one, writes requests to its standard input and reads answers"
                    + " from its standard output; docs/protocols/stdio.md describes both."
        },
        footerHeading = BaseCommand.EXAMPLES,
        footer = {
            "  guerdon serve --reward math_equal_reward --reward qa_f1_reward",
            "  guerdon serve --config serve.yaml",
            "  guerdon serve --stdio",
            "  guerdon serve --stdio --source MyReward.java"
        })
final class ServeCommand extends BaseCommand {

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
            description = "Answer this number for a sample that could not be scored, to trainers that take nothing but"
                    + " numbers. Without it they get an error.")
    private @Nullable Double fallback;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Listen on this port; 0 takes any free port. Default: 8700.")
    @AllowedRange(from = 0, to = 65_535)
    private @Nullable Integer port;

    @Mixin
    private final ListenOptions listen = new ListenOptions();

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "Also show the runs of this folder to people, at /view; 'guerdon view' shows them alone.")
    private @Nullable Path runs;

    @Option(names = "--threads", paramLabel = "N", description = "Compute N rewards at once. Default: one per core.")
    @AllowedRange(from = 1, to = 10_000)
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws InterruptedException {
        if (!stdio) {
            return overHttp();
        }
        if (config != null
                || !rewards.isEmpty()
                || !recipes.isEmpty()
                || listen.host().isPresent()
                || port != null
                || runs != null
                || security.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--stdio serves every reward to the program that started it, and takes no --config, --reward,"
                            + " --recipe, --host, --port, --runs, --tls-* or --signing-key-file");
        }
        if (StandardStreams.inputIsTerminal()) {
            err().println("guerdon: reading requests of a program from standard input; Ctrl-D ends them,"
                    + " --reward NAME serves over HTTP");
        }
        dev.guerdon.core.stdio.EngineMain.serve(
                isolation.sources().path().absolute(), isolation.isolation(err()), threads);
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
                    "--config says which rewards there are and how they are called; write --reward, --recipe,"
                            + " --deadline and --fallback into the file");
        }
        Isolation isolated = isolation.isolation(err());
        HttpServing serving = new HttpServing(listen, port, security::over, err());
        serving.showing(runs == null ? null : new RunStore(runs));
        return config != null
                ? serving.run(config, isolation.sources().path(), isolated)
                : serving.run(definition(isolated));
    }

    private ServeDefinition definition(Isolation isolated) {
        Registry registry = isolation.registry(err());
        Duration time = deadline == null ? RewardDefinition.USUAL_DEADLINE : DurationText.parse(deadline);
        List<RewardEntry> chosen = new ArrayList<>(registry.rewards(rewards));
        recipes.forEach(recipe -> chosen.add(registry.reward(Suites.recipe(registry, recipe))));
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
        return ServeDefinition.ofRewards(registry, isolated, served, limits, List.of());
    }

    /** The options of a server that proves who it is. */
    static final class SecurityOptions {

        @Option(
                names = "--tls-certificate",
                paramLabel = "FILE",
                description =
                        "Speak TLS with the certificate chain of this PEM file. It is read again when it changes.")
        private @Nullable Path certificate;

        @Option(
                names = "--tls-key",
                paramLabel = "FILE",
                description = "Use this private key of the certificate, a PEM file that is not encrypted.")
        private @Nullable Path key;

        @Option(
                names = "--tls-client-ca",
                paramLabel = "FILE",
                description =
                        "Let in only clients whose certificate one of the authorities in this PEM file has signed.")
        private @Nullable Path clientCa;

        @Option(
                names = "--signing-key-file",
                paramLabel = "FILE",
                description = "Sign answers with the key in this file. GUERDON_SIGNING_KEY has the key itself;"
                        + " docs/serve/security.md shows how to check a signature.")
        private @Nullable Path signingKey;

        /** Returns whether one of them was given. */
        boolean isGiven() {
            return certificate != null || key != null || clientCa != null || signingKey != null;
        }

        /** Returns what they say, on top of what a file says. */
        ServeSecurity over(ServeSecurity file) {
            if ((certificate == null) != (key == null)) {
                throw new GuerdonException(
                        "--tls-certificate and --tls-key belong together: the certificate chain and its private key,"
                                + " both PEM");
            }
            if (clientCa != null && certificate == null) {
                throw new GuerdonException(
                        "--tls-client-ca needs --tls-certificate and --tls-key: without TLS, clients show"
                                + " no certificate");
            }
            ServeSecurity secured =
                    certificate == null || key == null ? file : file.withTls(certificate, key, clientCa);
            return secured.withSigningKey(signingKey, System.getenv("GUERDON_SIGNING_KEY"));
        }
    }
}
