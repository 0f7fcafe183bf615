package dev.guerdon.cli.serve;

import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.base.ProcessShutdown;
import dev.guerdon.core.base.SecretFilter;
import dev.guerdon.server.GuerdonServer;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the address on which a server listens, and what it asks of its clients: options of every command that serves over HTTP. */
final class ListenOptions {

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Listen on this address; loopback by default. Any other address needs a token, or for 'serve'"
                    + " --tls-client-ca.")
    private @Nullable String host;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "Require this token from clients; a browser asks for a name and a password, and takes any name"
                            + " with the token. GUERDON_TOKEN does the same and keeps it out of the process list.")
    private @Nullable String token;

    Optional<String> host() {
        return Optional.ofNullable(host);
    }

    /**
     * Returns the token, which is hidden in what is printed from now on, or null for none. An empty one is returned as such: it is that of a
     * variable that is not set.
     */
    @Nullable
    String token() {
        String shown = token == null ? System.getenv("GUERDON_TOKEN") : token;
        if (shown != null) {
            SecretFilter.known().learn(shown);
        }
        return shown;
    }

    /** Serves until the process is asked to end. */
    static int untilEnded(GuerdonServer server, PrintWriter err, String sentence) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        ProcessShutdown.at(ProcessShutdown.Phase.STOP, "stop the server", () -> {
            server.close();
            ended.countDown();
        });
        server.exitWhenDeaf(err::println, ExitCode.ENDED_EARLY);
        err.println(sentence);
        ended.await();
        return ExitCode.DONE;
    }
}
