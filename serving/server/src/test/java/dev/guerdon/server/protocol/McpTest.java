package dev.guerdon.server.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guerdon.api.Json;
import dev.guerdon.server.environment.ServedEnvironments;
import dev.guerdon.server.scoring.ScoringService;
import example.Hall;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents over streamable HTTP. */
@Timeout(120)
class McpTest {

    private static final String[] ACCEPT = {"Accept", "application/json, text/event-stream"};

    private static String call(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static final String INITIALIZE = call(
            1,
            "initialize",
            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");

    private static String initialize(Hall hall, String path) throws Exception {
        HttpResponse<String> response = hall.post(path, INITIALIZE, ACCEPT);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        String session = response.headers().firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(session).matches("[\\x21-\\x7e]{16,}");
        HttpResponse<String> told = hall.post(
                path,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                "Mcp-Session-Id",
                session,
                "Accept",
                "application/json, text/event-stream");
        assertThat(told.statusCode()).isEqualTo(202);
        assertThat(told.body()).isEmpty();
        return session;
    }

    private static Json ask(Hall hall, String path, String session, String body) throws Exception {
        HttpResponse<String> response = hall.post(
                path, body, "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-06-18", ACCEPT[0], ACCEPT[1]);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        return Hall.json(response);
    }

    private static Json tool(Hall hall, String session, String name, String arguments) throws Exception {
        return ask(
                hall,
                "/mcp",
                session,
                call(7, "tools/call", "{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}"));
    }

    private static String text(Json answer) {
        return answer.get("result")
                .get("content")
                .asList()
                .getFirst()
                .get("text")
                .asString();
    }

    @Test
    void anAgentPlaysAnEpisode() throws Exception {
        try (Hall hall = Hall.open()) {
            String session = initialize(hall, "/mcp");
            assertThat(hall.corridor.open).as("who only looks takes no place").hasValue(0);
            Json tools = ask(hall, "/mcp", session, call("\"a\"", "tools/list", "{}"));
            assertThat(tools.get("id").asString()).isEqualTo("a");
            assertThat(tools.get("result").get("tools").asList())
                    .extracting(each -> each.get("name").asString())
                    .containsExactly("begin_episode", "act", "actions");
            Json early = tool(hall, session, "act", "{\"action\":\"go\"}");
            assertThat(early.get("result").get("isError").asBoolean()).isTrue();
            Json begun = tool(hall, session, "begin_episode", "{\"split\":\"train\",\"index\":1,\"seed\":5}");
            assertThat(text(begun)).isEqualTo("Walk to door 1.\n\nYou see door 1. Seed 5.");
            assertThat(text(tool(hall, session, "actions", "{}"))).isEqualTo("go\nwait");
            Json step = tool(hall, session, "act", "{\"action\":\"go\"}");
            assertThat(text(step)).isEqualTo("You walk.");
            assertThat(step.get("result").get("isError").asBoolean()).isFalse();
            Json last = tool(hall, session, "act", "{\"action\":\"go\"}").get("result");
            assertThat(last.get("_meta").get("dev.guerdon/reward").asDouble()).isEqualTo(1);
            assertThat(last.get("_meta").get("dev.guerdon/done").asBoolean()).isTrue();
            assertThat(ask(hall, "/mcp", session, call(3, "ping", "{}"))
                            .get("result")
                            .asMap())
                    .isEmpty();
            HttpRequest delete =
                    hall.to("/mcp").DELETE().header("Mcp-Session-Id", session).build();
            assertThat(hall.send(delete).statusCode()).isEqualTo(204);
            assertThat(hall.send(delete).statusCode()).isEqualTo(404);
            assertThat(hall.post("/mcp", call(4, "ping", "{}"), "Mcp-Session-Id", session)
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void theAddressMayChooseTheTask() throws Exception {
        try (Hall hall = Hall.open()) {
            Json answer = Hall.json(hall.post("/hall/mcp?split=test&index=1&seed=3", INITIALIZE, ACCEPT));
            assertThat(answer.get("result").get("instructions").asString())
                    .isEqualTo("Walk to door 1.\n\nYou see door 1. Seed 3.");
            Json wrong = Hall.json(hall.post("/hall/mcp?index=99", INITIALIZE, ACCEPT));
            assertThat(wrong.get("error").get("message").asString()).contains("no task 99");
            assertThat(Hall.json(hall.post("/hall/mcp?index=-1", INITIALIZE, ACCEPT))
                            .get("error")
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThat(hall.post("/nowhere/mcp", INITIALIZE, ACCEPT).statusCode())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({"2025-06-18,2025-06-18", "2025-03-26,2025-03-26", "2024-11-05,2024-11-05", "1999-01-01,2025-06-18"})
    void theRevisionIsAgreedOn(String wanted, String spoken) throws Exception {
        try (Hall hall = Hall.open()) {
            Json answer = Hall.json(hall.post("/mcp", INITIALIZE.replace("2025-06-18", wanted), ACCEPT));
            assertThat(answer.get("result").get("protocolVersion").asString()).isEqualTo(spoken);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ | 400 | -32700",
                "[] | 400 | -32600",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | 400 | -32600",
                "7 | 400 | -32600",
                "{\"id\":1,\"method\":\"ping\"} | 400 | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"} | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1} | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7} | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]} | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"} | 200 | -32601",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"} | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":7}} | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"act\",\"arguments\":[]}} | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"fly\"}} | 200 | -32602"
            })
    void whatIsWrongHasItsCode(String body, int status, int code) throws Exception {
        try (Hall hall = Hall.open()) {
            String session = initialize(hall, "/mcp");
            tool(hall, session, "begin_episode", "{}");
            HttpResponse<String> response = hall.post("/mcp", body, "Mcp-Session-Id", session, ACCEPT[0], ACCEPT[1]);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
            assertThat(Hall.json(response).get("error").get("code").asInt()).isEqualTo(code);
            assertThat(text(tool(hall, session, "act", "{\"action\":\"go\"}"))).isEqualTo("You walk.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"action\":7}", "{\"action\":\"go\",\"x\":1}", "{\"Action\":\"go\"}"})
    void wrongArgumentsAreToldToTheModel(String arguments) throws Exception {
        try (Hall hall = Hall.open()) {
            String session = initialize(hall, "/mcp");
            tool(hall, session, "begin_episode", "{}");
            Json answer = tool(hall, session, "act", arguments);
            assertThat(answer.get("result").get("isError").asBoolean()).isTrue();
            assertThat(text(answer)).contains("the text 'action'");
        }
    }

    @Test
    void transportRulesHold() throws Exception {
        try (Hall hall = Hall.open()) {
            HttpResponse<String> stream = hall.get("/mcp");
            assertThat(stream.statusCode()).isEqualTo(405);
            assertThat(stream.headers().firstValue("Allow")).hasValue("POST, DELETE");
            assertThat(hall.post("/mcp", INITIALIZE, "Accept", "text/html").statusCode())
                    .isEqualTo(406);
            assertThat(hall.post("/mcp", INITIALIZE, "Origin", "http://evil.example")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(hall.post("/mcp", call(1, "tools/call", "{\"name\":\"act\"}"), ACCEPT)
                            .statusCode())
                    .as("a call without a session")
                    .isEqualTo(400);
            assertThat(hall.post("/mcp", call(1, "ping", "{}"), "Mcp-Session-Id", "guessed")
                            .statusCode())
                    .isEqualTo(404);
            String session = initialize(hall, "/mcp");
            assertThat(hall.post("/long/mcp", call(1, "ping", "{}"), "Mcp-Session-Id", session)
                            .statusCode())
                    .as("a session of another environment")
                    .isEqualTo(404);
            assertThat(hall.post(
                                    "/mcp",
                                    call(1, "ping", "{}"),
                                    "Mcp-Session-Id",
                                    session,
                                    "MCP-Protocol-Version",
                                    "1999-01-01")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(hall.post("/mcp", "x".repeat(2 << 20)).statusCode()).isIn(400, 413);
        }
    }

    @Test
    void oneClientsSessionIsNotAnothers() throws Exception {
        try (Hall hall = Hall.guarded()) {
            String[] alice = {"Authorization", "Bearer " + Hall.TOKEN};
            HttpResponse<String> response = hall.post("/mcp", INITIALIZE, alice);
            String session = response.headers().firstValue("Mcp-Session-Id").orElseThrow();
            String[] both = {"Authorization", "Bearer " + Hall.TOKEN + "2", "Mcp-Session-Id", session};
            assertThat(hall.post("/mcp", call(1, "ping", "{}"), both).statusCode())
                    .isEqualTo(404);
            both[1] = alice[1];
            assertThat(hall.post("/mcp", call(1, "ping", "{}"), both).statusCode())
                    .isEqualTo(200);
            Json made = Hall.json(hall.post("/mcp", call(1, "openenv/session/create", "{}"), alice));
            String id = made.get("result").get("session_id").asString();
            Json stolen = Hall.json(hall.post(
                    "/mcp",
                    call(1, "tools/list", "{\"session_id\":\"" + id + "\"}"),
                    "Authorization",
                    "Bearer " + Hall.TOKEN + "2"));
            assertThat(stolen.get("error").get("code").asInt()).isEqualTo(-32602);
        }
    }

    @Test
    @Tag("slow")
    void aLostEnvironmentIsBegunAnew() throws Exception {
        try (Hall hall = Hall.impatient(Duration.ofMinutes(5), Duration.ofSeconds(4))) {
            String session = initialize(hall, "/mcp");
            tool(hall, session, "begin_episode", "{}");
            Json late = tool(hall, session, "act", "{\"action\":\"stick\"}");
            assertThat(late.get("result").get("isError").asBoolean()).isTrue();
            assertThat(text(tool(hall, session, "begin_episode", "{\"index\":0}")))
                    .contains("door 0");
        }
    }

    @Test
    void openEnvsSessionsAreMadeAndClosedByCalls() throws Exception {
        try (Hall hall = Hall.open("", 1)) {
            Json made = Hall.json(hall.post("/mcp", call(1, "openenv/session/create", "{}")));
            String id = made.get("result").get("session_id").asString();
            Json full = Hall.json(hall.post("/mcp", call(2, "openenv/session/create", "{}")));
            assertThat(full.get("error").get("data").get("max_sessions").asInt())
                    .isEqualTo(1);
            Json called = Hall.json(hall.post(
                    "/mcp",
                    call(
                            3,
                            "tools/call",
                            "{\"session_id\":\"" + id + "\",\"name\":\"act\",\"arguments\":{\"action\":\"go\"}}")));
            assertThat(called.get("result").get("data").asString()).isEqualTo("You walk.");
            String close = call(4, "openenv/session/close", "{\"session_id\":\"" + id + "\"}");
            assertThat(Hall.json(hall.post("/mcp", close))
                            .get("result")
                            .get("closed")
                            .asBoolean())
                    .isTrue();
            assertThat(Hall.json(hall.post("/mcp", close))
                            .get("error")
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void anAgentThatEndedMeanwhileOpensNoSession() throws Exception {
        try (Hall hall = Hall.open();
                ScoringService scoring = new ScoringService(
                        hall.definition("", 2, Duration.ofMinutes(5), Duration.ofSeconds(30), false));
                ServedEnvironments environments = new ServedEnvironments(scoring)) {
            McpSessions agents = new McpSessions(environments, System::nanoTime);
            McpSessions.Agent agent = agents.create("a", environments.environment("hall"));
            agents.end(agent);
            assertThatThrownBy(() -> agent.open(environments)).hasMessageContaining("there is no session");
            assertThat(environments.count()).isZero();
        }
    }
}
