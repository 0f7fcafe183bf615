package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import example.ExampleRewards;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /v1/score} and what stands beside it, over real connections. */
@Timeout(120)
class ScoreApiTest {

    @Test
    void oneRecordGetsOneScore() throws Exception {
        try (Served served = Served.start("exact", "length")) {
            HttpResponse<String> named =
                    served.post("/v1/score/exact", "{\"id\":\"7\",\"final_response\":\"a\",\"answer\":\"a\"}");
            assertThat(named.statusCode()).as(named.body()).isEqualTo(200);
            assertThat(named.body()).isEqualTo("{\"id\":\"7\",\"reward\":1.0,\"extras\":{}}");
            HttpResponse<String> enveloped =
                    served.post("/v1/score", "{\"reward\":\"length\",\"sample\":{\"final_response\":\"ab c\"}}");
            assertThat(enveloped.body()).isEqualTo("{\"reward\":4.0,\"extras\":{\"words\":2}}");
        }
    }

    @Test
    void manyRecordsGetTheirScoresInOrderAndABadOneSpoilsNothing() throws Exception {
        try (Served served = Served.start("exact")) {
            HttpResponse<String> answer = served.post(
                    "/v1/score",
                    "{\"samples\":[{\"id\":1,\"final_response\":\"a\",\"answer\":\"a\"},7,"
                            + "{\"id\":3,\"final_response\":\"a\"},{\"id\":4,\"final_response\":\"b\",\"answer\":\"a\"}]}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            List<Json> scores = Served.json(answer).get("scores").asList();
            assertThat(scores).hasSize(4);
            assertThat(scores.get(0).get("reward").asDouble()).isEqualTo(1);
            assertThat(scores.get(1).get("unscored").get("reason").asString()).isEqualTo("INVALID_INPUT");
            assertThat(scores.get(1).get("unscored").get("message").asString()).contains("sample 2", "object");
            assertThat(scores.get(2).get("unscored").get("reason").asString()).isEqualTo("MISSING_FIELD");
            assertThat(scores.get(3).get("reward").asDouble()).isZero();
            assertThat(Served.json(answer).get("unscored").asInt()).isEqualTo(2);
        }
    }

    @Test
    void anEmptyBatchIsAnEmptyAnswer() throws Exception {
        try (Served served = Served.start("exact")) {
            String empty = "{\"scores\":[],\"scored\":0,\"unscored\":0}";
            assertThat(served.post("/v1/score", "{\"samples\":[]}").body()).isEqualTo(empty);
            assertThat(served.post("/v1/score/exact", "[]").body()).isEqualTo(empty);
        }
    }

    @Test
    void severalRewardsGiveAnObjectOfThem() throws Exception {
        try (Served served = Served.start("exact", "length", "throws")) {
            HttpResponse<String> answer = served.post(
                    "/v1/score",
                    "{\"rewards\":[\"length\",\"throws\"],\"sample\":{\"id\":\"x\",\"final_response\":\"abc\"}}");
            Map<String, Json> members = new java.util.LinkedHashMap<>();
            Json rewards = Served.json(answer).get("rewards");
            members.put("length", rewards.get("length"));
            members.put("throws", rewards.get("throws"));
            assertThat(members.get("length").get("reward").asDouble()).isEqualTo(3);
            assertThat(members.get("throws").get("unscored").get("reason").asString())
                    .isEqualTo("ERROR");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/v1/score | {} | 400 | either 'sample'",
                "/v1/score | {\"sample\":{},\"samples\":[]} | 400 | either 'sample'",
                "/v1/score | {\"reward\":\"exact\",\"sampels\":[]} | 400 | did you mean 'samples'",
                "/v1/score | {\"reward\":\"exakt\",\"sample\":{}} | 404 | did you mean 'exact'",
                "/v1/score/exakt | {} | 404 | did you mean 'exact'",
                "/v1/score | {\"sample\":{}} | 400 | several rewards",
                "/v1/score | {\"reward\":3,\"sample\":{}} | 400 | name of a reward",
                "/v1/score | {\"rewards\":[],\"sample\":{}} | 400 | a list of 1",
                "/v1/score | {\"reward\":\"exact\",\"rewards\":[\"exact\"],\"sample\":{}} | 400 | twice",
                "/v1/score | {\"reward\":\"exact\",\"samples\":{}} | 400 | must be a list",
                "/v1/score | {\"reward\":\"exact\",\"samples\":[{}], | 400 | JSON",
                "/v1/score | {\"reward\":\"exact\",\"samples\":[{},]} | 400 | JSON",
                "/v1/score | {\"reward\":\"exact\",\"samples\":[{}]} x | 400 | JSON",
                "/v1/score | {\"reward\":\"exact\",\"samples\":[{}],\"batch_deadline\":-1} | 400 | above 0",
                "/v1/score/exact | nonsense | 400 | JSON",
                "/v1/score/exact | 3 | 400 | expected an object",
            })
    void wrongBodiesAreToldWhatWasExpected(String path, String body, int status, String told) throws Exception {
        try (Served served = Served.start("exact", "length")) {
            HttpResponse<String> answer = served.post(path, body);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
            assertThat(Served.json(answer).get("detail").asString()).contains(told);
        }
    }

    @Test
    void linesGoBothWaysAndOneThatIsStuckHoldsUpNoOther() throws Exception {
        try (Served served = Served.start("exact_or_stuck")) {
            ExampleRewards.gate = new java.util.concurrent.CountDownLatch(1);
            StringBuilder lines = new StringBuilder();
            for (int i = 1; i <= 50; i++) {
                lines.append("{\"id\":").append(i).append(",\"final_response\":\"");
                lines.append(i == 1 ? "stuck" : "a").append("\",\"answer\":\"a\"}\n");
            }
            lines.append("not json\n\n{\"id\":53,\"final_response\":\"b\",\"answer\":\"a\"}");
            HttpRequest request = served.to("/v1/score")
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
                    .build();
            HttpResponse<java.util.stream.Stream<String>> answer =
                    served.http.send(request, HttpResponse.BodyHandlers.ofLines());
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
            java.util.Iterator<String> got = answer.body().iterator();
            java.util.Set<Integer> seen = new java.util.TreeSet<>();
            // The stuck line and at most its piece are open: all others come while it is stuck.
            while (seen.size() < 44) {
                seen.add(dev.guerdon.core.base.JsonCodec.read(got.next(), "a line")
                        .get("line")
                        .asInt());
            }
            assertThat(seen).doesNotContain(1);
            ExampleRewards.gate.countDown();
            got.forEachRemaining(line -> seen.add(dev.guerdon.core.base.JsonCodec.read(line, "a line")
                    .get("line")
                    .asInt()));
            assertThat(seen).hasSize(52).doesNotContain(52).contains(1, 51, 53);
        }
    }

    @Test
    void packedBodiesAreUnpackedAndBombsAreRefused() throws Exception {
        try (Served served = Served.start("exact")) {
            HttpResponse<String> answer = packed(served, "[{\"final_response\":\"a\",\"answer\":\"a\"}]", "gzip");
            assertThat(answer.body()).contains("\"reward\":1.0");
            assertThat(packed(served, " ".repeat(64 << 20) + "[]", "gzip").statusCode())
                    .isEqualTo(413);
            assertThat(packed(served, "[]", "br").statusCode()).isEqualTo(415);
            HttpResponse<String> damaged = served.send(served.to("/v1/score/exact")
                    .header("Content-Type", "application/json")
                    .header("Content-Encoding", "gzip")
                    .POST(HttpRequest.BodyPublishers.ofString("[]"))
                    .build());
            assertThat(damaged.statusCode()).isEqualTo(400);
            assertThat(served.post("/v1/score/exact", "[" + " ".repeat(2 << 20) + "]")
                            .statusCode())
                    .isEqualTo(413);
        }
    }

    private static HttpResponse<String> packed(Served served, String body, String coding) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        return served.send(served.to("/v1/score/exact")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", coding)
                .POST(HttpRequest.BodyPublishers.ofByteArray(bytes.toByteArray()))
                .build());
    }

    @Test
    void whatIsServedAndCountedCanBeRead() throws Exception {
        try (Served served = Served.start("exact", "throws")) {
            served.post("/v1/score/exact", "{\"final_response\":\"a\",\"answer\":\"a\"}");
            served.post("/v1/score/throws", "{\"final_response\":\"a\"}");
            Json rewards = Served.json(served.get("/v1/rewards")).get("rewards");
            assertThat(rewards.asList()).hasSize(2);
            assertThat(rewards.asList().getFirst().get("fields").asList()).hasSize(2);
            String metrics = served.get("/metrics").body();
            assertThat(metrics)
                    .contains("guerdon_samples_total{reward=\"exact\",outcome=\"scored\"} 1\n")
                    .contains("guerdon_samples_total{reward=\"throws\",outcome=\"error\"} 1\n")
                    .contains("guerdon_call_seconds_count{reward=\"exact\"} 1\n")
                    .contains("guerdon_queue_samples 0\n");
            assertThat(served.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(served.get("/readyz").body()).isEqualTo("{\"status\":\"ready\"}");
        }
    }
}
