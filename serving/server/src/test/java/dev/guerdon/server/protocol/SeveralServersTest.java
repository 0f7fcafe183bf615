package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.ExampleRewards;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers behind OpenRLHF's list of addresses: its client takes them in turn, and tries the same one five times. */
@Timeout(120)
class SeveralServersTest {

    private static final int TRIES = 5;

    private final List<RewardServer> servers = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private int turn;

    @BeforeEach
    void start() {
        ExampleRewards.gate = new CountDownLatch(1);
        servers.add(server());
        servers.add(server());
        servers.forEach(server -> addresses.add(server.url()));
    }

    private static RewardServer server() {
        Registry registry = Registry.discover();
        registry.rewards(ExampleRewards.class);
        return RewardServer.start(
                ServeDefinition.ofRewards(
                        registry,
                        Isolation.NONE,
                        List.of(RewardDefinition.of("exact"), RewardDefinition.of("waits")),
                        ServeLimits.usual(),
                        List.of()),
                "127.0.0.1",
                0);
    }

    @AfterEach
    void stop() {
        ExampleRewards.gate.countDown();
        servers.forEach(RewardServer::close);
        http.close();
    }

    private @Nullable Double reward(String answer) throws Exception {
        String next = addresses.get(turn++ % addresses.size());
        for (int i = 0; i < TRIES; i++) {
            try {
                HttpResponse<String> response = post(next, "/get_reward", answer);
                if (response.statusCode() == 200) {
                    return JsonCodec.read(response.body(), "it")
                            .get("rewards")
                            .asList()
                            .getFirst()
                            .asDouble();
                }
            } catch (IOException e) {
                // The client waits a second here.
            }
        }
        return null;
    }

    private HttpResponse<String> post(String address, String path, String answer) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"query\":[\"q" + answer + "\"],\"prompts\":[\"q\"],\"labels\":[\"Paris\"]}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void bothGiveTheSameRewards() throws Exception {
        for (int i = 0; i < 6; i++) {
            assertThat(reward(i % 3 == 0 ? "Paris" : "Rome")).isEqualTo(i % 3 == 0 ? 1.0 : 0.0);
        }
        for (RewardServer server : servers) {
            HttpResponse<String> metrics = http.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/metrics"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(metrics.body()).contains("guerdon_samples_total{reward=\"exact\",outcome=\"scored\"} 3");
        }
    }

    @Test
    void serverThatEndsAnswersWhatIsUnderWayAndTheOtherGoesOn() throws Exception {
        RewardServer dying = servers.get(1);
        String address = addresses.get(1);
        CompletableFuture<HttpResponse<String>> underWay = CompletableFuture.supplyAsync(() -> {
            try {
                return post(address, "/get_reward/waits", "Paris");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        untilUnderWay(address);
        CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
            try {
                dying.drain();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        untilRefused(address);
        ExampleRewards.gate.countDown();
        assertThat(underWay.get(60, TimeUnit.SECONDS).body()).contains("\"rewards\":[0.5]");
        ended.get(60, TimeUnit.SECONDS);

        List<@Nullable Double> rewards = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            rewards.add(reward("Paris"));
        }
        // Nobody makes a number up: what the dead one was asked has none, and everything else is scored.
        assertThat(rewards).containsExactly(1.0, null, 1.0, null);
    }

    private void untilUnderWay(String address) throws Exception {
        String metrics;
        do {
            metrics = http.send(
                            HttpRequest.newBuilder(URI.create(address + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } while (!metrics.contains("guerdon_queue_samples 1"));
    }

    private void untilRefused(String address) throws Exception {
        int status;
        do {
            status = post(address, "/get_reward", "Paris").statusCode();
        } while (status == 200);
        assertThat(status).isEqualTo(503);
    }
}
