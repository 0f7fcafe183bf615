package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.Isolation;
import dev.guerdon.core.Registry;
import dev.guerdon.core.base.JsonCodec;
import dev.guerdon.server.RewardServer;
import dev.guerdon.server.spi.ServeDefinition;
import dev.guerdon.server.spi.ServeDefinition.RewardDefinition;
import dev.guerdon.server.spi.ServeDefinition.ServeLimits;
import example.ExampleRewards;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchanges of the trainers' clients, over real connections. */
@Timeout(120)
class TrainerProtocolsTest {

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
                                RewardDefinition.of("length"),
                                RewardDefinition.of("throws"),
                                new RewardDefinition(
                                        "lenient", "throws", Map.of(), Duration.ofSeconds(30), 0.25, null, 0)),
                        ServeLimits.usual(),
                        List.of()),
                "127.0.0.1",
                0);
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Json answer(String path, String body) throws Exception {
        HttpResponse<String> response = post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonCodec.read(response.body(), "the answer");
    }

    // OpenRLHF

    @Test
    void openRlhfReadsTheResponseBehindThePrompt() throws Exception {
        assertThat(post("/get_reward", """
                                {"query":["<|user|>q<|assistant|>Paris"],"prompts":["<|user|>q<|assistant|>"],"labels":["Paris"]}""").body())
                .isEqualTo("{\"rewards\":[1.0],\"scores\":[1.0],\"extra_logs\":{\"unscored\":[0.0]}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Paris<|im_end|>",
                "Paris<|im_end|>\\n",
                "Paris</s>",
                "Paris<|eot_id|><|end_of_text|>",
                "Paris<end_of_turn>\\n<eos><pad><pad>",
                "Paris<｜end▁of▁sentence｜>"
            })
    void openRlhfMarksOfTheTokenizerAreNoPartOfTheResponse(String response) throws Exception {
        Json answer =
                answer("/get_reward", "{\"query\":[\"q" + response + "\"],\"prompts\":[\"q\"],\"labels\":[\"Paris\"]}");
        assertThat(answer.get("rewards").asList().getFirst().asDouble()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Paris <|x", "a < b", "x|>", "</s> Paris", "<b>Paris</b>", "<|a b|>"})
    void textThatOnlyLooksLikeAMarkStays(String text) {
        assertThat(TrainerRequest.withoutMarks(text)).isEqualTo(text);
    }

    @Test
    void openRlhfNumbersAmongTheExtrasAreLogsAndScoresStayBetweenZeroAndOne() throws Exception {
        Json answer = answer(
                "/get_reward?reward=length",
                "{\"query\":[\"ab c\",\"d\"],\"prompts\":[\"\",\"\"],\"labels\":[\"\",\"\"]}");
        assertThat(JsonCodec.write(answer.value()))
                .isEqualTo("{\"rewards\":[4.0,1.0],\"scores\":[1.0,1.0],"
                        + "\"extra_logs\":{\"words\":[2.0,1.0],\"unscored\":[0.0,0.0]}}");
    }

    @Test
    void openRlhfEmptyShardIsAnsweredAndLengthsMustAgree() throws Exception {
        assertThat(post("/get_reward", "{\"query\":[],\"prompts\":[],\"labels\":[]}")
                        .body())
                .isEqualTo("{\"rewards\":[],\"scores\":[],\"extra_logs\":{}}");
        HttpResponse<String> uneven =
                post("/get_reward", "{\"query\":[\"a\"],\"prompts\":[\"a\",\"b\"],\"labels\":[]}");
        assertThat(uneven.statusCode()).isEqualTo(400);
        assertThat(uneven.body()).contains("expected 1 values in 'prompts'", "found 2");
        HttpResponse<String> other = post("/get_reward", "{\"query\":[\"a\"],\"prompts\":[\"b\"],\"labels\":[\"\"]}");
        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("begin with its prompt");
    }

    @Test
    void openRlhfUnscoredIsTheFallbackOrAnError() throws Exception {
        String body = "{\"query\":[\"a\"],\"prompts\":[\"\"],\"labels\":[\"\"]}";
        HttpResponse<String> refused = post("/get_reward?reward=throws", body);
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).contains("ERROR", "fallback");
        assertThat(post("/get_reward/lenient", body).body())
                .isEqualTo("{\"rewards\":[0.25],\"scores\":[0.25],\"extra_logs\":{\"unscored\":[1.0]}}");
        assertThat(post("/get_reward?reward=exacd", body).statusCode()).isEqualTo(404);
    }

    // slime and miles

    @Test
    void remoteRmBodyIsTheReward() throws Exception {
        String body = "{\"prompt\":\"q\",\"response\":\"Paris\",\"label\":\"Paris\"}";
        assertThat(post("/remote_rm", body).body()).isEqualTo("1.0");
        assertThat(post("/remote_rm?form=object&reward=length", body).body())
                .isEqualTo("{\"reward\":5.0,\"words\":1.0,\"unscored\":0.0}");
        assertThat(post("/remote_rm?reward=throws", body).statusCode()).isEqualTo(422);
        assertThat(post("/remote_rm?reward=lenient", body).body()).isEqualTo("0.25");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"answer\":\"Paris\"}; 1.0",
                "\"{\\\"answer\\\": \\\"Paris\\\"}\"; 1.0",
                "\"{Paris}\"; 0.0",
                "{\"answer\":\"Rome\"}; 0.0"
            })
    void labelMayBeAnObjectOfFields(String label, String reward) throws Exception {
        assertThat(post("/remote_rm", "{\"prompt\":\"q\",\"response\":\"Paris\",\"label\":" + label + "}")
                        .body())
                .isEqualTo(reward);
    }

    // eval-protocol

    @Test
    void evaluateAnswersAScoreThatSaysWhetherItIsOne() throws Exception {
        String body = """
                {"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"Paris"}],"ground_truth":"Paris","kwargs":{}}""";
        Json scored = answer("/evaluate", body);
        assertThat(scored.get("score").asDouble()).isEqualTo(1);
        assertThat(scored.get("is_score_valid").asBoolean()).isTrue();
        assertThat(answer("/reward?reward=length", body)
                        .get("metrics")
                        .get("words")
                        .get("score")
                        .asDouble())
                .isEqualTo(1);
        Json unscored = answer("/evaluate/throws", body);
        assertThat(unscored.get("is_score_valid").asBoolean()).isFalse();
        assertThat(unscored.get("reason").asString()).startsWith("ERROR");
    }

    // NeMo Gym

    private static final String ROW = """
            {"responses_create_params":{"input":[{"role":"user","content":"q","type":"message"}]},
             "response":{"id":"r","object":"response","output":[
              {"type":"function_call","call_id":"c1","name":"lookup","arguments":"{\\"q\\":\\"x\\"}"},
              {"type":"function_call_output","call_id":"c1","output":"{}"},
              {"id":"m1","type":"message","role":"assistant","content":[{"type":"output_text","text":"Paris","annotations":[]}]}]},
             "expected_answer":"Paris","level":3}""";

    @ParameterizedTest
    @ValueSource(strings = {"/verify", "/ng-rollout/7-0/verify"})
    void nemoGymVerdictEchoesTheRow(String path) throws Exception {
        Json answer = answer(path, ROW);
        assertThat(answer.get("reward").asDouble()).isEqualTo(1);
        assertThat(answer.get("mask_sample").asBoolean()).isFalse();
        Json row = JsonCodec.read(ROW, "the row");
        for (String name : row.asMap().keySet()) {
            assertThat(answer.get(name).value()).isEqualTo(row.get(name).value());
        }
    }

    @Test
    void nemoGymUnscoredIsMasked() throws Exception {
        Json answer = answer("/verify?reward=throws", ROW);
        assertThat(answer.get("reward").asDouble()).isZero();
        assertThat(answer.get("mask_sample").asBoolean()).isTrue();
        assertThat(answer.get("failure_kind").asString()).isEqualTo("verifier_error");
        assertThat(answer.get("failure_reason").asString()).contains("broken on purpose");
        assertThat(answer.get("instance_config").get("mask_sample").asBoolean()).isTrue();
        assertThat(answer.get("_ng_failure_class").asString()).isEqualTo("judge_failed");
    }

    @Test
    void nemoGymSessionsFollowTheContract() throws Exception {
        String seed = "{\"resources_session_id\":\"s1\",\"episode_id\":\"e1\",\"task_id\":\"t\",\"task_data\":"
                + "{\"expected_answer\":\"Paris\"}}";
        String close = "{\"resources_session_id\":\"%s\",\"episode_id\":\"e1\"}";
        for (int i = 0; i < 2; i++) {
            assertThat(answer("/seed_session", seed).get("resources_session_id").asString())
                    .isEqualTo("s1");
        }
        String verify = "{\"episode_id\":\"e1\",\"task_id\":\"t\",\"verification_input\":"
                + ROW.replace("\"expected_answer\":\"Paris\",", "") + "}";
        assertThat(answer("/verify", verify).get("reward").asDouble()).isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            assertThat(answer("/close_session", close.formatted("s1"))
                            .get("resources_session_id")
                            .asString())
                    .isEqualTo("s1");
        }
        assertThat(post("/close_session", close.formatted("never")).statusCode())
                .isEqualTo(200);
        assertThat(post("/seed_session", seed).statusCode()).isEqualTo(409);
        assertThat(post("/seed_session", seed.replace("s1", "never")).statusCode())
                .isEqualTo(409);
        // What the seed knew is gone with its session.
        assertThat(answer("/verify", verify).get("mask_sample").asBoolean()).isTrue();
    }

    @Test
    void nemoGymCookieComesWithEveryAnswer() throws Exception {
        HttpResponse<String> seeded = post("/seed_session", ROW);
        assertThat(seeded.body()).isEqualTo("{}");
        String cookie = seeded.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
        HttpResponse<String> verified = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/verify"))
                        .header("Content-Type", "application/json")
                        .header("Cookie", cookie)
                        .POST(HttpRequest.BodyPublishers.ofString(ROW))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(verified.headers().firstValue("Set-Cookie").orElseThrow()).startsWith(cookie);
    }

    @Test
    void nemoGymMetricsAreOfWhatIsNotMasked() throws Exception {
        Json answer = answer("/aggregate_metrics", """
                {"verify_responses":[
                 {"_ng_task_index":0,"_ng_rollout_index":0,"reward":1.0,"ok":true,"mask_sample":false},
                 {"_ng_task_index":0,"_ng_rollout_index":1,"reward":0.0,"ok":false},
                 {"_ng_task_index":1,"_ng_rollout_index":0,"reward":0.0,"mask_sample":true}]}""");
        Json all = answer.get("agent_metrics");
        assertThat(all.get("mean/reward").asDouble()).isEqualTo(0.5);
        assertThat(all.get("std/reward").asDouble()).isEqualTo(Math.sqrt(0.5));
        assertThat(all.get("coverage/masked_rollouts").asInt()).isEqualTo(1);
        assertThat(all.get("coverage/fully_masked_tasks").asInt()).isEqualTo(1);
        assertThat(all.get("num_repeats").asInt()).isEqualTo(2);
        assertThat(answer.get("group_level_metrics").asList()).hasSize(1);
        assertThat(answer.get("key_metrics").asMap().keySet()).contains("mean/reward", "mean/ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/get_reward", "/remote_rm", "/evaluate", "/verify", "/seed_session", "/aggregate_metrics"})
    void brokenBodiesAreRefusedWithWords(String path) throws Exception {
        for (String body :
                List.of("", "[]", "7", "{", "{\"response\":7,\"query\":7,\"messages\":7,\"verify_responses\":7}")) {
            HttpResponse<String> response = post(path, body);
            if (path.equals("/seed_session") && body.startsWith("{\"")) {
                continue; // a row of any form may be a seed
            }
            assertThat(response.statusCode()).as(path + " " + body).isEqualTo(400);
            assertThat(response.body()).contains("detail");
        }
    }
}
