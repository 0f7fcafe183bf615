package dev.guerdon.server.protocol;

import static dev.guerdon.server.protocol.OpenEnvSocket.code;
import static dev.guerdon.server.protocol.OpenEnvSocket.reset;
import static dev.guerdon.server.protocol.OpenEnvSocket.step;
import static dev.guerdon.server.protocol.OpenEnvSocket.wires;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guerdon.api.Json;
import dev.guerdon.core.base.JsonCodec;
import example.Hall;
import example.Wires;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Episodes and their errors over OpenEnv's WebSocket. */
@Timeout(120)
class OpenEnvSocketTest {

    @Test
    void anEpisodeIsPlayed() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            assertThat(wires.status).isEqualTo("HTTP/1.1 101 Switching Protocols");
            Json first = wires.ask(reset("{\"seed\":6,\"episode_id\":\"e1\"}"));
            assertThat(first.get("type").asString()).isEqualTo("observation");
            Json data = first.get("data");
            assertThat(data.get("observation").get("text").asString()).isEqualTo("You see door 2. Seed 6.");
            assertThat(data.get("observation").get("prompt").asString()).isEqualTo("Walk to door 2.");
            assertThat(data.get("reward").isNull()).isTrue();
            assertThat(data.get("done").asBoolean()).isFalse();
            assertThat(data.get("metadata").get("task").get("index").asInt()).isEqualTo(2);
            assertThat(JsonCodec.write(first.value())).doesNotContain("gold");
            assertThat(wires.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(0.25);
            Json last = wires.ask(step("go")).get("data");
            assertThat(last.get("reward").asDouble()).isEqualTo(1);
            assertThat(last.get("done").asBoolean()).isTrue();
            assertThat(last.get("metadata").get("terminated").asBoolean()).isTrue();
            Json state = wires.ask("{\"type\":\"state\"}").get("data");
            assertThat(state.get("episode_id").asString()).isEqualTo("e1");
            assertThat(state.get("step_count").asInt()).isEqualTo(2);
            assertThat(wires.text("{\"type\":\"close\"}").next()).isNull();
            assertThat(wires.closeCode).isEqualTo(1000);
        }
    }

    @Test
    void anEnvironmentIsChosenByItsAddressAndATaskByItsNumber() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/long/ws")) {
            Json first = wires.ask(reset("{\"split\":\"default\",\"index\":3}")).get("data");
            assertThat(first.get("metadata").get("task").get("id").asString()).isEqualTo("corridor-3");
            wires.ask(step("go"));
            assertThat(wires.ask(step("go")).get("data").get("done").asBoolean())
                    .as("this corridor has nine steps")
                    .isFalse();
            try (Wires none = wires(hall, "/nowhere/ws")) {
                assertThat(none.status).startsWith("HTTP/1.1 404");
            }
        }
    }

    @Test
    void twoSessionsDoNotMeet() throws Exception {
        try (Hall hall = Hall.open();
                Wires one = wires(hall, "/ws");
                Wires two = wires(hall, "/ws")) {
            one.ask(reset("{\"index\":0}"));
            two.ask(reset("{\"index\":1}"));
            one.ask(step("go"));
            assertThat(two.ask("{\"type\":\"state\"}")
                            .get("data")
                            .get("step_count")
                            .asInt())
                    .isZero();
            assertThat(one.ask(step("go"))
                            .get("data")
                            .get("observation")
                            .get("text")
                            .asString())
                    .isEqualTo("You are at door 0.");
            two.ask(step("go"));
            assertThat(two.ask(step("go"))
                            .get("data")
                            .get("observation")
                            .get("text")
                            .asString())
                    .isEqualTo("You are at door 1.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ | INVALID_JSON",
                "not json | INVALID_JSON",
                "{\"type\":\"reset\"} trailing | INVALID_JSON",
                "[] | VALIDATION_ERROR",
                "7 | VALIDATION_ERROR",
                "{} | UNKNOWN_TYPE",
                "{\"type\":7} | UNKNOWN_TYPE",
                "{\"type\":\"jump\"} | UNKNOWN_TYPE",
                "{\"type\":\"RESET\"} | UNKNOWN_TYPE",
                "{\"type\":\"step\"} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":\"go\"} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":7}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"go\",\"speed\":2}} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"go\"},\"more\":1} | VALIDATION_ERROR",
                "{\"type\":\"step\",\"data\":{\"type\":\"call_tool\"}} | VALIDATION_ERROR",
                "{\"type\":\"state\",\"data\":{}} | VALIDATION_ERROR",
                "{\"type\":\"mcp\"} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":-1}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":\"1\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"seed\":1.5}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"episode_id\":7}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"split\":\"train\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":0,\"task\":\"corridor-0\"}} | VALIDATION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":99}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":-1}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"index\":4294967296}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"split\":\"none\",\"index\":0}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"task\":\"corridor-99\"}} | EXECUTION_ERROR",
                "{\"type\":\"reset\",\"data\":{\"task\":{\"door\":\"my own\"}}} | EXECUTION_ERROR",
                "{\"type\":\"step\",\"data\":{\"action\":\"fail\"}} | EXECUTION_ERROR"
            })
    void whatIsWrongHasItsCodeAndTheSessionGoesOn(String message, String code) throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{\"index\":0}"));
            Json answer = wires.ask(message);
            assertThat(code(answer)).as(JsonCodec.write(answer.value())).isEqualTo(code);
            assertThat(answer.get("data").get("message").asString()).isNotBlank();
            if (code.equals("VALIDATION_ERROR")) {
                assertThat(answer.get("data").get("errors").asList()).isNotEmpty();
            }
            assertThat(wires.ask(step("go")).get("type").asString()).isEqualTo("observation");
        }
    }

    @Test
    void aStepBeforeTheFirstResetIsRefused() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            Json answer = wires.ask(step("go"));
            assertThat(code(answer)).isEqualTo("EXECUTION_ERROR");
            assertThat(answer.get("data").get("message").asString()).contains("reset first");
            assertThat(wires.ask("{\"type\":\"state\"}")
                            .get("data")
                            .get("episode_id")
                            .isNull())
                    .isTrue();
        }
    }

    @Test
    void anEpisodeThatCannotBeScoredIsAnErrorAndNoNumber() throws Exception {
        try (Hall hall = Hall.open("throws", 2);
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{}"));
            assertThat(wires.ask(step("go")).get("data").get("reward").isNull()).isTrue();
            Json last = wires.ask(step("go"));
            assertThat(code(last)).isEqualTo("EXECUTION_ERROR");
            assertThat(last.get("data").get("message").asString()).contains("could not be scored");
            assertThat(last.get("data").find("reward")).isEmpty();
        }
    }

    @Test
    void anotherDefinitionHoldsForTheNextSession() throws Exception {
        try (Hall hall = Hall.open();
                Wires before = wires(hall, "/ws")) {
            before.ask(reset("{}"));
            hall.server.replace(hall.definition("exact", 8, Duration.ofMinutes(5), Duration.ofSeconds(30), false));
            assertThat(before.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(0.25);
            try (Wires after = wires(hall, "/ws")) {
                after.ask(reset("{}"));
                assertThat(after.ask(step("go")).get("data").get("reward").isNull())
                        .isTrue();
            }
            assertThat(before.ask(step("go")).get("data").get("reward").asDouble())
                    .isEqualTo(1);
            assertThat(before.ask(reset("{}")).get("type").asString()).isEqualTo("observation");
        }
    }

    @Test
    void toolsAreCalledInTheSameSession() throws Exception {
        try (Hall hall = Hall.open();
                Wires wires = wires(hall, "/ws")) {
            wires.ask(reset("{\"index\":0}"));
            Json list =
                    wires.ask("{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}}");
            assertThat(list.get("type").asString()).isEqualTo("mcp");
            assertThat(JsonCodec.write(list.value())).contains("\"act\"").contains("inputSchema");
            Json call =
                    wires.ask("{\"type\":\"mcp\",\"data\":{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools/call\","
                            + "\"params\":{\"name\":\"act\",\"arguments\":{\"action\":\"go\"}}}}");
            assertThat(call.get("data").get("id").asString()).isEqualTo("x");
            assertThat(call.get("data").get("result").get("data").asString()).isEqualTo("You walk.");
            Json tool = wires.ask("{\"type\":\"step\",\"data\":{\"type\":\"call_tool\",\"tool_name\":\"act\","
                    + "\"arguments\":{\"action\":\"go\"}}}");
            assertThat(tool.get("data").get("observation").get("result").asString())
                    .isEqualTo("You are at door 0.");
            assertThat(tool.get("data").get("reward").asDouble()).isEqualTo(1);
            Json wrong = wires.ask("{\"type\":\"step\",\"data\":{\"type\":\"call_tool\",\"tool_name\":\"fly\"}}");
            assertThat(wrong.get("data")
                            .get("observation")
                            .get("error")
                            .get("error_type")
                            .asString())
                    .isEqualTo("tool_not_found");
            Json broken = wires.ask("{\"type\":\"mcp\",\"data\":{\"id\":1,\"method\":\"tools/list\"}}");
            assertThat(broken.get("data").get("error").get("code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void toolsHaveAWebSocketOfTheirOwn() throws Exception {
        try (Hall hall = Hall.open("", 1);
                Wires wires = wires(hall, "/hall/mcp")) {
            String call =
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"act\",\"arguments\":"
                            + "{\"action\":\"go\"}}}";
            assertThat(wires.ask(call).get("result").get("data").asString()).isEqualTo("You walk.");
            assertThat(wires.ask("{").get("error").get("code").asInt()).isEqualTo(-32700);
            try (Wires second = wires(hall, "/mcp")) {
                Json refused = JsonCodec.read(second.next(), "the answer");
                assertThat(refused.get("error").get("data").get("max_sessions").asInt())
                        .isEqualTo(1);
                assertThat(second.next()).isNull();
            }
        }
    }
}
