package dev.guerdon.server.protocol;

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
import example.ExampleRewards;
import example.PythonClient;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of NeMo Gym that are played in environments, with a client that keeps only the cookies of the last answer, as NeMo Gym's does. */
@Timeout(120)
class NemoGymEpisodesTest {

    private static final String COOKIE = "guerdon_nemo_gym";

    private final Corridor corridor = new Corridor();
    private final HttpClient http = HttpClient.newHttpClient();
    private RewardServer server;
    private String cookie = "";

    @BeforeEach
    void start() {
        Registry registry = Registry.discover();
        registry.rewards(ExampleRewards.class);
        registry.add(corridor);
        List<Task> tasks = List.of(Task.of("q0", "What is the capital of France?", Map.of("answer", "Paris")));
        server = RewardServer.start(
                new ServeDefinition(
                        registry,
                        Isolation.NONE,
                        List.of(RewardDefinition.of("exact"), RewardDefinition.of("throws")),
                        ServeLimits.usual(),
                        List.of(
                                EnvironmentDefinition.of("hall", "corridor", Map.of("length", "2")),
                                questions("qa", "exact", tasks),
                                questions("broken", "throws", tasks)),
                        List.of(),
                        () -> {}),
                "127.0.0.1",
                0);
    }

    private static EnvironmentDefinition questions(String name, String reward, List<Task> tasks) {
        return new EnvironmentDefinition(
                name,
                "questions",
                Map.of(),
                List.of(new Split("train", "", tasks)),
                List.of(),
                false,
                List.of(),
                reward,
                64,
                Duration.ofMinutes(15),
                Duration.ofSeconds(30),
                EnvironmentDefinition.NO_PORT);
    }

    @AfterEach
    void stop() {
        corridor.released.countDown();
        server.close();
        http.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!cookie.isEmpty()) {
            request.header("Cookie", COOKIE + "=" + cookie);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        cookie = response.headers()
                .firstValue("Set-Cookie")
                .map(value -> value.replaceAll("^" + COOKIE + "=([^;]*);.*", "$1"))
                .orElse("");
        return response;
    }

    private Json answer(String path, String body) throws Exception {
        HttpResponse<String> response = post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonCodec.read(response.body(), "the answer");
    }

    private static String row(String more, String output) {
        return "{\"responses_create_params\":{\"input\":\"Walk.\"}," + more + ",\"response\":{\"id\":\"r\",\"output\":["
                + output + "]}}";
    }

    private static final String HALL = "\"environment\":\"hall\",\"split\":\"default\",\"index\":0";
    private static final String SAID = said("I walked.");

    private static String said(String text) {
        return "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"" + text
                + "\"}]}";
    }

    private static String called(String tool, String arguments) {
        return "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"" + tool + "\",\"arguments\":"
                + JsonCodec.write(arguments) + "}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/ng-rollout/7f3a"})
    void rowIsPlayedWithToolsAndVerifiedWithTheReturnOfItsEpisode(String prefix) throws Exception {
        assertThat(post(prefix + "/seed_session", row(HALL, "")).body()).isEqualTo("{}");
        HttpResponse<String> step = post(prefix + "/act", "{\"action\":\"go\"}");
        assertThat(step.body()).isEqualTo("You walk.");
        assertThat(post(prefix + "/actions", "{}").body()).isEqualTo("go\nwait");
        assertThat(post(prefix + "/act", "{\"action\":\"go\"}").body()).isEqualTo("You are at door 0.");
        Json verdict = answer(prefix + "/verify", row(HALL, SAID));
        assertThat(verdict.get("reward").asDouble()).isEqualTo(1.25);
        assertThat(verdict.get("mask_sample").asBoolean()).isFalse();
        assertThat(verdict.get("responses_create_params").get("input").asString())
                .isEqualTo("Walk.");
        // A verdict that is asked for again, because its answer got lost, is the same.
        assertThat(answer(prefix + "/verify", row(HALL, SAID)).get("reward").asDouble())
                .isEqualTo(1.25);
    }

    @Test
    void whatIsWrongWithACallIsToldToTheModelAndTheCookieStays() throws Exception {
        HttpResponse<String> seeded = post("/seed_session", row(HALL, ""));
        assertThat(seeded.statusCode()).isEqualTo(200);
        for (String arguments : List.of("{}", "{\"action\":7}", "{\"way\":\"go\"}")) {
            HttpResponse<String> wrong = post("/act", arguments);
            assertThat(wrong.statusCode()).as(arguments).isEqualTo(400);
            assertThat(wrong.body()).contains("action");
            assertThat(cookie).isNotEmpty();
        }
        assertThat(post("/act", "{\"action\":\"go\"}").statusCode()).isEqualTo(200);
    }

    @Test
    void twoEpisodesDoNotMeet() throws Exception {
        assertThat(post("/seed_session", row(HALL, "")).statusCode()).isEqualTo(200);
        String first = cookie;
        cookie = "";
        assertThat(post("/seed_session", row(HALL, "")).statusCode()).isEqualTo(200);
        String second = cookie;
        assertThat(second).isNotEqualTo(first);
        cookie = first;
        assertThat(post("/act", "{\"action\":\"go\"}").statusCode()).isEqualTo(200);
        cookie = second;
        assertThat(answer("/verify", row(HALL, SAID)).get("reward").asDouble()).isZero();
        cookie = first;
        assertThat(answer("/verify", row(HALL, SAID)).get("reward").asDouble()).isEqualTo(0.25);
    }

    @Test
    void episodeWhoseSessionIsLostIsMasked() throws Exception {
        for (String given : List.of("", "0123456789abcdef0123456789abcdef", "'; drop", "../../etc")) {
            cookie = given;
            Json verdict = answer("/verify", row(HALL, SAID));
            assertThat(verdict.get("reward").asDouble()).isZero();
            assertThat(verdict.get("mask_sample").asBoolean()).isTrue();
            assertThat(verdict.get("failure_kind").asString()).isEqualTo("session_lost");
        }
        cookie = "";
        assertThat(post("/seed_session", row(HALL, "")).statusCode()).isEqualTo(200);
        assertThat(post("/act", "{\"action\":\"lose\"}").statusCode()).isEqualTo(503);
        assertThat(answer("/verify", row(HALL, SAID)).get("mask_sample").asBoolean())
                .isTrue();
    }

    @Test
    void rewardScoresWhatWasSubmittedOrElseTheLastMessage() throws Exception {
        String qa = "\"verifier_metadata\":{\"environment\":\"qa\",\"task_id\":\"q0\"}";
        assertThat(post("/seed_session", row(qa, "")).statusCode()).isEqualTo(200);
        assertThat(answer("/verify", row(qa, said("Paris"))).get("reward").asDouble())
                .isEqualTo(1);
        cookie = "";
        assertThat(post("/seed_session", row(qa, "")).statusCode()).isEqualTo(200);
        assertThat(post("/submit", "{\"answer\":\"Paris\"}").body()).contains("received");
        assertThat(answer("/verify", row(qa, said("I have answered.")))
                        .get("reward")
                        .asDouble())
                .isEqualTo(1);
        String broken = "\"environment\":\"broken\",\"split\":\"train\",\"index\":0";
        cookie = "";
        assertThat(post("/seed_session", row(broken, "")).statusCode()).isEqualTo(200);
        Json masked = answer("/verify", row(broken, said("Paris")));
        assertThat(masked.get("mask_sample").asBoolean()).isTrue();
        assertThat(masked.get("failure_kind").asString()).isEqualTo("verifier_error");
    }

    @Test
    void rowWithoutAnEnvironmentIsStillJudgedByARewardAlone() throws Exception {
        assertThat(post("/seed_session", row("\"expected_answer\":\"Paris\"", ""))
                        .statusCode())
                .isEqualTo(200);
        Json verdict = answer("/verify", row("\"expected_answer\":\"Paris\"", said("Paris")));
        assertThat(verdict.get("reward").asDouble()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"environment\":\"none\",\"split\":\"default\",\"index\":0",
                "\"environment\":7",
                "\"environment\":\"hall\"",
                "\"environment\":\"hall\",\"split\":\"none\",\"index\":0",
                "\"environment\":\"hall\",\"index\":99",
                "\"environment\":\"hall\",\"index\":-1",
                "\"environment\":\"hall\",\"index\":\"0\"",
                "\"environment\":\"hall\",\"task_id\":\"none\"",
            })
    void seedThatNamesNoTaskIsRefusedAndLeavesNoSession(String more) throws Exception {
        HttpResponse<String> refused = post("/seed_session", row(more, ""));
        assertThat(refused.statusCode()).as(refused.body()).isBetween(400, 499);
        assertThat(refused.body()).contains("detail");
        assertThat(post("/reset", row(more, "")).statusCode()).isBetween(400, 499);
        corridor.awaitOpen(0);
    }

    /** The kit itself, where {@code GUERDON_NEMOGYM} names a Python that has the package. */
    @Test
    void packagesOwnConformanceHolds(@TempDir Path folder) throws Exception {
        Json held = PythonClient.run("GUERDON_NEMOGYM", "nemogym_client.py", folder, server.url(), "{" + HALL + "}");
        assertThat(held.asList()).hasSize(2).allMatch(Json::asBoolean);
    }

    /** What nemo_gym.testing.session_conformance asks of a server that keeps state, with the same bodies. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"rollout_id\":\"e1\",\"attempt\":1}", "\"e1\""})
    void typedSessionsKeepTheContractAndPlayAnEpisode(String episode) throws Exception {
        String ids = "\"resources_session_id\":\"s1\",\"episode_id\":" + episode;
        String seed = "{" + ids + ",\"task_id\":{\"taskset\":\"t\",\"task_id\":\"t1\"},\"task_data\":{" + HALL + "}}";
        for (int i = 0; i < 2; i++) {
            Json seeded = answer("/seed_session", seed);
            assertThat(JsonCodec.write(seeded.value()))
                    .isEqualTo("{\"resources_session_id\":\"s1\",\"resources_tools\":null,\"sandbox_access\":null}");
            assertThat(cookie).isNotEmpty();
        }
        corridor.awaitOpen(1);
        assertThat(post("/act", "{\"action\":\"go\"}").body()).isEqualTo("You walk.");
        cookie = ""; // the verdict finds its episode by name
        Json verdict = answer(
                "/verify",
                "{\"episode_id\":" + episode
                        + ",\"task_id\":{\"taskset\":\"t\",\"task_id\":\"t1\"},\"verification_input\":{\"responses_create_params\":{\"input\":\"\"},"
                        + "\"response\":{\"output\":[" + SAID + "]}}}");
        assertThat(verdict.get("reward").asDouble()).isEqualTo(0.25);
        for (int i = 0; i < 2; i++) {
            assertThat(post("/close_session", "{" + ids + "}").body()).isEqualTo("{\"resources_session_id\":\"s1\"}");
        }
        assertThat(post("/close_session", "{\"resources_session_id\":\"never\",\"episode_id\":" + episode + "}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(post("/seed_session", seed).statusCode()).isEqualTo(409);
        assertThat(post("/seed_session", seed.replace("\"s1\"", "\"never\"")).statusCode())
                .isEqualTo(409);
    }

    @Test
    void attemptsOfARolloutAreEpisodesOfTheirOwn() throws Exception {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThat(post(
                                    "/seed_session",
                                    "{\"resources_session_id\":\"a" + attempt
                                            + "\",\"episode_id\":{\"rollout_id\":\"r\",\"attempt\":" + attempt
                                            + "},\"task_id\":{},\"task_data\":{\"expected_answer\":\"" + attempt
                                            + "\"}}")
                            .statusCode())
                    .isEqualTo(200);
        }
        for (int attempt = 0; attempt < 2; attempt++) {
            Json verdict = answer(
                    "/verify",
                    "{\"episode_id\":{\"attempt\":" + attempt
                            + ",\"rollout_id\":\"r\"},\"task_id\":{},\"verification_input\":{\"response\":{\"output\":["
                            + said("0") + "]}}}");
            assertThat(verdict.get("reward").asDouble()).isEqualTo(attempt == 0 ? 1 : 0);
        }
        assertThat(post("/seed_session", "{\"resources_session_id\":\"x\",\"episode_id\":{\"rollout_id\":7}}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void seedThatFailedCanComeAgain() throws Exception {
        String wrong = "{\"resources_session_id\":\"s2\",\"episode_id\":\"e2\",\"task_id\":\"t\",\"task_data\":{"
                + "\"environment\":\"hall\",\"index\":99}}";
        assertThat(post("/seed_session", wrong).statusCode()).isEqualTo(404);
        assertThat(post("/seed_session", wrong.replace("99", "0")).statusCode()).isEqualTo(200);
    }

    // The variant of Gymnasium

    @Test
    void gymnasiumPlaysByText() throws Exception {
        Json first = answer("/reset", row(HALL, ""));
        assertThat(first.get("observation").asString()).startsWith("You see door 0.");
        assertThat(first.get("info").get("supports_explicit_close").asBoolean()).isTrue();
        assertThat(JsonCodec.write(answer("/step", row(HALL, said("go"))).value()))
                .isEqualTo("{\"observation\":\"You"
                        + " walk.\",\"reward\":0.25,\"terminated\":false,\"truncated\":false,\"info\":{}}");
        Json last = answer("/step", row(HALL, said("go")));
        assertThat(last.get("reward").asDouble()).isEqualTo(1);
        assertThat(last.get("terminated").asBoolean()).isTrue();
        assertThat(post("/step", row(HALL, said("go"))).statusCode()).isEqualTo(404);
        assertThat(post("/close", "{}").body()).isEqualTo("{}");
    }

    @Test
    void gymnasiumPlaysByCallsOfTools() throws Exception {
        assertThat(post("/reset", row(HALL, "")).statusCode()).isEqualTo(200);
        Json step = answer(
                "/step",
                row(
                        HALL,
                        called("act", "{\"action\":\"go\"}") + "," + called("none", "{}") + "," + called("act", "{")
                                + "," + called("act", "{\"action\":\"go\"}")));
        assertThat(step.get("reward").asDouble()).isEqualTo(1.25);
        assertThat(step.get("terminated").asBoolean()).isTrue();
        List<Json> outputs = step.get("info").get("tool_outputs").asList();
        assertThat(outputs).hasSize(4);
        assertThat(outputs.get(1).get("output").asString()).contains("no tool 'none'");
        assertThat(outputs.get(3).get("output").asString()).isEqualTo("You are at door 0.");
    }

    @Test
    void gymnasiumHasNoWordForUnscoredSoItIsAnError() throws Exception {
        String broken = "\"environment\":\"broken\",\"split\":\"train\",\"index\":0";
        assertThat(post("/reset", row(broken, "")).statusCode()).isEqualTo(200);
        HttpResponse<String> step = post("/step", row(broken, said("Paris")));
        assertThat(step.statusCode()).isEqualTo(422);
        assertThat(step.body()).contains("ERROR");
    }

    @Test
    void pathsOfOtherProtocolsAreLeftToThem() throws Exception {
        assertThat(post("/seed_session", row(HALL, "")).statusCode()).isEqualTo(200);
        String kept = cookie;
        assertThat(post("/remote_rm", "{\"prompt\":\"q\",\"response\":\"Paris\",\"label\":\"Paris\"}")
                        .body())
                .isEqualTo("1.0");
        cookie = kept;
        assertThat(post("/unheard_of", "{}").statusCode()).isEqualTo(404);
        cookie = "";
        assertThat(post("/submit", "{\"answer\":\"x\"}").statusCode()).isEqualTo(404);
    }

    @Test
    void aSeedThatIsClosedWhileItBeginsKeepsNoSession() {
        NemoGymSessions sessions = new NemoGymSessions();
        assertThat(sessions.seed("s", "e", Map.of(), 1, 100)).isTrue();
        sessions.close("s");
        assertThat(sessions.plays("s", "played")).isFalse();
        assertThat(sessions.played("s")).isEmpty();
    }
}
