package dev.guerdon.cli.env;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.base.Secrets;
import dev.guerdon.base.Shutdown;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.server.GuerdonServer;
import dev.guerdon.server.spi.EnvironmentProtocol;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Serves one environment until the process is interrupted. */
final class Serving {

    private final EnvironmentProvider provider;
    private final EnvironmentProtocol protocol;
    private final Map<String, String> options;

    Serving(EnvironmentProvider provider, EnvironmentProtocol protocol, Map<String, String> options) {
        this.provider = provider;
        this.protocol = protocol;
        this.options = options;
    }

    int run(String host, int port, @Nullable String token) throws InterruptedException {
        if (token != null) {
            Secrets.known().learn(token);
        }
        GuerdonServer server = GuerdonServer.start(protocol.open(provider, options), host, port, token);
        CountDownLatch ended = new CountDownLatch(1);
        Shutdown.at(Shutdown.Phase.STOP, "stop the server", () -> {
            server.close();
            ended.countDown();
        });
        System.err.println("serving " + provider.name() + " on " + server.url() + " (Ctrl-C ends it)");
        ended.await();
        return ExitCode.DONE;
    }
}
