package dev.guerdon.server.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The description of the API says what the server does. */
@Timeout(120)
class OpenApiTest {

    @Test
    void everyReferenceIsThereAndEveryPathAnswers() throws Exception {
        try (Served served = Served.start("exact", "length")) {
            Json api = Served.json(served.get("/openapi.json"));
            assertThat(api.get("openapi").asString()).startsWith("3.1");
            List<String> references = new ArrayList<>();
            references(api.value(), references);
            assertThat(references).isNotEmpty().allSatisfy(reference -> {
                Json at = api;
                for (String name : reference.substring(2).split("/", -1)) {
                    at = at.get(name);
                }
                assertThat(at.asMap()).isNotEmpty();
            });
            for (Map.Entry<String, ?> path : api.get("paths").asMap().entrySet()) {
                for (String method : new Json(path.getValue()).asMap().keySet()) {
                    HttpResponse<String> answer =
                            served.send(served.to(path.getKey().replace("{reward}", "exact"))
                                    .header("Content-Type", "application/json")
                                    .method(
                                            method.toUpperCase(Locale.ROOT),
                                            method.equals("post")
                                                    ? HttpRequest.BodyPublishers.ofString(
                                                            "{\"reward\":\"exact\",\"sample\":{}}")
                                                    : HttpRequest.BodyPublishers.noBody())
                                    .build());
                    assertThat(answer.statusCode())
                            .as(method + " " + path.getKey())
                            .isEqualTo(200);
                }
            }
        }
    }

    private static void references(@Nullable Object value, List<String> found) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> {
                if (name.equals("$ref")) {
                    found.add(String.valueOf(each));
                } else {
                    references(each, found);
                }
            });
        } else if (value instanceof List<?> list) {
            list.forEach(each -> references(each, found));
        }
    }

    @Test
    void itsExamplesAreRequestsThatAreAnswered() throws Exception {
        try (Served served = Served.start(named("qa_f1_reward", "exact"), named("math_equal_reward", "exact"))) {
            Json paths = Served.json(served.get("/openapi.json")).get("paths");
            for (String path : List.of("/v1/score", "/v1/score/{reward}")) {
                Json examples = paths.get(path)
                        .get("post")
                        .get("requestBody")
                        .get("content")
                        .get("application/json")
                        .get("examples");
                for (Object example : examples.asMap().values()) {
                    HttpResponse<String> answer = served.post(
                            path.replace("{reward}", "qa_f1_reward"), JsonCodec.write(new Json(example).get("value")));
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    assertThat(answer.body()).contains("1.0");
                }
            }
        }
    }

    private static dev.guerdon.server.spi.ServeDefinition.RewardDefinition named(String name, String reward) {
        return new dev.guerdon.server.spi.ServeDefinition.RewardDefinition(
                name, reward, Map.of(), java.time.Duration.ofSeconds(30), null, null, 0);
    }

    @Test
    void thePageRunsNothingButItsOwnScript() throws Exception {
        try (Served served = Served.start("exact")) {
            HttpResponse<String> page = served.get("/");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(page.body()).doesNotContain("onclick", "style=", "<script>");
            assertThat(served.get("/page.js").headers().firstValue("Content-Type"))
                    .hasValue("text/javascript; charset=utf-8");
            assertThat(served.get("/page.css").statusCode()).isEqualTo(200);
        }
    }
}
