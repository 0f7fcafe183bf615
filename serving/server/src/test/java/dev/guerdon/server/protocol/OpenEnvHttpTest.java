package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import example.Hall;
import example.Wires;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenEnv's plain HTTP, where every request has an environment of its own. */
@Timeout(120)
class OpenEnvHttpTest {

    @Test
    void resetAndStepHaveAnEnvironmentOfTheirOwn() throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            for (int i = 0; i < 3; i++) {
                Json reset = Hall.json(hall.post("/reset", "{\"seed\":1}"));
                assertThat(reset.get("observation").get("text").asString()).isEqualTo("You see door 1. Seed 1.");
                assertThat(reset.get("reward").isNull()).isTrue();
                assertThat(reset.get("metadata").get("task").get("id").asString())
                        .isEqualTo("corridor-1");
                Json step = Hall.json(hall.post(
                        "/hall/step", "{\"action\":{\"action\":\"go\"},\"timeout_s\":30,\"request_id\":\"r\"}"));
                assertThat(step.get("reward").asDouble()).isEqualTo(0.25);
                assertThat(step.get("done").asBoolean()).isFalse();
            }
            assertThat(hall.post("/reset", "").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void theServerSaysWhatItIs() throws Exception {
        try (Hall hall = Hall.open()) {
            assertThat(hall.get("/health").body()).isEqualTo("{\"status\":\"healthy\"}");
            Json metadata = Hall.json(hall.get("/long/metadata"));
            assertThat(metadata.get("name").asString()).isEqualTo("long");
            assertThat(metadata.asMap())
                    .containsOnlyKeys(
                            "name", "description", "readme_content", "version", "author", "documentation_url");
            assertThat(Hall.json(hall.get("/schema")).asMap())
                    .containsOnlyKeys("action", "observation", "reset_observation", "state");
            Json state = Hall.json(hall.get("/state"));
            assertThat(state.get("episode_id").isNull()).isTrue();
            assertThat(state.get("step_count").asInt()).isZero();
            Json api = Hall.json(hall.get("/hall/openapi.json"));
            assertThat(api.get("info").get("version").asString()).isEqualTo("1.0.0");
            assertThat(api.get("paths").asMap()).containsKeys("/reset", "/step", "/state", "/mcp");
            HttpResponse<String> empty = hall.post("/hall/mcp", "{}");
            assertThat(empty.statusCode()).as("a plain client reads no status").isEqualTo(200);
            assertThat(Hall.json(empty).get("error").get("code").asInt()).isEqualTo(-32600);
            for (String path : new String[] {"/none/health", "/none/schema", "/none/state", "/none/metadata"}) {
                assertThat(hall.get(path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(hall.corridor.open).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"action\":\"go\"}",
                "{\"action\":{}}",
                "{\"action\":{\"action\":7}}",
                "{\"action\":{\"action\":\"go\",\"x\":1}}",
                "{\"action\":{\"action\":\"go\"},\"seed\":\"a\"}",
                "[]"
            })
    void aStepOfTheWrongFormIsA422WithAListOfFaults(String body) throws Exception {
        try (Hall hall = Hall.open()) {
            HttpResponse<String> response = hall.post("/step", body);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
            Json fault = Hall.json(response).get("detail").asList().getFirst();
            assertThat(fault.get("loc").asList().getFirst().asString()).isEqualTo("body");
            assertThat(fault.get("msg").asString()).isNotBlank();
        }
    }

    @Test
    void whatCannotBeDoneIsNoNumber() throws Exception {
        try (Hall hall = Hall.open("throws", 1)) {
            assertThat(hall.post("/reset", "{\"index\":77}").statusCode()).isEqualTo(404);
            assertThat(hall.post("/reset", "{\"task\":{\"door\":\"x\"}}").statusCode())
                    .isEqualTo(403);
            assertThat(hall.post("/step", "{\"action\":{\"action\":\"fail\"}}").statusCode())
                    .isEqualTo(500);
            assertThat(hall.post("/reset", "x".repeat(2 << 20)).statusCode()).isIn(400, 413);
            assertThat(hall.post("/reset", "{\"index\":0}").statusCode())
                    .as("the place is free again")
                    .isEqualTo(200);
        }
    }

    @Test
    void theServerCountsItsSessions() throws Exception {
        try (Hall hall = Hall.open("exact", 3);
                Wires wires = new Wires(hall.server.port(), "/ws")) {
            Json unused = wires.ask("{\"type\":\"reset\"}");
            Json first = Hall.json(hall.get("/v1/environments"))
                    .get("environments")
                    .asList()
                    .getFirst();
            assertThat(first.get("name").asString()).isEqualTo("hall");
            assertThat(first.get("active_sessions").asInt()).isEqualTo(1);
            assertThat(first.get("reward").asString()).isEqualTo("exact");
            assertThat(hall.get("/metrics").body())
                    .contains("guerdon_environment_sessions{environment=\"hall\"} 1\n")
                    .contains("guerdon_environment_sessions_most{environment=\"hall\"} 3\n");
        }
    }

    @Test
    void nobodyComesInWithoutAToken() throws Exception {
        try (Hall hall = Hall.guarded()) {
            assertThat(hall.post("/reset", "{}").statusCode()).isEqualTo(401);
            assertThat(hall.get("/schema").statusCode()).isEqualTo(401);
            assertThat(hall.post("/reset", "{}", "Authorization", "Bearer " + Hall.TOKEN)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aServerWithoutEnvironmentsSaysSo() throws Exception {
        try (Hall hall = Hall.open()) {
            var all = hall.definition("", 1, java.time.Duration.ofMinutes(1), java.time.Duration.ofMinutes(1), false);
            hall.server.replace(dev.guerdon.server.spi.ServeDefinition.ofRewards(
                    all.registry(), all.isolation(), all.rewards(), all.limits(), all.tokens()));
            HttpResponse<String> response = hall.post("/reset", "{}");
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).contains("no environments");
        }
    }
}
