package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

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
import example.PythonClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What eval-protocol's clients send, and what they are told about their key. */
@Timeout(120)
class EvaluateProtocolTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final String BODY = """
            {"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"Paris"}],"ground_truth":"Paris"}""";

    private RewardServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void start() {
        Registry registry = Registry.discover();
        registry.rewards(ExampleRewards.class);
        server = RewardServer.start(
                ServeDefinition.ofRewards(
                        registry,
                        Isolation.NONE,
                        List.of(
                                RewardDefinition.of("exact"),
                                RewardDefinition.of("throws"),
                                RewardDefinition.of("length")),
                        ServeLimits.usual(),
                        List.of(new ClientToken("trainer", TOKEN))),
                "127.0.0.1",
                0);
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/evaluate", "/reward", "/evaluate/exact", "/reward/exact", "/reward?reward=exact"})
    void missingKeyIs401AndWrongKeyIs403(String path) throws Exception {
        assertThat(post(path, BODY).statusCode()).isEqualTo(401);
        // The client sends an empty header where it has no key.
        assertThat(post(path, BODY, "Authorization", "").statusCode()).isEqualTo(401);
        assertThat(post(path, BODY, "X-Api-Key", "0123456789abcdeX").statusCode())
                .isEqualTo(403);
        HttpResponse<String> wrong = post(path, BODY, "Authorization", "Bearer 0123456789abcdeX");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(wrong.body()).doesNotContain("0123456789");
        assertThat(post(path, BODY, "X-Api-Key", TOKEN).statusCode()).isEqualTo(200);
        assertThat(post(path, BODY, "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(200);
    }

    @Test
    void otherClientsGet401ForAWrongKeyToo() throws Exception {
        for (String path : List.of("/get_reward", "/evaluates", "/rewards/exact", "/v1/score/exact")) {
            assertThat(post(path, BODY, "X-Api-Key", "0123456789abcdeX").statusCode())
                    .as(path)
                    .isEqualTo(401);
        }
    }

    @Test
    void guessesAreCountedAlsoWhereTheyAre403() throws Exception {
        int last = 0;
        for (int i = 0; i < 40 && last != 429; i++) {
            last = post("/evaluate", BODY, "X-Api-Key", "0123456789abcde" + i).statusCode();
        }
        assertThat(last).isEqualTo(429);
    }

    @Test
    void fieldsMayStandBesideTheMessagesOrInKwargs() throws Exception {
        String said = "\"messages\":[{\"role\":\"assistant\",\"content\":\"Paris\"}]";
        for (String body : List.of(
                "{" + said + ",\"answer\":\"Paris\"}",
                "{" + said + ",\"ground_truth\":null,\"answer\":\"Paris\",\"kwargs\":null}",
                "{" + said + ",\"answer\":\"Rome\",\"kwargs\":{\"answer\":\"Paris\"}}")) {
            HttpResponse<String> answer = post("/evaluate", body, "X-Api-Key", TOKEN);
            assertThat(answer.body()).as(body).contains("\"score\":1.0,\"is_score_valid\":true");
        }
    }

    @Test
    void clientThatReadsTheNumberAloneGetsAnErrorInsteadOfAZero() throws Exception {
        HttpResponse<String> read = post("/evaluate/throws", BODY, "X-Api-Key", TOKEN);
        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(read.body()).contains("\"is_score_valid\":false");
        HttpResponse<String> raised = post("/reward/throws", BODY, "X-Api-Key", TOKEN);
        assertThat(raised.statusCode()).isEqualTo(422);
        assertThat(raised.body()).contains("ERROR", "/evaluate");
    }

    /** The class RewardFunction of the package, where {@code GUERDON_EVALPROTOCOL} names a Python that has it. */
    @Test
    void clientOfThePackageGetsItsScores(@TempDir Path folder) throws Exception {
        Json seen = PythonClient.run("GUERDON_EVALPROTOCOL", "evalprotocol_client.py", folder, server.url(), TOKEN);
        assertThat(JsonCodec.write(seen.value()))
                .isEqualTo("{\"no key\":[\"HTTPError\",401],\"wrong key\":[\"HTTPError\",403],\"right\":[1.0,{}],"
                        + "\"wrong\":[0.0,{}],\"field\":[1.0,{}],\"metrics\":[5.0,{\"words\":1.0}],"
                        + "\"unscored\":[\"HTTPError\",422],\"unknown\":[\"HTTPError\",404]}");
    }
}
