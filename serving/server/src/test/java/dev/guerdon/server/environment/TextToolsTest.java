package dev.guerdon.server.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.api.Task;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.EnvironmentDefinition;
import dev.guerdon.server.spi.EnvironmentDefinition.Split;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.Corridor;
import example.LampTools;
import example.Wires;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Episodes whose tools only say something, as those of docs/resources.md: they end with an answer, and are scored. */
@Timeout(120)
class TextToolsTest {

    private final HttpClient http = HttpClient.newHttpClient();
    private RewardServer server;

    @BeforeEach
    void start() {
        Registry registry = Registry.discover();
        registry.rewards(LampTools.class);
        registry.tools(LampTools.class);
        registry.add(new Corridor());
        server = RewardServer.start(
                new ServeDefinition(
                        registry,
                        Isolation.FOREIGN,
                        List.of(RewardDefinition.of("lamp_is_on")),
                        ServeLimits.usual(),
                        List.of(lamps("asked", "questions"), lamps("walked", "corridor")),
                        List.of(),
                        () -> {}),
                "127.0.0.1",
                0);
    }

    private static EnvironmentDefinition lamps(String name, String kind) {
        Task task = Task.of("lamp", "Switch the lamp on.", Map.of("door", "door 1", "answer", "none"));
        return new EnvironmentDefinition(
                name,
                kind,
                Map.of(),
                List.of(new Split("train", "", List.of(task))),
                List.of(),
                false,
                List.of("press"),
                "lamp_is_on",
                8,
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                EnvironmentDefinition.NO_PORT);
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
        all.addAll(Arrays.asList(headers));
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .timeout(Duration.ofSeconds(60))
                        .headers(all.toArray(String[]::new))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    private static Json json(String text) {
        return JsonCodec.read(text, "the answer");
    }

    @ParameterizedTest
    @CsvSource({"asked, 1, 1.0", "asked, 2, 0.0", "walked, 3, 1.0"})
    void overTheWebSocketOfOpenEnv(String environment, int times, double reward) throws Exception {
        try (Wires wires = new Wires(server.port(), "/" + environment + "/ws")) {
            Json unused = wires.ask("{\"type\":\"reset\"}");
            String call = "{\"type\":\"step\",\"data\":{\"type\":\"call_tool\",\"tool_name\":\"%s\",\"arguments\":%s}}";
            Json pressed = wires.ask(call.formatted("press", "{\"times\":" + times + "}"))
                    .get("data");
            assertThat(pressed.get("done").asBoolean()).isFalse();
            assertThat(pressed.get("reward").isNull()).isTrue();
            Json last = wires.ask(call.formatted("submit", "{\"answer\":\"Done.\"}"))
                    .get("data");
            assertThat(last.get("done").asBoolean()).isTrue();
            assertThat(last.get("reward").asDouble()).isEqualTo(reward);
            // What comes after the end changes nothing, whichever way it comes.
            for (String late : List.of(
                    call.formatted("press", "{}"),
                    call.formatted("submit", "{\"answer\":\"Again.\"}"),
                    "{\"type\":\"step\",\"data\":{\"action\":\"go\"}}")) {
                Json refused = wires.ask(late).get("data");
                assertThat(refused.get("done").asBoolean()).as(late).isTrue();
            }
            Json state = wires.ask("{\"type\":\"state\"}").get("data");
            assertThat(state.get("step_count").asInt()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"asked, 1, 1.0", "walked, 2, 0.0"})
    void overMcp(String environment, int times, double reward) throws Exception {
        String path = "/" + environment + "/mcp";
        String[] accept = {"Accept", "application/json, text/event-stream"};
        String session =
                post(path, """
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
                        "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\
                        """, accept).headers().firstValue("Mcp-Session-Id").orElseThrow();
        String[] own = {"Mcp-Session-Id", session, accept[0], accept[1]};
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}";
        assertThat(post(path, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\",\"params\":{}}", own)
                        .body())
                .contains("\"begin_episode\"", "\"press\"", "\"submit\"")
                .doesNotContain("\"act\"");
        post(path, call.formatted("begin_episode", "{}"), own);
        post(path, call.formatted("press", "{\"times\":" + times + "}"), own);
        Json last = json(post(path, call.formatted("submit", "{\"answer\":\"Done.\"}"), own)
                        .body())
                .get("result");
        assertThat(last.get("_meta").get("dev.guerdon/done").asBoolean()).isTrue();
        assertThat(last.get("_meta").get("dev.guerdon/reward").asDouble()).isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource({"asked, 1, 1.0", "walked, 2, 0.0"})
    void overTheOpenRewardStandard(String environment, int times, double reward) throws Exception {
        String created = post("/create_session", "{}").body();
        String session = created.replaceAll("(?s).*data: *(\\S+).*", "$1");
        String[] own = {"X-Session-ID", session};
        post("/create", "{\"env_name\":\"" + environment + "\",\"split\":\"train\",\"index\":0}", own);
        String path = "/" + environment + "/call";
        assertThat(post(path, "{\"name\":\"press\",\"input\":{\"times\":" + times + "}}", own)
                        .body())
                .contains("\"finished\":false");
        assertThat(post(path, "{\"name\":\"submit\",\"input\":{\"answer\":\"Done.\"}}", own)
                        .body())
                .contains("\"finished\":true", "\"reward\":" + reward);
    }

    private static String row(String environment, String output) {
        return "{\"responses_create_params\":{\"input\":\"Switch.\"},\"environment\":\"" + environment
                + "\",\"split\":\"train\",\"index\":0,\"response\":{\"id\":\"r\",\"output\":[" + output + "]}}";
    }

    private static final String SAID = """
        {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}\
        """;

    private static String cookie(HttpResponse<String> response) {
        return response.headers().firstValue("Set-Cookie").orElseThrow().replaceAll(";.*", "");
    }

    @ParameterizedTest
    @CsvSource({"asked, 1, 1.0", "walked, 1, 1.0", "walked, 2, 0.0"})
    void overNemoGym(String environment, int times, double reward) throws Exception {
        String cookie = cookie(post("/seed_session", row(environment, "")));
        cookie = cookie(post("/press", "{\"times\":" + times + "}", "Cookie", cookie));
        Json verdict =
                json(post("/verify", row(environment, SAID), "Cookie", cookie).body());
        assertThat(verdict.get("reward").asDouble()).isEqualTo(reward);
    }

    @ParameterizedTest
    @CsvSource({"asked, 1, 1.0", "walked, 1, 1.0", "walked, 2, 0.0"})
    void overGymnasium(String environment, int times, double reward) throws Exception {
        String cookie = cookie(post("/reset", row(environment, "")));
        String press = """
            {"type":"function_call","call_id":"c","name":"press","arguments":"{\\"times\\":%d}"}\
            """.formatted(times);
        HttpResponse<String> pressed = post("/step", row(environment, press), "Cookie", cookie);
        assertThat(json(pressed.body()).get("terminated").asBoolean()).isFalse();
        Json last = json(
                post("/step", row(environment, SAID), "Cookie", cookie(pressed)).body());
        assertThat(last.get("terminated").asBoolean()).isTrue();
        assertThat(last.get("reward").asDouble()).isEqualTo(reward);
    }
}
