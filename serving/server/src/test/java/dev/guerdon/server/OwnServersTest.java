package dev.guerdon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.GuerdonException;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.ClientToken;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Environments at ports of their own, as AgentFly's clients expect them, beside the protocols of trainers. */
@Timeout(120)
class OwnServersTest {

    private static final String TOKEN = "0123456789abcdef";

    private static EnvironmentDefinition environment(String name, int port) {
        return environment(name, port, Duration.ofMinutes(5), Duration.ofSeconds(60));
    }

    private static EnvironmentDefinition environment(String name, int port, Duration idle, Duration deadline) {
        return new EnvironmentDefinition(
                name, name, Map.of(), List.of(), List.of(), false, List.of(), "", 8, idle, deadline, port);
    }

    private static ServeDefinition definition(List<ClientToken> tokens, EnvironmentDefinition... environments) {
        return new ServeDefinition(
                Registry.discover(),
                Isolation.NONE,
                List.of(RewardDefinition.of("alfworld_episode_reward")),
                ServeLimits.usual(),
                List.of(environments),
                tokens,
                () -> {});
    }

    private static HttpResponse<String> post(String url, String body, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    @Tag("slow")
    void eachSpeaksItsOwnProtocolBehindTheSameDoor() throws Exception {
        String house;
        try (RewardServer server = RewardServer.start(
                definition(
                        List.of(new ClientToken("trainer", TOKEN)),
                        environment("alfworld", 0),
                        environment("minilab", 0),
                        environment("webshop", EnvironmentDefinition.NO_PORT)),
                "127.0.0.1",
                0)) {
            assertThat(server.ownUrls().keySet()).containsExactly("alfworld", "minilab");
            house = Objects.requireNonNull(server.ownUrls().get("alfworld"));
            HttpResponse<String> reset = post(house + "/reset", "{}", TOKEN);
            assertThat(reset.statusCode()).as(reset.body()).isEqualTo(200);
            assertThat(JsonCodec.read(reset.body(), "the answer").find("observation"))
                    .isPresent();
            HttpResponse<String> step = post(house + "/step", "{\"action\":\"look\"}", TOKEN);
            assertThat(step.statusCode()).as(step.body()).isEqualTo(200);
            assertThat(post(house + "/reset", "{}", "").statusCode()).isEqualTo(401);
            assertThat(post(house + "/reset", "{}", TOKEN + "x").statusCode()).isEqualTo(401);
            // What trainers ask is not here, and what AgentFly asks is not there.
            assertThat(post(house + "/v1/score", "{}", TOKEN).statusCode()).isEqualTo(404);
            assertThat(post(server.url() + "/v1/score/alfworld_episode_reward", "{\"final_response\":\"x\"}", TOKEN)
                            .statusCode())
                    .isEqualTo(200);
            server.replace(definition(List.of(new ClientToken("trainer", TOKEN + "new")), environment("alfworld", 0)));
            assertThat(post(house + "/reset", "{}", TOKEN).statusCode()).isEqualTo(401);
            assertThat(post(house + "/reset", "{}", TOKEN + "new").statusCode()).isEqualTo(200);
        }
        assertThatThrownBy(() -> post(house + "/reset", "{}", TOKEN)).isInstanceOf(ConnectException.class);
    }

    @Test
    @Tag("slow")
    void everyTimeThatADefinitionMayHaveReachesItsServer() throws Exception {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try (RewardServer server = RewardServer.start(
                definition(
                        List.of(),
                        environment("alfworld", 0, Duration.ofSeconds(90), Duration.ofHours(1)),
                        environment("minilab", 0, Duration.ofMinutes(90), Duration.ofMillis(61_500)),
                        environment("webshop", 0, Duration.ofMillis(1500), Duration.ofMillis(1549))),
                "127.0.0.1",
                0)) {
            assertThat(server.ownUrls().keySet()).containsExactly("alfworld", "minilab", "webshop");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void nothingIsLeftRunningWhereAPortIsTaken() throws Exception {
        int own;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            own = free.getLocalPort();
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> RewardServer.start(
                            definition(
                                    List.of(),
                                    environment("minilab", own),
                                    environment("alfworld", taken.getLocalPort())),
                            "127.0.0.1",
                            0))
                    .isInstanceOf(GuerdonException.class)
                    .hasMessageContaining(":" + taken.getLocalPort());
            assertThatThrownBy(() -> post("http://127.0.0.1:" + own + "/reset", "{}", ""))
                    .isInstanceOf(ConnectException.class);
        }
    }
}
