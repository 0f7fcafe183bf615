package dev.guerdon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guerdon.api.EnvironmentProvider;
import dev.guerdon.api.Json;
import dev.guerdon.cli.Checkout.Result;
import dev.guerdon.cli.Child;
import dev.guerdon.cli.Cli;
import dev.guerdon.cli.terminal.ExitCode;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.GuerdonServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code guerdon env serve}: what keeps it from starting, and environments without a protocol of their own. */
@Timeout(180)
class EnvServeTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aPortInUseIsAnError() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            String port = String.valueOf(taken.getLocalPort());
            Result result = Cli.run("env", "serve", "minilab", "--port", port);
            assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
            assertThat(result.err()).contains("127.0.0.1:" + port, "in use", "--port");
            assertThat(result.err()).doesNotContain("serving");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--token, '', the token is empty",
        "--token, '  ', the token is empty",
        "--token, abc, the token has 3 characters",
        "--port, 70000, --port must be at least 0 and at most 65535",
        "--host, no.such.host.invalid, is not known",
        "--host, 0.0.0.0, needs a token",
        "--max-sessions, 0, --max-sessions",
        "--max-sessions, many, --max-sessions",
        "--session-timeout, soon, --session-timeout",
        "--session-timeout, 0s, --session-timeout",
        "--deadline, never, --deadline",
        "--compat, other, --compat agentfly",
        "--task, nonsense, nonsense",
        "--variation, 999, 999"
    })
    void wrongOptionsAreToldBeforeAnythingIsServed(String option, String value, String told) {
        Result result = Cli.run("env", "serve", "minilab", option, value);
        assertThat(result.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(result.err()).contains(told).doesNotContain("serving");
    }

    private static Json post(HttpClient http, String address, String body) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonCodec.read(response.body(), "the answer");
    }

    @Test
    void aUsersOwnEnvironmentIsServedFromItsSource() throws Exception {
        Path source = Files.writeString(folder.resolve("DicePlugin.java"), """
            import dev.guerdon.api.*;
            import dev.guerdon.api.Step.Observation;
            import java.util.*;
            import java.util.stream.Stream;
            public final class DicePlugin implements Plugin {
                public void install(Registration registration) { registration.environment(new Provider()); }
                static final class Provider implements EnvironmentProvider {
                    public String name() { return "dice"; }
                    public String description() { return "A die."; }
                    public List<Option> options() { return List.of(new Option("sides", "N", "How many sides."));}
                    public Environment open(Map<String, String> options) {
                        return new Die(Integer.parseInt(options.getOrDefault("sides", "6")));
                    }
                    public Task task(Map<String, String> options) { return Task.of("dice", "", Map.of()); }
                    public Stream<Task> tasks(String split, Map<String, String> options) {
                        return Stream.of(task(options));
                    }
                }
                static final class Die implements Environment {
                    private final int sides;
                    private Random random = new Random();
                    Die(int sides) { this.sides = sides; }
                    public Step reset(Task task, long seed) {
                        random = new Random(seed);
                        return new Step(Observation.of("roll"), 0, false, Map.of());
                    }
                    public Step step(String action) {
                        if (action.equals("exit")) System.exit(7);
                        return new Step(Observation.of("" + (random.nextInt(sides) + 1)), 0, false, Map.of());
                    }
                    public void close() {}
                }
            }
            """);
        Process server = new ProcessBuilder(Child.command(
                        "env", "serve", "dice", "--port", "0", "--sides", "1", "--source", source.toString()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = server.inputReader();
                HttpClient http = HttpClient.newHttpClient()) {
            String line = String.valueOf(lines.readLine());
            assertThat(line).matches("serving dice on http://127.0.0.1:[1-9][0-9]* .*");
            String address = line.replaceFirst(".* on (http\\S+).*", "$1");
            assertThat(post(http, address + "/reset", "{\"seed\":3}")
                            .get("observation")
                            .asString())
                    .isEqualTo("roll");
            assertThat(post(http, address + "/step", "{\"action\":\"roll\"}")
                            .get("observation")
                            .asString())
                    .isEqualTo("1");
            HttpResponse<String> exit = http.send(
                    HttpRequest.newBuilder(URI.create(address + "/step"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"exit\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(exit.body()).contains("environment_failed");
            assertThat(server.isAlive()).isTrue();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void theBrowserIsServed() throws Exception {
        EnvironmentProvider browser = Registry.discover().environment("browser");
        assumeTrue(
                browser.checks().stream().allMatch(EnvironmentProvider.Check::ok),
                "skipped: no Chromium here; 'guerdon setup chromium' gets it");
        try (GuerdonServer server = GuerdonServer.start(
                        GuerdonServer.generalProtocol("browser").open(browser, Map.of()), "127.0.0.1", 0, null);
                HttpClient http = HttpClient.newHttpClient()) {
            String own = server.url() + "/sessions/one";
            assertThat(post(http, own + "/reset", "{}").get("done").asBoolean()).isFalse();
            assertThat(post(http, own + "/step", "{\"action\":\"noop()\"}")
                            .get("reward")
                            .asDouble())
                    .isZero();
            assertThat(post(http, own + "/close", "{}").get("closed").asInt()).isEqualTo(1);
        }
    }
}
