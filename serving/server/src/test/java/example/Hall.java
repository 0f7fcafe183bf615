package example;

import dev.guerdon.api.Json;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server on a free port of loopback whose environment is a {@link Corridor}, and a client for it. */
public final class Hall implements AutoCloseable {

    /** What clients show where a token is asked for. */
    public static final String TOKEN = "0123456789abcdef-hall";

    public final Corridor corridor = new Corridor();
    public final RewardServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private Hall(String reward, int most, Duration idle, Duration deadline, boolean token) {
        server = RewardServer.start(definition(reward, most, idle, deadline, token), "127.0.0.1", 0);
    }

    public static Hall open() {
        return open("", 8);
    }

    public static Hall open(String reward, int most) {
        return new Hall(reward, most, Duration.ofMinutes(5), Duration.ofSeconds(30), false);
    }

    public static Hall impatient(Duration idle, Duration deadline) {
        return new Hall("", 8, idle, deadline, false);
    }

    public static Hall guarded() {
        return new Hall("", 8, Duration.ofMinutes(5), Duration.ofSeconds(30), true);
    }

    /** What is served. */
    public ServeDefinition definition(String reward, int most, Duration idle, Duration deadline, boolean token) {
        Registry registry = Registry.discover();
        registry.add(corridor);
        registry.rewards(ExampleRewards.class);
        ServeLimits usual = ServeLimits.usual();
        return new ServeDefinition(
                registry,
                Isolation.NONE,
                List.of(RewardDefinition.of("exact"), RewardDefinition.of("throws")),
                new ServeLimits(
                        1 << 20,
                        usual.batch(),
                        usual.queueSamples(),
                        usual.queueBytes(),
                        usual.batchDeadline(),
                        usual.slow(),
                        Duration.ofSeconds(20),
                        2),
                List.of(
                        new EnvironmentDefinition(
                                "hall",
                                "corridor",
                                Map.of("length", "2"),
                                List.of(new Split("train", "", null), new Split("test", "hard", null)),
                                List.of("door"),
                                false,
                                List.of(),
                                reward,
                                most,
                                idle,
                                deadline,
                                EnvironmentDefinition.NO_PORT),
                        EnvironmentDefinition.of("long", "corridor", Map.of("length", "9"))),
                token ? List.of(new ClientToken("alice", TOKEN), new ClientToken("bob", TOKEN + "2")) : List.of(),
                () -> {});
    }

    public URI address(String path) {
        return URI.create(server.url() + path);
    }

    public HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(address(path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json");
    }

    public HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = to(path).POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(to(path).GET().build());
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    public static Json json(HttpResponse<String> response) {
        return JsonCodec.read(response.body(), "the answer");
    }

    @Override
    public void close() {
        corridor.released.countDown();
        server.close();
        http.close();
    }
}
