package dev.guerdon.server.scoring;

import dev.guerdon.api.Json;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.ExampleRewards;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reward server on a free port of loopback, and a client for it. */
final class Served implements AutoCloseable {

    final RewardServer server;
    final HttpClient http = HttpClient.newHttpClient();

    private Served(RewardServer server) {
        this.server = server;
    }

    static Registry registry() {
        Registry registry = new Registry();
        registry.rewards(ExampleRewards.class);
        return registry;
    }

    static ServeLimits limits() {
        return new ServeLimits(
                1 << 20,
                1000,
                2000,
                4 << 20,
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                2);
    }

    static RewardDefinition reward(String name, Duration deadline) {
        return new RewardDefinition(name, name, Map.of(), deadline, null, null, 0);
    }

    static ServeDefinition definition(ServeLimits limits, List<ClientToken> tokens, RewardDefinition... rewards) {
        return ServeDefinition.ofRewards(registry(), Isolation.NONE, List.of(rewards), limits, tokens);
    }

    static Served start(ServeDefinition definition) {
        return new Served(RewardServer.start(definition, "127.0.0.1", 0));
    }

    static Served start(RewardDefinition... rewards) {
        return start(definition(limits(), List.of(), rewards));
    }

    static Served start(String... rewards) {
        return start(List.of(rewards).stream()
                .map(name -> reward(name, Duration.ofSeconds(30)))
                .toArray(RewardDefinition[]::new));
    }

    HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Duration.ofSeconds(60));
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(to(path).build());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(to(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    static Json json(HttpResponse<String> response) {
        return JsonCodec.read(response.body(), "the answer");
    }

    /** The rewards of a batch's answer, null where there is none. */
    static List<@Nullable Object> rewards(HttpResponse<String> response) {
        return json(response).get("scores").asList().stream()
                .<@Nullable Object>map(score -> score.asMap().get("reward"))
                .toList();
    }

    @Override
    public void close() {
        ExampleRewards.gate.countDown();
        server.close();
        http.close();
    }
}
