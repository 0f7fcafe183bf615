package dev.guerdon.cli.serve;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.cli.terminal.CommandLogging;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.PluginPath;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.lab.RunStore;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.ServeConfig;
import dev.guerdon.server.ServeSecurity;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.viewer.MountedViewer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** Serves rewards over HTTP until the process is asked to end; then what is under way is finished first. */
final class HttpServing {

    private static final long LOOK_MILLIS = 1_000;

    private final ListenOptions listen;
    private final @Nullable Integer port;
    private final @Nullable String token;
    private final UnaryOperator<ServeSecurity> options;
    private final PrintWriter err;
    private @Nullable RunStore shown;

    /**
     * @param listen where to listen
     * @param port the port, null for the default
     * @param options what the options say of TLS and signatures, on top of the file
     */
    HttpServing(ListenOptions listen, @Nullable Integer port, UnaryOperator<ServeSecurity> options, PrintWriter err) {
        this.options = options;
        this.listen = listen;
        this.port = port;
        this.token = listen.token();
        this.err = err;
    }

    /** Shows the runs of a folder, too. */
    HttpServing showing(@Nullable RunStore store) {
        shown = store;
        return this;
    }

    /** Serves what the options say. */
    int run(ServeDefinition definition) throws InterruptedException {
        serve(new ServeConfig("127.0.0.1", ServeConfig.USUAL_PORT, definition, ServeSecurity.NONE))
                .await();
        return ExitCode.DONE;
    }

    /** Serves what a file says, and reads it again when it changes. */
    int run(Path file, PluginPath path, Isolation isolation) throws InterruptedException {
        ServeConfig.Surroundings around = new ServeConfig.Surroundings() {
            @Override
            public PluginPath path() {
                return path;
            }

            @Override
            public Isolation isolation() {
                return isolation;
            }

            @Override
            public @Nullable String variable(String name) {
                return System.getenv(name);
            }
        };
        byte[] seen = bytes(file);
        ServeConfig config = ServeConfig.read(file, around);
        Running running = serve(config);
        Semaphore asked = new Semaphore(0);
        Signals.register("HUP", asked::release);
        while (!running.ended.await(0, TimeUnit.MILLISECONDS)) {
            boolean signal = asked.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            byte[] now = bytes(file);
            if (signal || !Arrays.equals(now, seen)) {
                seen = now;
                reload(running, config, file, around);
            }
        }
        return ExitCode.DONE;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private void reload(Running running, ServeConfig first, Path file, ServeConfig.Surroundings around) {
        try {
            ServeConfig config = ServeConfig.read(file, around);
            try {
                running.server.replace(withToken(config.definition()));
            } catch (RuntimeException e) {
                config.definition().whenUnused().run();
                throw e;
            }
            say("read " + file + " again; serving " + names(running.server));
            if (!config.host().equals(first.host()) || config.port() != first.port()) {
                say("a change of host or port holds after a restart");
            }
            if (!ownPorts(config).equals(ownPorts(first))) {
                say("other ports of environments hold after a restart");
            }
            if (!config.security().isLike(first.security())) {
                say("other files for TLS and another signing key hold after a restart");
            }
        } catch (GuerdonException e) {
            say(e.getMessage() + "; serving as before");
        }
    }

    private static Map<String, Integer> ownPorts(ServeConfig config) {
        return config.definition().environments().stream()
                .collect(Collectors.toMap(EnvironmentDefinition::name, EnvironmentDefinition::ownPort));
    }

    /** A server, and when it has ended. */
    private record Running(RewardServer server, CountDownLatch ended) {

        void await() throws InterruptedException {
            ended.await();
        }
    }

    /**
     * Keeps the carriers of virtual threads close to the number of processors. Where many wait for classes to load, the pool makes more, and
     * keeps them, and connections then cost several times as much.
     */
    private static void keepCarriersFew() {
        String most = "jdk.virtualThreadScheduler.maxPoolSize";
        if (System.getProperty(most) == null) {
            System.setProperty(most, String.valueOf(Runtime.getRuntime().availableProcessors() + 2));
        }
    }

    private Running serve(ServeConfig config) {
        CommandLogging.hushLibraries();
        keepCarriersFew();
        if (shown != null) {
            Registry registry = config.definition().registry();
            registry.add(new MountedViewer(shown, registry));
        }
        RewardServer server = RewardServer.start(
                withToken(config.definition()),
                listen.host().orElse(config.host()),
                port == null ? config.port() : port,
                options.apply(config.security()));
        CountDownLatch ended = new CountDownLatch(1);
        ProcessShutdown.at(ProcessShutdown.Phase.STOP, "finish the requests under way", () -> {
            try {
                server.drain();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                server.close();
            } finally {
                ended.countDown();
            }
        });
        server.exitWhenDeaf(this::say, ExitCode.ENDED_EARLY);
        say("serving " + names(server) + " on " + server.url() + " (Ctrl-C ends it)");
        server.ownUrls().forEach((name, url) -> say("serving " + name + " in its own protocol on " + url));
        if (shown != null) {
            say("showing the runs in " + shown.root() + " on " + server.url() + MountedViewer.PATH + "/");
        }
        return new Running(server, ended);
    }

    private static String names(RewardServer server) {
        return Stream.concat(
                        server.rewards().stream().map(each -> each.name()),
                        server.environments().stream().map(each -> "environment " + each.name()))
                .collect(Collectors.joining(", "));
    }

    private ServeDefinition withToken(ServeDefinition definition) {
        if (token == null) {
            return definition;
        }
        List<ClientToken> tokens = new ArrayList<>(definition.tokens());
        tokens.add(new ClientToken("", token));
        return definition.withTokens(tokens);
    }

    private void say(@Nullable String what) {
        err.println(what);
    }
}
